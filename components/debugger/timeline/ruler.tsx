import { memo } from "react";
import { cn } from "@/components/ui/cn";
import { formatStep } from "./format";
import { COLUMN, columnX, type GridWindow } from "./geometry";

export type RulerProps = { steps: number[]; selectedColumn: number | null; view: GridWindow };

/** Superstep numbers above the columns. */
export const Ruler = memo(function Ruler({ steps, selectedColumn, view }: RulerProps) {
  const first = Math.max(0, view.firstColumn);
  return (
    <div aria-hidden className="relative h-full">
      {steps.slice(first, view.lastColumn + 1).map((step, index) => {
        const column = first + index;
        return (
          <span
            key={column}
            className={cn("absolute top-1.5 text-center text-xs text-faint tabular-nums", column === selectedColumn && "font-semibold text-text")}
            style={{ left: columnX(column) - COLUMN / 2, width: COLUMN }}
          >
            {formatStep(step)}
          </span>
        );
      })}
    </div>
  );
});
