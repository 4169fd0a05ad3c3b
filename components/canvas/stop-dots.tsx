import { cn } from "@/components/ui/cn";
import { isConditional, type BreakpointMark, type When } from "@/lib/graph/breakpoint-marks";
import { useCanvasStore, type NodeMoment } from "./canvas-store";

const SIDE: Record<When, string> = { before: "-left-3", after: "-right-3" };
const LOOK: Record<BreakpointMark["look"], string> = {
  on: "border-bad bg-bad text-panel",
  off: "border-bad bg-raised text-bad",
  failed: "rotate-45 rounded-[2px] border-wait bg-wait text-panel",
  implied: "border-bad/50 bg-[color-mix(in_srgb,var(--bad)_30%,var(--raised))] text-bad",
};

type StopDotsProps = {
  id: string;
  name: string;
  moment: NodeMoment;
  /** Pixels from the top to the middle of the dots; half way down without it. */
  at?: number;
};

/** The breakpoints of a node: before it on its left edge, after it on its right. Free places show when the node is pointed at. */
export function StopDots({ id, name, moment: { marks, stop, isOffered }, at }: StopDotsProps) {
  const top = at === undefined ? "calc(50% - 12px)" : at - 12;
  return (
    <>
      <StopDot id={id} name={name} when="before" mark={marks?.before ?? null} isStop={stop === "before"} isOffered={isOffered} top={top} />
      <StopDot id={id} name={name} when="after" mark={marks?.after ?? null} isStop={stop === "after"} isOffered={isOffered} top={top} />
    </>
  );
}

type StopDotProps = { id: string; name: string; when: When; mark: BreakpointMark | null; isStop: boolean; isOffered: boolean; top: number | string };

function StopDot({ id, name, when, mark, isStop, isOffered, top }: StopDotProps) {
  const store = useCanvasStore();
  if (mark === null && !isOffered && !isStop) return null;
  const isSet = mark !== null && mark.look !== "implied";
  const label = `Breakpoint ${when} ${name}`;
  return (
    <button
      type="button"
      // A node's own keys do the same: F9 and Shift+F9.
      tabIndex={-1}
      aria-label={label}
      aria-pressed={isSet}
      title={toTitle(mark, when, isStop)}
      data-stop={isStop ? when : undefined}
      className={cn("canvas-dot nodrag nopan group/dot absolute z-10 grid size-6 place-items-center rounded-full", SIDE[when])}
      style={{ top }}
      onClick={(event) => {
        event.stopPropagation();
        store.handlers.onToggleBreakpoint(id, when);
      }}
      onDoubleClick={(event) => event.stopPropagation()}
    >
      {isStop && <StopArrow when={when} />}
      {mark === null ? (
        !isStop && (
          <span
            aria-hidden
            className="size-2.5 rounded-full border border-bad/70 bg-raised opacity-70 group-hover/dot:bg-bad group-hover/dot:opacity-100"
          />
        )
      ) : (
        <span
          aria-hidden
          className={cn(
            "relative grid place-items-center rounded-full border-[1.5px] text-[9px] leading-none font-bold",
            isConditional(mark) ? "size-3" : "size-2.5",
            LOOK[mark.look],
          )}
        >
          {isConditional(mark) && <span className={cn(mark.look === "failed" && "-rotate-45")}>{mark.condition === null ? "#" : "="}</span>}
        </span>
      )}
    </button>
  );
}

/** Where the run stands, as a debugger points at the line that it stopped at. */
function StopArrow({ when }: { when: When }) {
  return (
    <svg
      aria-hidden
      viewBox="0 0 26 18"
      className={cn(
        "pointer-events-none absolute h-[18px] w-[26px] overflow-visible text-wait",
        when === "before" ? "-translate-x-1" : "translate-x-1",
      )}
    >
      <path
        d="M1 3.5a2.5 2.5 0 0 1 2.5-2.5H15l9.5 8L15 17H3.5A2.5 2.5 0 0 1 1 14.5Z"
        fill="color-mix(in srgb, var(--wait-bg) 70%, var(--raised))"
        stroke="currentColor"
        strokeWidth="1.75"
        strokeLinejoin="round"
      />
    </svg>
  );
}

function toTitle(mark: BreakpointMark | null, when: When, isStop: boolean): string {
  const lines: string[] = [];
  if (isStop) lines.push(when === "before" ? "Stopped here, before the node" : "Stopped here, after the node");
  const key = when === "before" ? "F9" : "Shift+F9";
  if (mark === null) lines.push(`Set a breakpoint ${when} it (${key})`);
  else if (mark.look === "implied") lines.push(`Stops ${when} every node`);
  else if (mark.look === "failed") lines.push(`The condition could not be evaluated: ${mark.condition ?? ""}`);
  else lines.push(mark.look === "on" ? `Stops ${when} it (${key})` : `Breakpoint ${when} it, switched off`);
  if (mark !== null && mark.look !== "failed" && mark.condition !== null) lines.push(`if ${mark.condition}`);
  if (mark !== null && (mark.hits ?? 1) > 1) lines.push(`from the ${toOrdinal(mark.hits ?? 1)} time on`);
  return lines.join("\n");
}

function toOrdinal(count: number): string {
  const tens = count % 100;
  const suffix = tens >= 11 && tens <= 13 ? "th" : (["th", "st", "nd", "rd"][count % 10] ?? "th");
  return `${count}${suffix}`;
}
