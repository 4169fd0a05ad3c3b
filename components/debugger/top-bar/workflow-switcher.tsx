"use client";

import { ChevronDown, Plus, TriangleAlert, Workflow as WorkflowIcon } from "lucide-react";
import dynamic from "next/dynamic";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { Menu, MenuContent, MenuItem, MenuLabel, MenuLine, MenuTrigger } from "@/components/ui/menu";
import { useWorkflowActions } from "../../editor/workflows/use-workflow-actions";
import { WorkflowMenuItems } from "../../editor/workflows/workflow-menu-items";
import { workflowTitle } from "../../threads/use-workflows";
import { useWorkbench } from "../workbench-context";

const NewWorkflowDialog = dynamic(() => import("../../editor/workflows/new-workflow-dialog").then((module) => module.NewWorkflowDialog), {
  ssr: false,
});
const NameWorkflowDialog = dynamic(() => import("../../editor/workflows/name-workflow-dialog").then((module) => module.NameWorkflowDialog), {
  ssr: false,
});

/** Which workflow it is, the others, and what can be done with it. */
export function WorkflowSwitcher() {
  const { graphId, workflow, workflows } = useWorkbench();
  const router = useRouter();
  const [asked, setAsked] = useState<"new" | "rename" | "duplicate" | null>(null);
  const { remove } = useWorkflowActions();
  const title = workflow ? workflowTitle(workflow) : graphId;
  const taken = workflows.map(({ graph_id }) => graph_id);
  return (
    <>
      <Menu>
        <MenuTrigger className="flex h-7 max-w-48 min-w-0 shrink-0 items-center gap-1 rounded-md px-1.5 font-semibold hover:bg-hover">
          {workflow?.status === "failed" || workflow === null ? (
            <TriangleAlert role="img" aria-label="could not be loaded" className="size-3.5 shrink-0 text-bad" />
          ) : null}
          <span className="truncate">{title}</span>
          <ChevronDown aria-hidden className="size-3 shrink-0 text-faint" />
        </MenuTrigger>
        <MenuContent align="start">
          <MenuLabel>Workflows</MenuLabel>
          {workflows.map((item) => (
            <MenuItem key={item.graph_id} onSelect={() => router.push(`/w/${encodeURIComponent(item.graph_id)}`)}>
              {item.status === "failed" ? <TriangleAlert className="!text-bad" /> : <WorkflowIcon />}
              <span className={item.graph_id === graphId ? "font-medium" : undefined}>{workflowTitle(item)}</span>
              {item.status === "failed" ? <span className="ml-auto pl-4 text-xs text-bad">does not load</span> : null}
            </MenuItem>
          ))}
          <MenuLine />
          <MenuItem onSelect={() => setAsked("new")}>
            <Plus />
            New workflow…
          </MenuItem>
          <WorkflowMenuItems onAction={(action) => (action === "delete" ? void remove(graphId, title) : setAsked(action))} />
          <MenuLine />
          <MenuItem onSelect={() => router.push("/")}>All workflows</MenuItem>
          <MenuItem onSelect={() => router.push("/t")}>All threads</MenuItem>
        </MenuContent>
      </Menu>
      {asked === "new" ? <NewWorkflowDialog taken={taken} onClose={() => setAsked(null)} /> : null}
      {asked === "rename" || asked === "duplicate" ? (
        <NameWorkflowDialog purpose={asked} graphId={graphId} taken={taken} onClose={() => setAsked(null)} />
      ) : null}
    </>
  );
}
