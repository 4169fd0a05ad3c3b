import type { Node, NodeProps } from "@xyflow/react";
import { memo } from "react";
import { cn } from "@/components/ui/cn";
import { useDesign, useDesignStore } from "./design-store";
import { GROUP_LOOK, toGroupColor } from "./group-colors";
import { NameField } from "./name-field";
import { isSameNode } from "./same-node";

export type GroupNodeType = Node<{ groupId: string; title: string; color: string | undefined }, "group">;

/** A frame that a person drew around nodes: it has a title, and moves them together. */
export const GroupNode = memo(function GroupNode({ id, data: { groupId, title, color }, selected }: NodeProps<GroupNodeType>) {
  const store = useDesignStore();
  const isNaming = useDesign(({ editing }) => editing?.kind === "group" && editing.id === groupId);
  return (
    <div className={cn("absolute inset-0 rounded-[10px] border", GROUP_LOOK[toGroupColor(color)].box, selected && "outline-2 outline-focus")}>
      <div
        role="button"
        tabIndex={0}
        data-card={id}
        aria-label={`Group ${title}`}
        aria-pressed={selected}
        className={cn(
          "canvas-group-title pointer-events-auto flex h-7 items-center rounded-t-[9px] px-2.5 text-[11.5px] font-medium",
          GROUP_LOOK[toGroupColor(color)].title,
        )}
      >
        {isNaming ? (
          <NameField
            label={`New title of the group ${title}`}
            value={title}
            className="w-full font-sans"
            onDone={(next) => {
              store.setState({ editing: null });
              if (next === null) return;
              store.handlers.onArrange((layout) => {
                const group = Object.hasOwn(layout.groups, groupId) ? layout.groups[groupId] : undefined;
                return group === undefined ? layout : { ...layout, groups: { ...layout.groups, [groupId]: { ...group, title: next } } };
              }, "Rename group");
            }}
          />
        ) : (
          <span className="truncate">{title}</span>
        )}
      </div>
    </div>
  );
}, isSameNode);
