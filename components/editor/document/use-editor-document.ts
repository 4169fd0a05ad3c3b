"use client";

import { useCallback, useMemo, useRef, useState } from "react";
import { useStore } from "zustand";
import type { Place } from "@/lib/schema/source";
import type { AddNodeRequest, BottomTab, EditorTab, EditorValue } from "../editor-context";
import type { DocumentState } from "./document-store";
import { useDocument } from "./use-document";
import { useDocumentKeys } from "./use-document-keys";
import { useEditorSelection } from "./use-editor-selection";
import { useProblems } from "./use-problems";

/** What the panels beside and below the canvas show. */
function usePanels() {
  const [tab, openTab] = useState<EditorTab>("node");
  const [bottomTab, openBottomTab] = useState<BottomTab>("state");
  const [codeTarget, setCodeTarget] = useState<EditorValue["codeTarget"]>(null);
  const [addRequest, setAddRequest] = useState<AddNodeRequest | null>(null);
  const showCode = useCallback((place: Place) => {
    setCodeTarget((old) => ({ place, request: (old?.request ?? 0) + 1 }));
    openTab("code");
  }, []);
  const openPalette = useCallback((request: AddNodeRequest = {}) => setAddRequest(request), []);
  const closePalette = useCallback(() => setAddRequest(null), []);
  return useMemo(
    () => ({ tab, openTab, bottomTab, openBottomTab, showCode, codeTarget, openPalette, addRequest, closePalette }),
    [tab, bottomTab, showCode, codeTarget, openPalette, addRequest, closePalette],
  );
}

/** Why nothing can be edited now. */
function readonlyOf({ design, isGone, connection }: DocumentState): string | null {
  if (design === null) return "The workflow is being read.";
  if (isGone) return `${design.file} was deleted or moved. What you see is what it was.`;
  if (connection === "denied") return "You are not logged in any more.";
  return design.readonly;
}

/** The document of a workflow: its text, what was read from it, what is wrong with it, and how it is changed. One per mounted editor. */
export function useEditorDocument(graphId: string): EditorValue {
  const { selection, select, follow } = useEditorSelection();
  const [drawn, drawGraph] = useState<string | null>(null);
  const shownNodes = useRef<EditorValue["shownNodes"]["current"]>({});
  const panels = usePanels();
  const store = useDocument(graphId, { shownNodes: () => shownNodes.current, onEdited: follow, showCode: panels.showCode });
  const state = useStore(store);
  useDocumentKeys(store);
  const { design, saving, history, problemsVersion, apply, arrange, undo, redo } = state;
  const { problems, isComplete } = useProblems(graphId, design?.hash ?? null, problemsVersion);
  const readonly = readonlyOf(state);
  const undoLabel = history.undo.at(-1)?.label ?? null;
  const redoLabel = history.redo.at(-1)?.label ?? null;
  const graph = useMemo(() => {
    const named = (name: string | null) => design?.model.graphs.find((each) => each.name === name) ?? null;
    return named(drawn) ?? named(design?.graph ?? null);
  }, [design, drawn]);
  return useMemo(
    () => ({
      graphId,
      document: store,
      design,
      graph,
      drawGraph,
      shownNodes,
      readonly,
      saving,
      problems,
      areProblemsComplete: isComplete,
      apply,
      arrange,
      undo,
      redo,
      undoLabel,
      redoLabel,
      selection,
      select,
      ...panels,
    }),
    [
      graphId,
      store,
      design,
      graph,
      readonly,
      saving,
      problems,
      isComplete,
      apply,
      arrange,
      undo,
      redo,
      undoLabel,
      redoLabel,
      selection,
      select,
      panels,
    ],
  );
}
