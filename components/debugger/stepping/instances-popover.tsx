"use client";

import { Popover, PopoverAnchor, PopoverContent } from "@/components/ui/popover";
import { focusPlace, nodePlace } from "@/components/ui/return-focus";
import { Spinner } from "@/components/ui/spinner";
import type { CanvasPoint } from "../../canvas/canvas-store";
import { useWorkbench } from "../workbench-context";
import { TaskRows } from "./task-rows";
import { useNodeTasks, type NodeTask } from "./use-node-tasks";

type InstancesPopoverProps = { nodeId: string; at: CanvasPoint; onClose: () => void };

/** The instances of a node that ran, or runs, several times in one superstep; choosing one shows it in the inspector. */
export function InstancesPopover({ nodeId, at, onClose }: InstancesPopoverProps) {
  const { select, selection } = useWorkbench();
  const { tasks, isLoading, error } = useNodeTasks(nodeId);
  return (
    <Popover open onOpenChange={(open) => (open ? undefined : onClose())}>
      <PopoverAnchor asChild>
        <span aria-hidden className="pointer-events-none fixed size-px" style={{ left: at.x, top: at.y }} />
      </PopoverAnchor>
      <PopoverContent
        align="start"
        className="w-[380px]"
        aria-label={`Instances of ${nodeId}`}
        onCloseAutoFocus={(event) => {
          event.preventDefault();
          focusPlace(nodePlace(nodeId));
        }}
      >
        <header className="flex items-baseline gap-2 border-b border-line px-3 py-2">
          <h2 className="min-w-0 truncate font-mono font-semibold">{nodeId}</h2>
          <p className="text-sm text-muted">{summarise(tasks)}</p>
        </header>
        {error !== null ? (
          <p role="alert" className="px-3 py-3 text-muted">
            The tasks could not be read. {error.message}
          </p>
        ) : isLoading ? (
          <p className="flex items-center gap-2 px-3 py-3 text-muted">
            <Spinner label="Loading" /> Reading the tasks…
          </p>
        ) : (
          <TaskRows
            label={`Tasks of ${nodeId}`}
            tasks={tasks}
            selectedId={selection.node === nodeId ? selection.task : null}
            maxHeight={336}
            onSelect={(task) => select({ node: nodeId, task })}
          />
        )}
      </PopoverContent>
    </Popover>
  );
}

const WORDS: Record<NodeTask["status"], string> = { pending: "due", running: "running", done: "done", interrupted: "waiting", failed: "failed" };

/** "12 instances: 10 done, 2 failed" */
export function summarise(tasks: readonly NodeTask[]): string {
  const counts = new Map<string, number>();
  for (const { status } of tasks) counts.set(WORDS[status], (counts.get(WORDS[status]) ?? 0) + 1);
  const parts = [...counts].map(([word, count]) => `${count} ${word}`);
  return `${tasks.length} ${tasks.length === 1 ? "instance" : "instances"}${parts.length === 0 ? "" : `: ${parts.join(", ")}`}`;
}
