import { EdgeLabelRenderer } from "@xyflow/react";
import { GitFork, Lock, Plus } from "lucide-react";
import { cn } from "@/components/ui/cn";
import { isLabelShown, type DrawnEdge, type DrawnPart } from "@/lib/graph/design-drawing";
import { MAX_LABEL_LENGTH, MAX_LABEL_LINES, type Point } from "@/lib/graph/layout-input";
import type { CanvasBadge, CanvasEdgeRef } from "../design-canvas";
import { ProblemBadge } from "./badges";
import { useDesign, useDesignStore } from "./design-store";
import { NameField } from "./name-field";

type WayChipProps = {
  id: string;
  drawn: DrawnEdge;
  at: Point;
  selected: CanvasEdgeRef | null;
  isActive: boolean;
  badge: CanvasBadge | undefined;
  sourceName: string;
  targetName: string;
};

const LINE = 18;

/** On a line: the labels of its branches, its signs, what is wrong with it, and "+" to put a node there. */
export function WayChip({ id, drawn, at, selected, isActive, badge, sourceName, targetName }: WayChipProps) {
  const store = useDesignStore();
  const canEdit = useDesign((state) => state.canEdit);
  const isWiring = useDesign((state) => state.wire !== null);
  const labelled = drawn.parts.filter((part) => isLabelShown(part, drawn.target));
  const shown = labelled.length > MAX_LABEL_LINES ? labelled.slice(0, MAX_LABEL_LINES - 1) : labelled;
  const isSent = drawn.parts.some(({ send }) => send);
  const locks = [...new Set(drawn.parts.flatMap(({ locked }) => locked ?? []))];
  const isLocked = drawn.parts.every(({ locked }) => locked !== null);
  const isInsertable = canEdit && !isLocked && !isWiring && (isActive || selected !== null);
  const hasSigns = isSent || (isLocked && drawn.parts.some(({ kind }) => kind !== "command"));
  if (shown.length === 0 && !hasSigns && !isInsertable && badge === undefined) return null;
  const rows = shown.length + (labelled.length > shown.length ? 1 : 0);
  const below = rows === 0 && !hasSigns ? 0 : Math.max(rows, 1) * (LINE / 2) + 12;
  return (
    <EdgeLabelRenderer>
      {(rows > 0 || hasSigns) && (
        <div className="canvas-label absolute z-[60] flex flex-col items-center text-[11px] leading-4" style={{ transform: centered(at) }}>
          {shown.map((part, index) => (
            <WayLabel key={`${part.router} ${part.label}`} part={part} drawn={drawn} selected={selected}>
              {index === 0 && <WaySigns isSent={isSent} lock={isLocked ? (locks[0] ?? null) : null} />}
            </WayLabel>
          ))}
          {labelled.length > shown.length && <span className="rounded bg-canvas px-1 text-faint">+{labelled.length - shown.length} more</span>}
          {rows === 0 && (
            <span className="flex rounded bg-canvas px-0.5">
              <WaySigns isSent={isSent} lock={isLocked ? (locks[0] ?? null) : null} />
            </span>
          )}
        </div>
      )}
      {badge !== undefined && (
        <div
          className="pointer-events-auto absolute z-[62]"
          style={{ transform: centered({ x: at.x, y: at.y - Math.max(rows, 1) * (LINE / 2) - 10 }) }}
        >
          <ProblemBadge
            badge={badge}
            label={`Problems from ${sourceName} to ${targetName}: ${badge.text}`}
            onOpen={(place) =>
              store.handlers.onShowProblems({ kind: "edge", edge: { source: drawn.source, target: drawn.target, label: null } }, place)
            }
          />
        </div>
      )}
      {isInsertable && (
        <button
          type="button"
          // The keyboard's way is the line's own menu.
          tabIndex={-1}
          aria-label={`Insert a node between ${sourceName} and ${targetName}`}
          title="Insert a node here"
          className="nodrag nopan pointer-events-auto absolute z-[61] grid size-6 place-items-center rounded-full text-muted hover:text-text"
          style={{ transform: centered({ x: at.x, y: at.y + below }) }}
          onMouseEnter={() => store.handlers.onHoverEdge(id)}
          onMouseLeave={() => store.handlers.onHoverEdge(null)}
          onClick={(event) => {
            event.stopPropagation();
            store.handlers.onInsert(selected ?? { source: drawn.source, target: drawn.target, label: firstLabel(drawn) }, at);
          }}
        >
          <span className="grid size-[18px] place-items-center rounded-full border border-line-strong bg-raised">
            <Plus aria-hidden className="size-3" />
          </span>
        </button>
      )}
    </EdgeLabelRenderer>
  );
}

