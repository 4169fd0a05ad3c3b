"use client";

import { useCallback, useState } from "react";
import type { EditInput } from "@/lib/schema/edit";
import type { EditorSelection } from "../editor-context";

const NOTHING: EditorSelection = { nodes: [], edge: null };

/** The selection after edits: it goes with what was renamed, and leaves what was deleted. */
export function followSelection(selection: EditorSelection, edits: readonly EditInput[], select: string[] | undefined): EditorSelection {
  const channel = followChannel(selection.channel, edits);
  if (select !== undefined) return { ...channel, nodes: select, edge: null };
  let { nodes, edge } = selection;
  for (const edit of edits) {
    if (edit.type === "rename_node") {
      const rename = (name: string) => (name === edit.node ? edit.name.trim() : name);
      nodes = nodes.map(rename);
      edge = edge && { ...edge, source: rename(edge.source), target: rename(edge.target) };
    } else if (edit.type === "delete_node") {
      nodes = nodes.filter((name) => name !== edit.node);
      if (edge?.source === edit.node || edge?.target === edit.node) edge = null;
    } else if (edge === null || !("source" in edit) || edit.source !== edge.source) continue;
    else if (edit.type === "delete_edge" && edit.target === edge.target) edge = null;
    else if (edit.type === "delete_branch" && edit.label === edge.label) edge = null;
    else if (edit.type === "delete_conditional") edge = edge.label === null ? edge : null;
    else if (edit.type === "rename_branch" && edit.label === edge.label) edge = { ...edge, label: edit.name.trim() };
    else if (edit.type === "retarget_branch" && edit.label === edge.label) edge = { ...edge, target: edit.target };
    else if (edit.type === "retarget_edge" && edit.target === edge.target) {
      edge = { ...edge, source: edit.new_source ?? edge.source, target: edit.new_target ?? edge.target };
    }
  }
  const isSame = nodes === selection.nodes && edge === selection.edge && channel.channel === selection.channel;
  return isSame ? selection : { ...channel, nodes, edge };
}

function followChannel(channel: EditorSelection["channel"], edits: readonly EditInput[]): Pick<EditorSelection, "channel"> {
  let name = channel;
  for (const edit of edits) {
    if (edit.type === "rename_channel" && edit.channel === name) name = edit.name.trim();
    if (edit.type === "delete_channel" && edit.channel === name) name = null;
  }
  return name === undefined ? {} : { channel: name };
}

/** What is selected on the canvas, and how it follows edits. */
export function useEditorSelection() {
  const [selection, setSelection] = useState(NOTHING);
  const select = useCallback((change: Partial<EditorSelection>) => setSelection((old) => ({ ...old, ...change })), []);
  const follow = useCallback(
    (edits: readonly EditInput[], chosen: string[] | undefined) => setSelection((old) => followSelection(old, edits, chosen)),
    [],
  );
  return { selection, select, follow };
}
