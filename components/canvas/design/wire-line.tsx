import { ViewportPortal } from "@xyflow/react";
import type { Box, Point } from "@/lib/graph/layout-input";
import { routeBetween, toArrowhead, toRoundedPath } from "../route";
import { useDesign } from "./design-store";

const POINT = { width: 1, height: 1 };

/** The line that is being drawn, to the hand or to the node that it would end at. */
export function WireLine({ boxOf }: { boxOf: (id: string) => Box | null }) {
  const wire = useDesign((state) => state.wire);
  const direction = useDesign((state) => state.direction);
  if (wire === null) return null;
  const anchor = boxOf(wire.anchor);
  if (anchor === null) return null;
  const other = (wire.over === null ? null : boxOf(wire.over)) ?? toBox(wire.at);
  const points = wire.end === "target" ? routeBetween(anchor, other, direction) : routeBetween(other, anchor, direction);
  return (
    <ViewportPortal>
      <svg aria-hidden data-wire="" className="pointer-events-none absolute top-0 left-0 z-[130] size-px overflow-visible text-focus">
        <path d={toRoundedPath(points)} fill="none" stroke="currentColor" strokeWidth={2} strokeDasharray={wire.over === null ? "5 4" : undefined} />
        <path d={toArrowhead(points)} fill="currentColor" />
      </svg>
    </ViewportPortal>
  );
}

function toBox({ x, y }: Point): Box {
  return { x, y, ...POINT };
}
