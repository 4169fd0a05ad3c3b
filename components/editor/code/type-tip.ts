import { StateEffect, StateField, type Extension } from "@codemirror/state";
import type { EditorView } from "@codemirror/view";
import { hoverTooltip, keymap, showTooltip, type Tooltip } from "@codemirror/view";
import type { Hover } from "@/lib/schema/design-api";
import { typeAt, type CodePart } from "./code-queries";

function draw({ type, docs }: NonNullable<Hover>): HTMLElement {
  const tip = document.createElement("div");
  tip.className = "cm-type-tip";
  const pre = document.createElement("pre");
  pre.textContent = type;
  tip.append(pre);
  if (docs !== "") {
    const text = document.createElement("p");
    text.textContent = docs;
    tip.append(text);
  }
  return tip;
}

async function tipAt(part: CodePart | null, view: EditorView, offset: number): Promise<Tooltip | null> {
  if (part === null) return null;
  try {
    const hover = await typeAt(part, view.state.doc.toString(), offset, new AbortController().signal);
    return hover === null ? null : { pos: hover.start, end: hover.end, above: true, create: () => ({ dom: draw(hover) }) };
  } catch {
    // Types are not known just now: then there is nothing to show.
    return null;
  }
}

const setTip = StateEffect.define<Tooltip | null>();

/** The tip that was asked for by keyboard; gone with the next change or move of the cursor. */
const keptTip = StateField.define<Tooltip | null>({
  create: () => null,
  update(tip, transaction) {
    for (const effect of transaction.effects) if (effect.is(setTip)) return effect.value;
    return transaction.docChanged || transaction.selection !== undefined ? null : tip;
  },
  provide: (field) => showTooltip.from(field),
});

/** Shows the type of what the pointer rests on, or of what the cursor is in on Ctrl-Shift-Space. */
export function typeTips(part: () => CodePart | null): Extension {
  const show = (view: EditorView) => {
    void tipAt(part(), view, view.state.selection.main.head).then((tip) => view.dispatch({ effects: setTip.of(tip) }));
    return true;
  };
  const hide = (view: EditorView) => {
    if (view.state.field(keptTip) === null) return false;
    view.dispatch({ effects: setTip.of(null) });
    return true;
  };
  return [
    hoverTooltip((view, offset) => tipAt(part(), view, offset), { hoverTime: 350, hideOnChange: true }),
    keptTip,
    keymap.of([
      { key: "Ctrl-Shift-Space", run: show },
      { key: "Escape", run: hide },
    ]),
  ];
}
