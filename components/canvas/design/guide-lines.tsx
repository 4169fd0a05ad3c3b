import { ViewportPortal } from "@xyflow/react";
import { useLive } from "./live-move";

const BEYOND = 12;

/** What a moved node is in line with. */
export function GuideLines() {
  const guides = useLive((state) => state.guides);
  const still = useLive((state) => state.still);
  if (guides.length === 0) return null;
  return (
    <ViewportPortal>
      <svg
        aria-hidden
        className="pointer-events-none absolute top-0 left-0 z-[130] size-px overflow-visible text-focus"
        style={{ transform: `translate(${still.x}px, ${still.y}px)` }}
      >
        {guides.map(({ axis, at, from, to }) => {
          const along =
            axis === "x" ? { x1: at, x2: at, y1: from - BEYOND, y2: to + BEYOND } : { y1: at, y2: at, x1: from - BEYOND, x2: to + BEYOND };
          return (
            <line key={`${axis} ${at}`} {...along} stroke="currentColor" strokeWidth={1} strokeOpacity={0.7} vectorEffect="non-scaling-stroke" />
          );
        })}
      </svg>
    </ViewportPortal>
  );
}
