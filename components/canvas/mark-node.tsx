import type { Node, NodeProps } from "@xyflow/react";
import { Play, Square } from "lucide-react";
import { memo } from "react";
import { cn } from "@/components/ui/cn";
import type { GraphNode } from "@/lib/schema/graph";
import { useCanvas } from "./canvas-store";
import { Ports } from "./ports";

export type MarkNodeType = Node<{ node: GraphNode }, "mark">;

/** Where the workflow starts or ends. */
export const MarkNode = memo(function MarkNode({ id, data: { node } }: NodeProps<MarkNodeType>) {
  const isReached = useCanvas((state) => state.overlay?.nodes[id]?.status === "done");
  const name = node.kind === "start" ? "Start" : "End";
  const Icon = node.kind === "start" ? Play : Square;
  return (
    <div
      role="img"
      aria-label={isReached ? `${name}, reached` : name}
      title={name}
      className={cn(
        "grid size-6 place-items-center rounded-full border-[1.5px] transition-colors",
        isReached ? "border-ok bg-ok-bg text-ok" : "border-line-strong bg-raised text-faint",
      )}
    >
      <Ports />
      <Icon aria-hidden className={cn("size-2.5 fill-current", node.kind === "start" && "translate-x-px")} />
    </div>
  );
});
