"use client";

import { ChevronDown, TriangleAlert, Workflow as WorkflowIcon } from "lucide-react";
import { useRouter } from "next/navigation";
import { Menu, MenuContent, MenuItem, MenuLabel, MenuLine, MenuTrigger } from "@/components/ui/menu";
import { workflowTitle } from "../../threads/use-workflows";
import { useWorkbench } from "../workbench-context";

export function WorkflowSwitcher() {
  const { graphId, workflow, workflows } = useWorkbench();
  const router = useRouter();
  return (
    <Menu>
      <MenuTrigger className="flex h-7 max-w-48 min-w-0 shrink-0 items-center gap-1 rounded-md px-1.5 font-semibold hover:bg-hover">
        {workflow?.status === "failed" || workflow === null ? (
          <TriangleAlert role="img" aria-label="could not be loaded" className="size-3.5 shrink-0 text-bad" />
        ) : null}
        <span className="truncate">{workflow ? workflowTitle(workflow) : graphId}</span>
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
        <MenuItem onSelect={() => router.push("/")}>All workflows</MenuItem>
        <MenuItem onSelect={() => router.push("/t")}>All threads</MenuItem>
      </MenuContent>
    </Menu>
  );
}
