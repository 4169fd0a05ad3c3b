import type { Node, NodeProps } from "@xyflow/react";
import { Play, Square } from "lucide-react";
import { memo } from "react";
import { cn } from "@/components/ui/cn";
import { Ports } from "../ports";
import { useWireRole } from "./design-store";
import { isSameNode } from "./same-node";
import { WirePort } from "./wire-port";

export type EndNodeType = Node<{ end: "start" | "end" }, "end">;

const ROLE = { anchor: "", valid: "ring-2 ring-focus/40", over: "ring-2 ring-focus", refused: "opacity-45" };

/** Where the workflow starts, with a port to lead on from, or where it ends. */
export const EndNode = memo(function EndNode({ id, data: { end } }: NodeProps<EndNodeType>) {
  const role = useWireRole(id);
  const isStart = end === "start";
  const name = isStart ? "Start" : "End";
  const Icon = isStart ? Play : Square;
  return (
    <>
      <Ports />
      <div
        role="button"
        tabIndex={0}
        data-card={id}
        aria-label={name}
        title={name}
        className={cn(
          "grid size-6 place-items-center rounded-full border-[1.5px] border-line-strong bg-raised text-faint",
          role !== null && ROLE[role],
        )}
      >
        <Icon aria-hidden className={cn("size-2.5 fill-current", isStart && "translate-x-px")} />
      </div>
      {isStart && <WirePort id={id} name={name} />}
    </>
  );
}, isSameNode);
