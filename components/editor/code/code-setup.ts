import { closeBrackets, closeBracketsKeymap, completionKeymap } from "@codemirror/autocomplete";
import { defaultKeymap, indentWithTab } from "@codemirror/commands";
import { javascript } from "@codemirror/lang-javascript";
import { bracketMatching, foldGutter, foldKeymap, indentOnInput, indentUnit } from "@codemirror/language";
import { lintGutter, lintKeymap } from "@codemirror/lint";
import { highlightSelectionMatches, search, searchKeymap } from "@codemirror/search";
import { EditorState, type Extension } from "@codemirror/state";
import { drawSelection, dropCursor, EditorView, keymap, lineNumbers } from "@codemirror/view";
import { codeStyle } from "@/components/ui/code-style";
import { paneStyle } from "./pane-style";
import { targetMark } from "./target-mark";

/** How a file is indented, as it does it most often. */
function indentOf(text: string): string {
  const indents = text.match(/^(\t| {2,8})(?=\S)/gm) ?? [];
  const counts = new Map<string, number>();
  for (const indent of indents) counts.set(indent, (counts.get(indent) ?? 0) + 1);
  return [...counts].sort((a, b) => b[1] - a[1])[0]?.[0] ?? "  ";
}

/** A field for reading TypeScript: colours, line numbers, folding, search. `firstLine` is the number of what is shown first. */
export function readingSetup(label: string, firstLine: () => number = () => 1): Extension {
  return [
    javascript({ typescript: true, jsx: true }),
    // What comes first wins.
    paneStyle,
    codeStyle,
    lineNumbers({ formatNumber: (line) => String(line + firstLine() - 1) }),
    foldGutter(),
    lintGutter(),
    drawSelection(),
    bracketMatching(),
    highlightSelectionMatches(),
    search({ top: true }),
    targetMark,
    // A cursor near the beginning of a line brings the whole beginning back.
    EditorView.scrollMargins.of(() => ({ left: 32 })),
    EditorView.contentAttributes.of({ "aria-label": label, tabindex: "0" }),
    keymap.of([...searchKeymap, ...foldKeymap, ...lintKeymap]),
  ];
}

/**
 * What a field for writing has besides. Tab indents; Escape and then Tab leaves the field, as CodeMirror does it
 * everywhere. There is no history of its own: the document's is the only one.
 */
export function writingSetup(text: string): Extension {
  return [
    dropCursor(),
    EditorState.allowMultipleSelections.of(true),
    indentUnit.of(indentOf(text)),
    indentOnInput(),
    closeBrackets(),
    keymap.of([...closeBracketsKeymap, ...completionKeymap, ...defaultKeymap, indentWithTab]),
  ];
}

/** A function's field is part of a form: it is as high as its text, and has no search of its own. */
export const FUNCTION_SETUP: Extension = EditorView.theme({
  ".cm-scroller": { overflow: "auto" },
  ".cm-lineNumbers .cm-gutterElement": { minWidth: "20px" },
});
