import type { NodeChange } from "@xyflow/react";
import { useEffect, useEffectEvent, useMemo, useRef, useState } from "react";
import type { CanvasEdgeRef, CanvasSelection, DesignCanvasProps } from "../design-canvas";
import type { DesignNode } from "./design-registry";
import { readElement } from "./element-ids";

const NONE: ReadonlySet<string> = new Set();

type SelectionInput = Pick<DesignCanvasProps, "selection" | "onSelect" | "drawing" | "layout">;

/** What is selected: nodes and an edge are the owner's, groups and notes are the canvas's own. */
export function useDesignSelection({ selection, onSelect, drawing, layout }: SelectionInput) {
  const [extras, setExtras] = useState(NONE);
  const isOwn = useRef(false);
  const selected = useMemo(() => {
    const isThere = (element: string) => {
      const { kind, id } = readElement(element);
      return kind === "node" ? drawing.nodes.has(id) : Object.hasOwn(kind === "group" ? layout.groups : layout.notes, id);
    };
    return new Set([...selection.nodes, ...extras].filter(isThere));
  }, [selection.nodes, extras, drawing, layout]);
  const latest = useRef(selected);
  useEffect(() => {
    latest.current = selected;
  }, [selected]);

  const select = (elements: Iterable<string>, edge: CanvasEdgeRef | null = null) => {
    const all = [...new Set(elements)];
    isOwn.current = true;
    latest.current = new Set(all);
    setExtras(new Set(all.filter((element) => readElement(element).kind !== "node")));
    onSelect({ nodes: all.filter((element) => readElement(element).kind === "node"), edge });
  };

  return {
    selected,
    /** As it is after what was selected in the same event. */
    now: () => latest.current,
    select,
    /** Whether the selection of now was made here, not by a panel; asking resets it. */
    wasOwn: () => {
      const was = isOwn.current;
      isOwn.current = false;
      return was;
    },
    onNodesChange: (changes: NodeChange<DesignNode>[]) => {
      const next = new Set(latest.current);
      let isChanged = false;
      for (const change of changes) {
        if (change.type !== "select" || next.has(change.id) === change.selected) continue;
        isChanged = true;
        if (change.selected) next.add(change.id);
        else next.delete(change.id);
      }
      if (isChanged) select(next);
    },
  };
}

export type DesignSelectionState = ReturnType<typeof useDesignSelection>;

/** Brings what a panel selected into view. */
export function useRevealSelection(selection: CanvasSelection, state: DesignSelectionState, bringIntoView: (id: string) => void): void {
  const reveal = useEffectEvent(() => {
    const [only] = selection.nodes;
    if (!state.wasOwn() && selection.nodes.length === 1 && only !== undefined) bringIntoView(only);
  });
  const key = selection.nodes.join("\n");
  useEffect(() => reveal(), [key]);
}
