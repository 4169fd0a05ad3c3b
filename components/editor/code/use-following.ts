"use client";

import { setDiagnostics } from "@codemirror/lint";
import { useEffect, useMemo, useRef } from "react";
import type { DesignModel } from "@/lib/schema/design-api";
import { EditSchema } from "@/lib/schema/edit";
import type { QuickFix } from "@/lib/schema/problem";
import type { Place } from "@/lib/schema/source";
import { useEditor, type EditorValue } from "../editor-context";
import { toDiagnostics } from "./diagnostics";
import { codeOf, nodeAt } from "./node-code";
import { goTo } from "./target-mark";
import { moveOffset } from "./text-sync";
import type { CodeField } from "./use-code-field";
import { useLatest } from "./use-latest";

function show(field: CodeField, place: Place, focus: boolean): void {
  const { file } = field.document;
  const unsaved = field.document.unsaved();
  goTo(field.view, moveOffset(file.toEditor(place.start), unsaved), moveOffset(file.toEditor(place.end), unsaved), focus);
}

/** Where an offset of what is shown lies in the file's text. */
function toFileOffset(field: CodeField, offset: number): number {
  const { file } = field.document;
  const typed = field.document.unsaved();
  if (typed.length === 0) return file.toFile(offset);
  let shift = 0;
  for (const { start, end, text } of typed) {
    if (start + shift >= offset) break;
    if (start + shift + text.length >= offset) return file.toFile(Math.min(end, offset - shift));
    shift += text.length - (end - start);
  }
  return file.toFile(offset - shift);
}

/** Makes a fix when what was typed is saved. `hash` is of the text that its places count in, where it does not say so itself. */
async function applyFix(field: CodeField, editor: () => EditorValue, fix: QuickFix, hash: string): Promise<void> {
  const parsed = EditSchema.array().safeParse(fix.edits);
  if (!parsed.success || !(await field.document.flush())) return;
  const edits = parsed.data.map((edit) => (edit.type === "replace_text" && edit.file === undefined ? { base_hash: hash, ...edit } : edit));
  await editor().apply(edits, { label: fix.title });
}

/**
 * Keeps the field beside the canvas: problems are underlined, the selected node and places that are asked for are shown.
 * Gives the node that the cursor is in. `onOther` opens another file, null the workflow's own.
 */
export function useFollowing(field: CodeField | null, design: DesignModel, cursor: number, onOther: (place: Place | null) => void): string | null {
  const editor = useEditor();
  const { problems, codeTarget, selection, graph, readonly } = editor;
  const latest = useLatest({ editor, design, onOther });

  useEffect(() => field?.document.receive(design.text), [field, design.text]);
  useEffect(() => field?.setReadOnly(readonly !== null), [field, readonly]);

  useEffect(() => {
    if (field === null) return;
    const { view, document } = field;
    const { hash } = latest.current.design;
    const shown = { file: latest.current.design.file, text: document.file, unsaved: document.unsaved(), length: view.state.doc.length };
    const fix = (one: QuickFix) => void applyFix(field, () => latest.current.editor, one, hash);
    view.dispatch(setDiagnostics(view.state, toDiagnostics(problems, shown, fix)));
  }, [field, problems, latest]);

  const node = useMemo(
    () => (field === null ? null : nodeAt(design, graph, toFileOffset(field, Math.min(cursor, field.view.state.doc.length)))),
    [field, design, graph, cursor],
  );
  const nodeRef = useLatest(node);

  const selected = selection.nodes.length === 1 ? selection.nodes[0] : undefined;
  const isFirst = useRef(true);
  useEffect(() => {
    if (field === null) return;
    const isReturn = isFirst.current && field.isReturn;
    isFirst.current = false;
    // Whoever selects the node that the cursor is in already, e.g. from here, is not moved.
    if (selected === undefined || isReturn || nodeRef.current === selected) return;
    const place = codeOf(latest.current.editor.graph, selected);
    if (place === null || latest.current.design.stale || place.file !== latest.current.design.file) return;
    latest.current.onOther(null);
    show(field, place, false);
  }, [field, selected, latest, nodeRef]);

  useEffect(() => {
    if (field === null || codeTarget === null || !field.isNew(codeTarget.request)) return;
    const isOwn = codeTarget.place.file === latest.current.design.file;
    latest.current.onOther(isOwn ? null : codeTarget.place);
    if (isOwn) show(field, codeTarget.place, true);
  }, [field, codeTarget, latest]);

  return node;
}
