import { Chunk, unifiedMergeView } from "@codemirror/merge";
import { Compartment, RangeSet, StateEffect, StateField, type EditorState, type Extension, type Text } from "@codemirror/state";
import { gutter, GutterMarker, type EditorView } from "@codemirror/view";

type Compared = { base: Text | null; chunks: readonly Chunk[] };

/** Long texts that differ much are compared coarsely rather than slowly. */
const LIMITS = { scanLimit: 500, timeout: 50 };

const setBase = StateEffect.define<Text | null>();

const compared = StateField.define<Compared>({
  create: () => ({ base: null, chunks: [] }),
  update(value, transaction) {
    for (const effect of transaction.effects) {
      if (!effect.is(setBase)) continue;
      const base = effect.value;
      return { base, chunks: base === null ? [] : Chunk.build(base, transaction.newDoc, LIMITS) };
    }
    if (!transaction.docChanged || value.base === null) return value;
    return { base: value.base, chunks: Chunk.updateB(value.chunks, value.base, transaction.newDoc, transaction.changes, LIMITS) };
  },
});

class LineMarker extends GutterMarker {
  constructor(
    readonly kind: "added" | "changed" | "removed",
    readonly title: string,
  ) {
    super();
  }
  override eq(other: LineMarker): boolean {
    return other.kind === this.kind;
  }
  override toDOM(): HTMLElement {
    const mark = document.createElement("div");
    mark.className = `cm-line-${this.kind}`;
    mark.title = this.title;
    return mark;
  }
}

const ADDED = new LineMarker("added", "Added");
const CHANGED = new LineMarker("changed", "Changed");
const REMOVED = new LineMarker("removed", "Removed here");

function markersOf(state: EditorState): RangeSet<GutterMarker> {
  const { chunks } = state.field(compared);
  const ranges = chunks.flatMap((chunk) => {
    const first = state.doc.lineAt(Math.min(chunk.fromB, state.doc.length));
    if (chunk.fromB === chunk.toB) return [REMOVED.range(first.from)];
    const marker = chunk.fromA === chunk.toA ? ADDED : CHANGED;
    const found = [];
    for (let line = first; ; line = state.doc.line(line.number + 1)) {
      found.push(marker.range(line.from));
      if (line.to >= Math.min(chunk.endB, state.doc.length) || line.number === state.doc.lines) return found;
    }
  });
  return RangeSet.of(ranges, true);
}

function linesBetween(text: Text, from: number, to: number): number {
  return from === to ? 0 : text.lineAt(Math.min(to, text.length)).number - text.lineAt(Math.min(from, text.length)).number + 1;
}

/** How many lines were added and removed since the text that is compared with; null where there is none. */
export function countChanges(state: EditorState): { added: number; removed: number } | null {
  const { base, chunks } = state.field(compared);
  if (base === null) return null;
  let [added, removed] = [0, 0];
  for (const chunk of chunks) {
    added += linesBetween(state.doc, chunk.fromB, chunk.endB);
    removed += linesBetween(base, chunk.fromA, chunk.endA);
  }
  return { added, removed };
}

function control(type: "reject" | "accept", action: (event: MouseEvent) => void): HTMLElement {
  const button = document.createElement("button");
  button.type = "button";
  // Nothing is accepted here: what stands in the file is the file.
  if (type === "accept") button.hidden = true;
  button.textContent = "Put back";
  button.addEventListener("mousedown", (event) => event.preventDefault());
  button.addEventListener("click", action);
  return button;
}

/** Marks the lines that were changed, and shows what they were when asked to. */
export function changedLines(): {
  extension: Extension;
  /** Compares with another text; null with none. */
  compareWith: (view: EditorView, base: Text | null) => void;
  /** Shows what was removed between the lines, each with a way to put it back. */
  showRemoved: (view: EditorView, isShown: boolean) => void;
} {
  const removed = new Compartment();
  return {
    extension: [compared, removed.of([]), gutter({ class: "cm-changes", markers: (view) => markersOf(view.state) })],
    compareWith: (view, base) => view.dispatch({ effects: setBase.of(base) }),
    showRemoved(view, isShown) {
      const { base } = view.state.field(compared);
      const shown =
        isShown && base !== null
          ? unifiedMergeView({
              original: base,
              gutter: false,
              mergeControls: control,
              collapseUnchanged: { margin: 3, minSize: 6 },
              diffConfig: LIMITS,
            })
          : [];
      view.dispatch({ effects: removed.reconfigure(shown) });
    },
  };
}
