/** Where the focus goes when what this menu or panel opened is closed: a selector of the place that it belongs to. */
const RETURN_FOCUS = "data-return-focus";

/** The checkpoints of the timeline. */
export const TIMELINE = "[role=listbox][aria-label=Checkpoints]";

/** A node of the canvas. */
export function nodePlace(nodeId: string): string {
  return `.react-flow__node[data-id="${CSS.escape(nodeId)}"] [role=button]`;
}

export function focusPlace(selector: string): void {
  document.querySelector<HTMLElement>(selector)?.focus({ preventScroll: true });
}

/** Remembers what has the focus now; gives the way back to it, or to what stands in for a menu that is gone by then. */
export function focusedPlace(): () => HTMLElement | null {
  const element = typeof document === "undefined" ? null : document.activeElement;
  const selector = element?.closest(`[${RETURN_FOCUS}]`)?.getAttribute(RETURN_FOCUS) ?? null;
  return () => {
    if (element instanceof HTMLElement && element !== document.body && element.isConnected && selector === null) return element;
    return selector === null ? null : document.querySelector<HTMLElement>(selector);
  };
}
