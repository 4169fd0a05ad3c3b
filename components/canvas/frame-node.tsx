import type { Node, NodeProps } from "@xyflow/react";
import { memo } from "react";
import { useShallow } from "zustand/react/shallow";
import { cn } from "@/components/ui/cn";
import { FRAME_HEADER } from "@/lib/graph/layout-input";
import type { NodeStatus } from "@/lib/graph/overlay";
import type { GraphNode } from "@/lib/schema/graph";
import { useCanvas, useNodeMoment } from "./canvas-store";
import { FrameToggle } from "./frame-toggle";
import { NodeIcon, StatusIcon } from "./node-icon";
import { STATUS_COLOUR, STATUS_WORDS, formatDuration, toMarkWords, toNodeLabel } from "./node-look";
import { Ports } from "./ports";
import { StopDots } from "./stop-dots";
import { useNodeActions } from "./use-node-actions";

export type FrameNodeType = Node<{ node: GraphNode }, "frame">;

const BORDER: Record<NodeStatus, string> = {
  idle: "border-line",
  next: "border-run/60",
  running: "border-run",
  done: "border-[color-mix(in_srgb,var(--ok)_45%,var(--line-strong))]",
  interrupted: "border-wait",
  failed: "border-bad",
};

/** An opened subgraph; its nodes stand inside. */
export const FrameNode = memo(function FrameNode({ id, data: { node } }: NodeProps<FrameNodeType>) {
  const overlay = useCanvas(useShallow((state) => state.overlay?.nodes[id]));
  const moment = useNodeMoment(id);
  const { isSelected, marks, stop } = moment;
  const actions = useNodeActions(id);
  return (
    <div
      className={cn(
        "absolute inset-0 rounded-[10px] border bg-[color-mix(in_srgb,var(--raised)_55%,transparent)]",
        overlay === undefined ? "border-line-strong" : BORDER[overlay.status],
        isSelected && "outline-2 outline-offset-2 outline-focus",
      )}
    >
      <Ports />
      <div className="flex items-center gap-1.5 border-b border-line pr-1.5" style={{ height: FRAME_HEADER - 6 }}>
        <div
          role="button"
          tabIndex={0}
          aria-label={toNodeLabel(node.name, overlay, ["subgraph, open", ...toMarkWords(marks, stop)])}
          aria-pressed={isSelected}
          className="flex h-full min-w-0 flex-1 items-center gap-2 rounded-t-[9px] pl-2.5"
          {...actions}
        >
          <NodeIcon kind={node.kind} name={node.name} className="size-3.5 shrink-0 text-muted" />
          <span className="canvas-frame-name truncate font-mono text-[12.5px] font-medium">{node.name}</span>
          {overlay !== undefined && overlay.status !== "idle" && (
            <span
              title={STATUS_WORDS[overlay.status]}
              className={cn("flex shrink-0 items-center gap-1 text-[11.5px]", STATUS_COLOUR[overlay.status])}
            >
              <StatusIcon status={overlay.status} className="size-3" />
              {overlay.visits > 1 && <span>×{overlay.visits}</span>}
              {overlay.ms !== null && <span className="text-faint"> {formatDuration(overlay.ms)}</span>}
            </span>
          )}
        </div>
        <FrameToggle id={id} name={node.name} isOpen className="size-6 rounded" />
      </div>
      <StopDots id={id} name={node.name} moment={moment} at={FRAME_HEADER / 2} />
    </div>
  );
});
