import type { Node, NodeProps } from "@xyflow/react";
import { Repeat2 } from "lucide-react";
import { memo } from "react";
import { useShallow } from "zustand/react/shallow";
import { cn } from "@/components/ui/cn";
import type { NodeOverlay } from "@/lib/graph/overlay";
import type { GraphNode } from "@/lib/schema/graph";
import { useCanvas, useCanvasStore, useNodeMoment } from "./canvas-store";
import { FrameToggle } from "./frame-toggle";
import { NodeIcon, StatusIcon } from "./node-icon";
import { CARD_LOOK, STATUS_COLOUR, formatDuration, toCardLine, toMarkWords, toNodeLabel } from "./node-look";
import { Ports } from "./ports";
import { StopDots } from "./stop-dots";
import { useNodeActions } from "./use-node-actions";

export type CardNodeType = Node<{ node: GraphNode; expandable: boolean }, "card">;

/** A step of the workflow, or a closed subgraph. */
export const CardNode = memo(function CardNode({ id, data: { node, expandable } }: NodeProps<CardNodeType>) {
  const overlay = useCanvas(useShallow((state) => state.overlay?.nodes[id]));
  const moment = useNodeMoment(id);
  const { isSelected, marks, stop } = moment;
  const actions = useNodeActions(id);
  const status = overlay?.status ?? "idle";
  // Stopped by the person who debugs it: it waits for them as much as a question does.
  const shown = stop === "before" ? "interrupted" : status;
  const line = toCardLine(overlay, node.description, stop);
  const duration = overlay === undefined || overlay.ms === null || overlay.status === "idle" ? null : formatDuration(overlay.ms);
  const label = toNodeLabel(node.name, overlay, [...(expandable ? ["subgraph, closed"] : []), ...toMarkWords(marks, stop)]);
  return (
    <>
      <Ports />
      {overlay !== undefined && overlay.tasks > 1 && <Stack look={CARD_LOOK[status]} />}
      <div
        role="button"
        tabIndex={0}
        aria-label={label}
        aria-pressed={isSelected}
        title={[node.name, overlay?.error ?? node.description].filter(Boolean).join("\n")}
        data-status={overlay?.status}
        className={cn(
          "canvas-card absolute inset-0 grid grid-cols-[26px_1fr] items-center gap-x-2 rounded-[8px] border px-2.5 pl-2 text-left transition-[border-color,background-color,box-shadow] duration-150",
          overlay === undefined ? "border-line-strong bg-raised" : CARD_LOOK[shown],
          isSelected && "outline-2 outline-offset-2 outline-focus",
        )}
        {...actions}
      >
        <span
          className={cn(
            "canvas-card-icon grid size-[26px] place-items-center rounded-md bg-hover text-muted",
            shown === "interrupted" && "text-wait",
          )}
        >
          <NodeIcon kind={node.kind} name={node.name} className="size-3.5" />
        </span>
        <span className="min-w-0">
          <span className="flex items-center gap-1">
            <span
              className={cn(
                "canvas-card-name min-w-0 flex-1 font-mono text-[12.5px] leading-[17px] font-medium",
                line === null && duration === null ? "line-clamp-2 wrap-anywhere" : "truncate",
                overlay?.status === "idle" ? "text-faint" : "text-text",
              )}
            >
              {node.name}
            </span>
            {overlay !== undefined && <StatusIcon status={shown} className={cn("size-3.5 shrink-0", STATUS_COLOUR[shown])} />}
          </span>
          {(line !== null || duration !== null) && (
            <span className="canvas-card-line flex gap-1.5 text-[11.5px] leading-4">
              <span className={cn("min-w-0 flex-1 truncate", stop === undefined ? toLineColour(overlay) : "text-wait")}>{line}</span>
              {duration !== null && <span className="shrink-0 text-faint tabular-nums">{duration}</span>}
            </span>
          )}
        </span>
      </div>
      {overlay !== undefined && <Badges id={id} name={node.name} overlay={overlay} />}
      <StopDots id={id} name={node.name} moment={moment} />
      {expandable && (
        <FrameToggle
          id={id}
          name={node.name}
          isOpen={false}
          className="absolute right-3 -bottom-3 h-6 w-8 rounded-full"
          look="h-[18px] w-8 rounded-full border border-line-strong bg-raised"
        />
      )}
    </>
  );
});

function toLineColour(overlay: NodeOverlay | undefined): string {
  if (overlay === undefined || overlay.status === "done") return "text-muted";
  return STATUS_COLOUR[overlay.status];
}

/** Two more cards behind the card: one node, several instances at once. */
function Stack({ look }: { look: string }) {
  return (
    <>
      <span aria-hidden className={cn("absolute inset-0 translate-x-2 translate-y-2 rounded-[8px] border opacity-50", look, "shadow-none")} />
      <span aria-hidden className={cn("absolute inset-0 translate-x-1 translate-y-1 rounded-[8px] border opacity-75", look, "shadow-none")} />
    </>
  );
}

function Badges({ id, name, overlay }: { id: string; name: string; overlay: NodeOverlay }) {
  const store = useCanvasStore();
  return (
    <span className="pointer-events-none absolute -top-[9px] right-2 flex gap-1 text-[10.5px] leading-[14px] font-semibold tabular-nums">
      {overlay.tasks > 1 && (
        <button
          type="button"
          aria-label={`Show the ${overlay.tasks} instances of ${name}`}
          title={`${overlay.tasks} in parallel: show each`}
          className="nodrag nopan group/tasks pointer-events-auto -my-1 grid h-6 min-w-6 place-items-center rounded-full text-muted hover:text-text"
          onClick={(event) => {
            const { left, bottom } = event.currentTarget.getBoundingClientRect();
            store.handlers.onShowInstances(id, { x: left, y: bottom });
          }}
        >
          <span className="rounded-full border border-line-strong bg-raised px-1.5 group-hover/tasks:bg-hover">∥ {overlay.tasks}</span>
        </button>
      )}
      {overlay.attempts > 1 && (
        <span aria-hidden title={`${overlay.attempts} attempts`} className="rounded-full border border-wait/40 bg-wait-bg px-1.5 text-wait">
          {overlay.attempts} tries
        </span>
      )}
      {overlay.cached === true && (
        <span
          aria-hidden
          title="Nothing ran: the result came from the node's cache"
          className="rounded-full border border-line-strong bg-raised px-1.5 text-muted"
        >
          cached
        </span>
      )}
      {overlay.repeats !== undefined && (
        <span
          aria-hidden
          title={overlay.repeats.words.join("\n")}
          data-repeats={overlay.repeats.times}
          className={cn(
            "pointer-events-auto inline-flex items-center gap-0.5 rounded-full border px-1.5",
            overlay.repeats.isHarmful ? "border-bad/40 bg-bad-bg text-bad" : "border-line-strong bg-raised text-muted",
          )}
        >
          <Repeat2 className="size-2.5" />×{overlay.repeats.times}
        </span>
      )}
      {overlay.visits > 1 && (
        <span aria-hidden title={`Ran ${overlay.visits} times`} className="rounded-full border border-ok/40 bg-raised px-1.5 text-ok">
          ×{overlay.visits}
        </span>
      )}
    </span>
  );
}
