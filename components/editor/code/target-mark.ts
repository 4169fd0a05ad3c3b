import { StateEffect, StateField, type Extension } from "@codemirror/state";
import { Decoration, EditorView, type DecorationSet } from "@codemirror/view";

const setTarget = StateEffect.define<{ from: number; to: number }>();
const lines = Decoration.line({ class: "cm-target" });

function linesOf(doc: EditorView["state"]["doc"], from: number, to: number): DecorationSet {
  const marks = [];
  for (let at = doc.lineAt(from); ; at = doc.line(at.number + 1)) {
    marks.push(lines.range(at.from));
    if (at.to >= to || at.number === doc.lines) return Decoration.set(marks);
  }
}

/** Marks the lines that somebody was sent to, until the text changes or the cursor is put elsewhere. */
export const targetMark: Extension = StateField.define<DecorationSet>({
  create: () => Decoration.none,
  update(marks, transaction) {
    for (const effect of transaction.effects) if (effect.is(setTarget)) return linesOf(transaction.newDoc, effect.value.from, effect.value.to);
    return transaction.docChanged || transaction.selection !== undefined ? Decoration.none : marks;
  },
  provide: (field) => EditorView.decorations.from(field),
});

/** Scrolls to a stretch of the text, marks its lines and puts the cursor at its start. */
export function goTo(view: EditorView, start: number, end: number, focus: boolean): void {
  const length = view.state.doc.length;
  const from = Math.min(start, length);
  const to = Math.min(Math.max(from, end), length);
  view.dispatch({
    selection: { anchor: from },
    effects: [setTarget.of({ from, to }), EditorView.scrollIntoView(from, { y: "center" })],
  });
  if (focus) view.focus();
}

/** The same for a place of which line and column are known, whatever line breaks its text had. */
export function goToLine(view: EditorView, place: { line: number; column: number; start: number; end: number }): void {
  const line = view.state.doc.line(Math.min(place.line, view.state.doc.lines));
  const start = Math.min(line.from + place.column - 1, line.to);
  goTo(view, start, start + (place.end - place.start), true);
}
