"use client";

import { history, historyKeymap, redo, undo } from "@codemirror/commands";
import { setDiagnostics } from "@codemirror/lint";
import { Annotation, EditorState, Transaction } from "@codemirror/state";
import { EditorView, keymap } from "@codemirror/view";
import { useQuery } from "@tanstack/react-query";
import { useEffect, useMemo, useRef, useState } from "react";
import { textChanges } from "@/lib/graph/rebase-changes";
import { getSourceFile } from "@/lib/client/design-api";
import { EditSchema } from "@/lib/schema/edit";
import type { QuickFix } from "@/lib/schema/problem";
import type { Place } from "@/lib/schema/source";
import { useEditor, type EditorValue } from "../editor-context";
import { FUNCTION_SETUP, readingSetup, writingSetup } from "./code-setup";
import { typeCompletion } from "./completion";
import { toDiagnostics } from "./diagnostics";
import { toEditorText } from "./line-endings";
import { typeTips } from "./type-tip";
import { useLatest } from "./use-latest";

export type FunctionFieldProps = {
  /** The code as it is to be shown, saved or not. */
  value: string;
  onChange: (value: string) => void;
  /** Where the saved code stands: `definition` of the node's action. */
  place: Place;
  label: string;
  readOnly?: boolean;
  /** CSS lengths. */
  minHeight?: string;
  maxHeight?: string;
};

/** Problems are of the saved text, and so are the places of their fixes. */
async function applyFix(editor: EditorValue, fix: QuickFix): Promise<void> {
  const parsed = EditSchema.array().safeParse(fix.edits);
  if (parsed.success) await editor.apply(parsed.data, { label: fix.title });
}

const fromElsewhere = Annotation.define<boolean>();

/** The file around the function as it is saved; null until it is known. */
function useSurroundings(place: Place) {
  const { graphId, design } = useEditor();
  const isOwn = place.file === design?.file;
  const { data } = useQuery({
    queryKey: ["design-file", graphId, place.file],
    queryFn: ({ signal }) => getSourceFile(graphId, place.file, signal),
    enabled: design !== null && !isOwn,
    retry: false,
  });
  const text = isOwn ? design?.text : data?.text;
  return useMemo(() => {
    if (text === undefined) return null;
    const file = toEditorText(text);
    const [start, end] = [file.toEditor(place.start), file.toEditor(place.end)];
    return { file, start, saved: file.text.slice(start, end), before: file.text.slice(0, start), after: file.text.slice(end) };
  }, [text, place.start, place.end]);
}

/** The editor of a `FunctionEditor`. */
export function FunctionField({ value, onChange, place, label, readOnly = false, minHeight = "96px", maxHeight = "420px" }: FunctionFieldProps) {
  const editor = useEditor();
  const { problems } = editor;
  const surroundings = useSurroundings(place);
  const latest = useLatest({ editor, onChange, place, surroundings });
  const parent = useRef<HTMLDivElement>(null);
  const [view, setView] = useState<EditorView | null>(null);
  const first = useRef(value);

  useEffect(() => {
    if (parent.current === null) return;
    const part = () => {
      const { surroundings: around, place: at, editor: now } = latest.current;
      return around === null ? null : { graphId: now.graphId, file: at.file, before: around.before, after: around.after };
    };
    const outside = (name: "undo" | "redo") => () => {
      latest.current.editor[name]();
      return true;
    };
    const made = new EditorView({
      parent: parent.current,
      state: EditorState.create({
        doc: toEditorText(first.current).text,
        extensions: [
          // What was typed here goes first; then the document's own history is the one that is meant.
          history(),
          keymap.of([
            { key: "Mod-z", run: undo, preventDefault: true },
            { key: "Mod-Shift-z", run: redo, preventDefault: true },
            { key: "Mod-z", run: outside("undo"), preventDefault: true },
            { key: "Mod-Shift-z", run: outside("redo"), preventDefault: true },
            ...historyKeymap,
          ]),
          readingSetup(label, () => latest.current.place.line),
          FUNCTION_SETUP,
          EditorView.theme({ "&": { height: "auto", maxHeight }, ".cm-content": { minHeight } }),
          readOnly ? EditorState.readOnly.of(true) : [writingSetup(first.current), typeCompletion(part)],
          typeTips(part),
          EditorView.updateListener.of(({ docChanged, transactions, state }) => {
            if (!docChanged || transactions.every((one) => one.annotation(fromElsewhere) === true)) return;
            const lineBreak = latest.current.surroundings?.file.lineBreak ?? "\n";
            latest.current.onChange(state.doc.toString().replaceAll("\n", lineBreak));
          }),
        ],
      }),
    });
    setView(made);
    return () => {
      made.destroy();
      setView(null);
    };
  }, [label, readOnly, minHeight, maxHeight, latest]);

  useEffect(() => {
    if (view === null) return;
    const changes = textChanges(view.state.doc.toString(), toEditorText(value).text);
    if (changes.length === 0) return;
    view.dispatch({
      changes: changes.map(({ start, end, text }) => ({ from: start, to: end, insert: text })),
      annotations: [fromElsewhere.of(true), Transaction.addToHistory.of(false)],
    });
  }, [view, value]);

  useEffect(() => {
    if (view === null || surroundings === null) return;
    const { start, saved, file } = surroundings;
    const unsaved = textChanges(saved, view.state.doc.toString());
    const inside = problems.filter((problem) => problem.place.start >= place.start && problem.place.end <= place.end);
    const text = { ...file, toEditor: (offset: number) => file.toEditor(offset) - start };
    const shown = { file: place.file, text, unsaved, length: view.state.doc.length };
    view.dispatch(
      setDiagnostics(
        view.state,
        toDiagnostics(inside, shown, (fix) => void applyFix(latest.current.editor, fix)),
      ),
    );
  }, [view, surroundings, problems, place, latest]);

  return <div ref={parent} />;
}