const centered = ({ x, y }: Point) => `translate(-50%, -50%) translate(${x}px, ${y}px)`;

/** What a click on the line as a whole means: the plain edge where it has one, else its first branch. */
export function firstLabel({ parts }: DrawnEdge): string | null {
  if (parts.some(({ kind }) => kind === "edge")) return null;
  return parts.find(({ kind }) => kind === "branch")?.label ?? null;
}

function WaySigns({ isSent, lock }: { isSent: boolean; lock: string | null }) {
  return (
    <span className="pointer-events-auto flex items-center gap-0.5 text-faint [&_svg]:size-3">
      {isSent && (
        <span title="Send: once per item, at the same time">
          <GitFork aria-hidden className="rotate-90" />
        </span>
      )}
      {lock !== null && (
        <span title={lock}>
          <Lock aria-hidden />
        </span>
      )}
    </span>
  );
}

type WayLabelProps = { part: DrawnPart; drawn: DrawnEdge; selected: CanvasEdgeRef | null; children: React.ReactNode };

function WayLabel({ part, drawn, selected, children }: WayLabelProps) {
  const store = useDesignStore();
  const edge = { source: drawn.source, target: drawn.target, label: part.label };
  const isNaming = useDesign(({ editing }) => editing?.kind === "branch" && isSameEdge(editing.edge, edge));
  const canEdit = useDesign((state) => state.canEdit);
  const text = part.label ?? "";
  if (isNaming) {
    return (
      <NameField
        label={`New name of the branch ${text}`}
        value={text}
        className="pointer-events-auto w-32 text-[11px]"
        onDone={(name) => {
          store.setState({ editing: null });
          if (name !== null) store.handlers.onRenameBranch(edge, name);
        }}
      />
    );
  }
  const canRename = canEdit && part.canRename && part.locked === null;
  const isSelected = selected !== null && selected.label === part.label;
  return (
    <button
      type="button"
      tabIndex={-1}
      aria-label={`Branch ${text} from ${drawn.source}`}
      title={canRename ? `${text}\nDouble click or F2 renames it` : (part.locked ?? text)}
      className={cn(
        "nodrag nopan pointer-events-auto flex items-center gap-1 rounded bg-canvas px-1 whitespace-nowrap hover:text-text",
        isSelected ? "font-medium text-focus" : "text-muted",
      )}
      onClick={(event) => {
        event.stopPropagation();
        store.handlers.onSelect({ nodes: [], edge });
      }}
      onDoubleClick={(event) => {
        event.stopPropagation();
        if (canRename) store.setState({ editing: { kind: "branch", edge } });
      }}
      onContextMenu={(event) => {
        event.preventDefault();
        event.stopPropagation();
        store.handlers.onSelect({ nodes: [], edge });
        store.handlers.onMenu({ kind: "edge", edge }, { x: event.clientX, y: event.clientY });
      }}
    >
      {children}
      {text.length > MAX_LABEL_LENGTH ? `${text.slice(0, MAX_LABEL_LENGTH - 1)}…` : text}
    </button>
  );
}

export function isSameEdge(a: CanvasEdgeRef, b: CanvasEdgeRef): boolean {
  return a.source === b.source && a.target === b.target && a.label === b.label;
}
