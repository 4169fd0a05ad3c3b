"use client";

import { useQuery } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { getDesignModel } from "@/lib/client/design-api";
import type { AddNodeRequest, BottomTab, EditorSelection, EditorTab, EditorValue } from "../editor-context";

/** The document of a workflow: its text, what was read from it, and what is selected. */
export function useEditorDocument(graphId: string): EditorValue {
  const { data } = useQuery({ queryKey: ["design", graphId], queryFn: ({ signal }) => getDesignModel(graphId, signal) });
  const [selection, setSelection] = useState<EditorSelection>({ nodes: [], edge: null });
  const [tab, openTab] = useState<EditorTab>("node");
  const [bottomTab, openBottomTab] = useState<BottomTab>("state");
  const [codeTarget, setCodeTarget] = useState<EditorValue["codeTarget"]>(null);
  const [addRequest, setAddRequest] = useState<AddNodeRequest | null>(null);
  const [drawn, drawGraph] = useState<string | null>(null);
  const shownNodes = useRef<EditorValue["shownNodes"]["current"]>({});
  return {
    graphId,
    drawGraph,
    shownNodes,
    design: data ?? null,
    graph: data?.model.graphs.find(({ name }) => name === (data.graph ?? drawn)) ?? null,
    readonly: data?.readonly ?? null,
    saving: { status: "saved" },
    problems: [],
    areProblemsComplete: false,
    apply: () => Promise.resolve(false),
    arrange: () => {},
    undo: () => {},
    redo: () => {},
    undoLabel: null,
    redoLabel: null,
    selection,
    select: (change) => setSelection((old) => ({ ...old, ...change })),
    tab,
    openTab,
    bottomTab,
    openBottomTab,
    showCode: (place) => {
      setCodeTarget((old) => ({ place, request: (old?.request ?? 0) + 1 }));
      openTab("code");
    },
    codeTarget,
    openPalette: (request = {}) => setAddRequest(request),
    addRequest,
    closePalette: () => setAddRequest(null),
  };
}
