"use client";

import { Annotation, Compartment, EditorState, Text } from "@codemirror/state";
import { EditorView, keymap } from "@codemirror/view";
import { useEffect, useRef, useState, type RefObject } from "react";
import type { DesignModel } from "@/lib/schema/design-api";
import type { TextChange } from "@/lib/schema/edit";
import type { EditorValue } from "../editor-context";
import { changedLines, countChanges } from "./changed-lines";
import { CodeDocument, type CodeState } from "./code-document";
import type { CodePart } from "./code-queries";
import { readingSetup, writingSetup } from "./code-setup";
import { typeCompletion } from "./completion";
import { keepDraft, readDraft } from "./draft";
import { goToDefinition } from "./go-to-definition";
import { toEditorText } from "./line-endings";
import { recall, remember } from "./remembered";
import { typeTips } from "./type-tip";

/** A change that nobody typed here. */
const fromElsewhere = Annotation.define<boolean>();

/** The field that a workflow's text is written in, and what stands between it and the file. */
export type CodeField = {
  view: EditorView;
  document: CodeDocument;
  setReadOnly: (isReadOnly: boolean) => void;
  compareWith: (text: string | null) => void;
  showRemoved: (isShown: boolean) => void;
  /** Somebody was here before, and is back where they were. */
  isReturn: boolean;
  /** Whether a place that is asked for was not shown yet. Afterwards it was. */
  isNew: (request: number) => boolean;
  /** Keeps where one is for the next time, saves what is left and ends the field. */
  close: () => void;
};

export type FieldStatus = {
  state: CodeState;
  /** Offset of the cursor in what is shown. */
  cursor: number;
  counts: { added: number; removed: number } | null;
};

type Wiring = {
  editor: RefObject<EditorValue>;
  find: (view: EditorView, offset: number) => void;
  onStatus: (change: Partial<FieldStatus>) => void;
  onRestored: () => void;
};

function toSpec(changes: readonly TextChange[]) {
  return changes.map(({ start, end, text }) => ({ from: start, to: end, insert: text }));
}

/** ⌘Z takes back a step of the document, the only history there is; what was typed last becomes one before that. */
function historyKeys(field: () => CodeField | null, editor: RefObject<EditorValue>) {
  const step = (name: "undo" | "redo") => () => {
    const flushed = field()?.document.flush() ?? Promise.resolve(true);
    void flushed.then((isSaved) => isSaved && editor.current[name]());
    return true;
  };
  return keymap.of([
    { key: "Mod-z", run: step("undo"), preventDefault: true },
    { key: "Mod-Shift-z", run: step("redo"), preventDefault: true },
    { key: "Mod-y", run: step("redo"), preventDefault: true },
    {
      key: "Mod-s",
      run: () => {
        void field()?.document.flush();
        // The workbench says that it is saved.
        return false;
      },
    },
  ]);
}

function createField(parent: HTMLElement, design: DesignModel, wiring: Wiring): CodeField {
  const { editor, find, onStatus } = wiring;
  const { text } = toEditorText(design.text);
  const key = `${editor.current.graphId}\n${design.file}`;
  const left = recall(key);
  const readOnly = new Compartment();
  const changes = changedLines();
  const part = (): CodePart => ({ graphId: editor.current.graphId, file: design.file, before: "", after: "" });
  let field: CodeField | null = null;
  let request = left?.request ?? 0;
  const readOnlyOf = (isReadOnly: boolean) => [EditorState.readOnly.of(isReadOnly), EditorView.editable.of(true)];

  const view = new EditorView({
    parent,
    state: EditorState.create({
      doc: text,
      ...(left === null ? {} : { selection: { anchor: Math.min(left.anchor, text.length), head: Math.min(left.head, text.length) } }),
      extensions: [
        historyKeys(() => field, editor),
        changes.extension,
        readingSetup(`Code of ${design.file}`),
        writingSetup(text),
        typeCompletion(part),
        typeTips(part),
        goToDefinition(find),
        readOnly.of(readOnlyOf(editor.current.readonly !== null)),
        EditorView.updateListener.of((update) => {
          const isTyped = update.transactions.some((one) => one.docChanged && one.annotation(fromElsewhere) !== true);
          if (isTyped) field?.document.typed();
          if (update.docChanged || update.selectionSet) onStatus({ cursor: update.state.selection.main.head });
          onStatus({ counts: countChanges(update.state) });
        }),
      ],
    }),
  });
  if (left !== null) view.scrollDOM.scrollTop = left.scrollTop;

  const document = new CodeDocument(
    {
      shown: () => view.state.doc.toString(),
      change: (made) => view.dispatch({ changes: toSpec(made), annotations: fromElsewhere.of(true) }),
      apply: (edits, options) => editor.current.apply(edits, options),
      keep: (draft) => keepDraft(editor.current.graphId, draft),
      tell: (state) => onStatus({ state }),
    },
    design.text,
  );
  field = {
    view,
    document,
    setReadOnly: (isReadOnly) => view.dispatch({ effects: readOnly.reconfigure(readOnlyOf(isReadOnly)) }),
    compareWith: (base) => changes.compareWith(view, base === null ? null : Text.of(toEditorText(base).text.split("\n"))),
    showRemoved: (isShown) => changes.showRemoved(view, isShown),
    isReturn: left !== null,
    isNew(asked) {
      if (asked <= request) return false;
      request = asked;
      return true;
    },
    close() {
      remember(key, view, request);
      void document.flush();
      view.destroy();
    },
  };
  const draft = readDraft(editor.current.graphId);
  if (draft !== null && document.restore(draft)) wiring.onRestored();
  return field;
}

/** Makes the field for a workflow's text in an element, and saves what is left when it goes. */
export function useCodeField(parent: RefObject<HTMLElement | null>, design: DesignModel, wiring: Wiring): CodeField | null {
  const [field, setField] = useState<CodeField | null>(null);
  const first = useRef({ design, wiring });
  useEffect(() => {
    if (parent.current === null) return;
    const { design: initial, wiring: wired } = first.current;
    const made = createField(parent.current, initial, wired);
    setField(made);
    return () => {
      made.close();
      setField(null);
    };
  }, [parent]);
  return field;
}
