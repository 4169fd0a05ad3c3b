import { useMemo, type KeyboardEvent } from "react";
import { useCanvasStore } from "./canvas-store";

type NodeActions = { onClick: () => void; onDoubleClick: () => void; onKeyDown: (event: KeyboardEvent) => void };

/** Click, Space or Enter selects a node; a double click, or Enter on the selected node, opens it; Shift+F10 opens its menu. */
export function useNodeActions(id: string): NodeActions {
  const store = useCanvasStore();
  return useMemo(
    () => ({
      onClick: () => store.handlers.onSelectNode(id),
      onDoubleClick: () => store.handlers.onOpenNode(id),
      onKeyDown: (event) => {
        if (event.key === "ContextMenu" || (event.key === "F10" && event.shiftKey)) {
          event.preventDefault();
          const { left, top, width, height } = event.currentTarget.getBoundingClientRect();
          store.handlers.onNodeMenu(id, { x: left + Math.min(width, 40), y: top + Math.min(height, 32) });
          return;
        }
        if (event.key !== "Enter" && event.key !== " ") return;
        event.preventDefault();
        if (store.getState().selectedNodeId === id && event.key === "Enter") store.handlers.onOpenNode(id);
        else store.handlers.onSelectNode(id);
      },
    }),
    [id, store],
  );
}
