import type { EditorView } from "@codemirror/view";

/** Where somebody was in a file's text. */
export type Remembered = {
  anchor: number;
  head: number;
  scrollTop: number;
  /** The last place that was asked for and shown. */
  request: number;
};

/** The pane is taken down while another tab is shown, and comes back as it was left; a reload of the page begins anew. */
const places = new Map<string, Remembered>();

export function recall(key: string): Remembered | null {
  return places.get(key) ?? null;
}

export function remember(key: string, view: EditorView, request: number): void {
  const { anchor, head } = view.state.selection.main;
  places.set(key, { anchor, head, scrollTop: view.scrollDOM.scrollTop, request });
}
