"use client";

import { useMemo, useState } from "react";
import { Empty } from "@/components/ui/empty";
import { computeOverlay } from "@/lib/graph/overlay";
import type { TimelineEntry } from "@/lib/schema/checkpoint";
import type { TaskView } from "@/lib/schema/checkpoint";
import type { GraphDescription } from "@/lib/schema/graph";
import { GraphCanvas } from "../../canvas/graph-canvas";
import { stepDurations } from "../../debugger/head";
import { QueryView } from "../../debugger/inspector/query-state";
import type { ContextTabProps } from "./context-props";
import { useAskedAt, usePathTo } from "./use-place";

/** The workflow with the way that the thread took to the node that asks. Nothing can be changed in it. */
export function CanvasTab({ item, description }: ContextTabProps) {
  const path = usePathTo(item.thread_id, item.checkpoint_id);
  const checkpoint = useAskedAt(item.thread_id, item.checkpoint_id);
  if (description === null) return <Empty title="No drawing">The workflow does not load right now, so it cannot be drawn.</Empty>;
  return (
    <div className="h-full [&>div]:h-full">
      <QueryView query={path} what="path">
        {(entries) => <Drawing description={description} entries={entries} tasks={checkpoint.data?.tasks ?? NO_TASKS} node={item.node} />}
      </QueryView>
    </div>
  );
}

const NO_TASKS: TaskView[] = [];

type DrawingProps = { description: GraphDescription; entries: TimelineEntry[]; tasks: TaskView[]; node: string };

function Drawing({ description, entries, tasks, node }: DrawingProps) {
  const [selected, setSelected] = useState<string | null>(node);
  const overlay = useMemo(
    () => (entries.length === 0 ? null : computeOverlay({ description, path: entries, tasks, live: [], durations: stepDurations(entries) })),
    [description, entries, tasks],
  );
  return (
    <GraphCanvas
      description={description}
      overlay={overlay}
      selectedNodeId={selected}
      onSelectNode={setSelected}
      storageKey={`retrograph:inbox-canvas:${description.graph_id}`}
    />
  );
}
