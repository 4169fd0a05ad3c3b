import type { Node, NodeProps } from "@xyflow/react";
import { Split } from "lucide-react";
import { memo } from "react";
import { cn } from "@/components/ui/cn";
import type { NodeKind } from "@/lib/schema/graph";
import type { KitKind } from "@/lib/schema/kit";
import { useCanvas } from "../canvas-store";
import { FrameToggle } from "../frame-toggle";
import { KitIcon, NodeIcon } from "../node-icon";
import { Ports } from "../ports";
import { StopDots } from "../stop-dots";
import { ProblemBadge, Signs } from "./badges";
import { useDesign, useDesignStore, useWireRole } from "./design-store";
import { NameField } from "./name-field";
import { isSameNode } from "./same-node";
import { WirePort } from "./wire-port";

export type StepView = {
  name: string;
  description: string | null;
  kind: NodeKind;
  kit: KitKind | null;
  locked: string | null;
  guarded: boolean;
  hasUnknownWays: boolean;
  expandable: boolean;
};
export type StepNodeType = Node<StepView, "step">;

/** Above the middle, where lines begin and end. */
const DOT_TOP = 12;

const ROLE = {
  anchor: "",
  valid: "ring-2 ring-focus/40 ring-offset-1 ring-offset-canvas",
  over: "ring-2 ring-focus ring-offset-1 ring-offset-canvas",
  refused: "opacity-45",
};

/** A step of the workflow that can be edited, or a closed subgraph. */
export const StepNode = memo(function StepNode({ id, data, selected }: NodeProps<StepNodeType>) {
  const store = useDesignStore();
  const badge = useDesign((state) => state.nodeBadges.get(id));
  const isPinned = useDesign((state) => state.pinned.has(id));
  const isNaming = useDesign(({ editing }) => editing?.kind === "node" && editing.id === id);
  const marks = useCanvas((state) => state.marks[id]);
  const role = useWireRole(id);
  const { name, description, kind, kit, locked, guarded, hasUnknownWays, expandable } = data;
  return (
    <>
      <Ports />
      <div
        role="button"
        tabIndex={0}
        data-card={id}
        aria-label={toStepLabel(data, isPinned, badge?.text)}
        aria-pressed={selected}
        title={[name, description].filter(Boolean).join("\n")}
        className={cn(
          "canvas-card absolute inset-0 grid grid-cols-[26px_1fr] items-center gap-x-2 rounded-[8px] border border-line-strong bg-raised px-2.5 pl-2 text-left",
          locked !== null && "border-dashed",
          selected && "outline-2 outline-offset-2 outline-focus",
          role !== null && ROLE[role],
        )}
      >
        <span
          className={cn("canvas-card-icon grid size-[26px] place-items-center rounded-md bg-hover text-muted", kit === "approval" && "text-wait")}
        >
          {kit === null ? <NodeIcon kind={kind} name={name} className="size-3.5" /> : <KitIcon kind={kit} className="size-3.5" />}
        </span>
        <span className="min-w-0">
          <span className="flex items-center gap-1">
            {isNaming ? (
              <NameField
                label={`New name of ${name}`}
                value={name}
                className="w-full"
                onDone={(next) => {
                  store.setState({ editing: null });
                  if (next !== null) store.handlers.onRename(id, next);
                }}
              />
            ) : (
              <span
                className={cn(
                  "canvas-card-name min-w-0 flex-1 font-mono text-[12.5px] leading-[17px] font-medium text-text",
                  description === null ? "line-clamp-2 wrap-anywhere" : "truncate",
                )}
              >
                {name}
              </span>
            )}
            <Signs locked={locked} isPinned={isPinned} isGuarded={guarded} />
          </span>
          {description !== null && <span className="canvas-card-line block truncate text-[11.5px] leading-4 text-muted">{description}</span>}
        </span>
      </div>
      {badge !== undefined && (
        <ProblemBadge
          badge={badge}
          label={`Problems of ${name}: ${badge.text}`}
          className="absolute -top-3 -left-3"
          onOpen={(at) => store.handlers.onShowProblems({ kind: "node", id }, at)}
        />
      )}
      {hasUnknownWays && (
        <span
          aria-hidden
          title="Where its router leads could not be read from the text"
          className="absolute -right-1.5 -bottom-2 rounded-full border border-line-strong bg-raised px-1 text-[10px] leading-4 text-muted"
        >
          <Split aria-hidden className="inline size-2.5" /> ?
        </span>
      )}
      {expandable && (
        <FrameToggle
          id={id}
          name={name}
          isOpen={false}
          className="absolute right-3 -bottom-3 h-6 w-8 rounded-full"
          look="h-[18px] w-8 rounded-full border border-line-strong bg-raised"
        />
      )}
      {marks !== undefined && (
        <StopDots id={id} name={name} moment={{ isSelected: selected, marks, stop: undefined, isOffered: false }} at={DOT_TOP} />
      )}
      <WirePort id={id} name={name} />
    </>
  );
}, isSameNode);

function toStepLabel(
  { name, kit, kind, expandable, guarded, locked, hasUnknownWays, description }: StepView,
  isPinned: boolean,
  problems?: string,
): string {
  const parts = [name];
  if (expandable) parts.push("subgraph, closed");
  else if (kit !== null) parts.push(kit);
  else if (kind !== "node") parts.push(kind.replaceAll("_", " "));
  if (description !== null) parts.push(description);
  if (isPinned) parts.push("output pinned");
  if (guarded) parts.push("guarded");
  if (hasUnknownWays) parts.push("ways unknown");
  if (locked !== null) parts.push(`locked: ${locked}`);
  if (problems !== undefined) parts.push(problems);
  return parts.join(", ");
}
