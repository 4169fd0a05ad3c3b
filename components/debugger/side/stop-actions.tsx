"use client";

import { ArrowUpRight, PenLine } from "lucide-react";
import { Button } from "@/components/ui/button";
import { useBreakpoints } from "../breakpoints/breakpoints-context";
import type { DebugStop } from "../stepping/find-stop";
import { useWorkbench } from "../workbench-context";

/** What can be done about a stop besides going on: look at its place, or mend the condition that failed. */
export function StopActions({ stop }: { stop: DebugStop }) {
  const { checkpointNs, openLevel, select, description } = useWorkbench();
  const { edit, list } = useBreakpoints();
  const { reason, nodes } = stop;
  const failed = reason.kind === "failed_condition" ? list.find(({ breakpoint_id }) => breakpoint_id === reason.breakpoint_id) : undefined;
  const node = description?.nodes.find(({ id }) => id === nodes[0]);
  return (
    <>
      {failed === undefined ? null : (
        <Button onClick={() => edit({ id: failed.breakpoint_id, spec: failed.spec })}>
          <PenLine />
          Edit the condition
        </Button>
      )}
      {stop.checkpointNs !== checkpointNs ? (
        <Button onClick={() => openLevel(stop.checkpointNs)}>
          <ArrowUpRight />
          {stop.checkpointNs === "" ? "Show the workflow" : "Look into the subgraph"}
        </Button>
      ) : node === undefined ? null : (
        <Button onClick={() => select({ node: node.id, task: null })}>
          <ArrowUpRight />
          Show {node.name}
        </Button>
      )}
    </>
  );
}
