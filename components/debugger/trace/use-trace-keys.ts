import type { KeyboardEvent } from "react";
import type { SpanRow } from "./span-tree";

export type TraceKeys = {
  rows: readonly SpanRow[];
  selectedId: string | null;
  onSelect: (id: string) => void;
  onToggle: (id: string) => void;
};

/** Walks the tree by the keys of trees: up and down, right opens and goes in, left closes and goes out. */
export function useTraceKeys({ rows, selectedId, onSelect, onToggle }: TraceKeys) {
  return (event: KeyboardEvent) => {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    const index = rows.findIndex(({ span }) => span.span_id === selectedId);
    const row = rows[index];
    const goTo = (place: number) => {
      const target = rows[Math.max(0, Math.min(rows.length - 1, place))];
      if (target !== undefined) onSelect(target.span.span_id);
    };
    switch (event.key) {
      case "ArrowDown":
        goTo(index + 1);
        break;
      case "ArrowUp":
        goTo(index === -1 ? 0 : index - 1);
        break;
      case "PageDown":
        goTo(index + 12);
        break;
      case "PageUp":
        goTo(index - 12);
        break;
      case "Home":
        goTo(0);
        break;
      case "End":
        goTo(rows.length - 1);
        break;
      case "ArrowRight":
        if (row?.openable === true && !row.open) onToggle(row.span.span_id);
        else if (row?.open === true) goTo(index + 1);
        break;
      case "ArrowLeft":
        if (row?.open === true) onToggle(row.span.span_id);
        else if (row !== undefined && row.depth > 0) goTo(rows.slice(0, index).findLastIndex(({ depth }) => depth < row.depth));
        break;
      default:
        return;
    }
    event.preventDefault();
  };
}
