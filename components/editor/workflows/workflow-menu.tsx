"use client";

import { MoreHorizontal } from "lucide-react";
import dynamic from "next/dynamic";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { Menu, MenuContent, MenuTrigger } from "@/components/ui/menu";
import { useWorkflowActions } from "./use-workflow-actions";
import { WorkflowMenuItems } from "./workflow-menu-items";

const NameWorkflowDialog = dynamic(() => import("./name-workflow-dialog").then((module) => module.NameWorkflowDialog), { ssr: false });

/** The menu of a workflow's card: rename, duplicate, delete. */
export function WorkflowMenu({ graphId, title, taken }: { graphId: string; title: string; taken: readonly string[] }) {
  const [naming, setNaming] = useState<"rename" | "duplicate" | null>(null);
  const { remove } = useWorkflowActions();
  return (
    <>
      <Menu>
        <MenuTrigger asChild>
          <Button variant="ghost" size="icon-sm" aria-label={`More about ${title}`} className="relative z-10">
            <MoreHorizontal />
          </Button>
        </MenuTrigger>
        <MenuContent align="end">
          <WorkflowMenuItems onAction={(action) => (action === "delete" ? void remove(graphId, title) : setNaming(action))} />
        </MenuContent>
      </Menu>
      {naming === null ? null : <NameWorkflowDialog purpose={naming} graphId={graphId} taken={taken} onClose={() => setNaming(null)} />}
    </>
  );
}
