import type { BranchComparison, BranchSide } from "@/lib/schema/travel";
import { formatCost, formatMs, signed } from "./words";

const COUNT = (value: number) => value.toLocaleString("en");

type Row = { name: string; of: (side: BranchSide) => number | null; format: (value: number) => string };

const ROWS: Row[] = [
  { name: "Steps", of: (side) => side.path.length, format: COUNT },
  { name: "Time", of: (side) => side.ms, format: formatMs },
  { name: "Model calls", of: (side) => side.totals.model_calls, format: COUNT },
  { name: "Tokens", of: (side) => side.totals.tokens.total, format: COUNT },
  { name: "Cost", of: (side) => side.totals.cost, format: formatCost },
];

/** What each side took since they parted, and how much more or less. */
export function Totals({ a, b }: Pick<BranchComparison, "a" | "b">) {
  return (
    <dl aria-label="What each side took since they parted" className="flex flex-wrap gap-x-5 gap-y-1 border-b border-line px-3.5 py-2 text-sm">
      {ROWS.map(({ name, of, format }) => {
        const [left, right] = [of(a), of(b)];
        // A workflow that calls no model has nothing to say about tokens and cost.
        if (name !== "Steps" && name !== "Time" && (left ?? 0) === 0 && (right ?? 0) === 0) return null;
        const difference = left === null || right === null ? "" : signed(right - left, format);
        return (
          <div key={name} className="flex items-baseline gap-1.5">
            <dt className="text-faint">{name}</dt>
            <dd className="tabular-nums">
              {left === null ? "unknown" : format(left)}
              <span className="mx-1 text-faint" aria-label="on the left, on the right">
                |
              </span>
              {right === null ? "unknown" : format(right)}
              {difference === "" ? null : <span className="ml-1.5 text-muted">{difference}</span>}
            </dd>
          </div>
        );
      })}
    </dl>
  );
}
