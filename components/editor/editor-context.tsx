"use client";

import { createContext, useContext, type RefObject } from "react";
import type { DesignModel } from "@/lib/schema/design-api";
import type { EditInput } from "@/lib/schema/edit";
import type { CanvasLayout } from "@/lib/schema/layout";
import type { Problem } from "@/lib/schema/problem";
import type { Place, SourceGraph } from "@/lib/schema/source";
import type { DocumentStore } from "./document/document-store";

/** What is selected on the canvas. Several nodes, or one edge, or nothing. */
export type EditorSelection = {
  nodes: string[];
  /** `label` names a branch of a conditional edge. */
  edge: { source: string; target: string; label: string | null } | null;
  /** The channel of the state that the panels show; it stays while nodes and edges are selected. */
  channel?: string | null;
};

/** Where the text stands between the canvas and the file. */
export type SaveState =
  | { status: "saved" }
  | { status: "saving" }
  /** It could not be written; `retry` tries again. Nothing is lost. */
  | { status: "failed"; message: string; retry: () => void }
  /** The file changed so that a pending edit does not fit: a person decides between the texts. */
  | { status: "conflict"; message: string };

export type EditOptions = {
  /** What the history calls it, e.g. "Add model". */
  label: string;
  /** Layout entries to set in the same step of the history, e.g. where a new node goes. */
  layout?: (layout: CanvasLayout) => CanvasLayout;
  /** Selected after it. */
  select?: string[];
  /** Becomes one step with the last one where that has the same mark and is younger than a second, e.g. while somebody types. */
  merge?: string;
};

/** Edits that name places of the text are made from the text that they will be applied to: when their turn has come. */
export type EditsOf = EditInput[] | ((design: DesignModel) => EditInput[]);

export type EditorTab = "node" | "state" | "code" | "try";
export type BottomTab = "state" | "problems" | "reducer";

/** The document that Design mode edits, the same for canvas, forms and code. One per mounted editor. */
export type EditorValue = {
  graphId: string;
  /** The store behind all of this, for what asks and warns. */
  document: DocumentStore;
  /** null until it was read. */
  design: DesignModel | null;
  /** The graph of `design.model` that is drawn; the one that was chosen, else the workflow's own; null where the text could not say which. */
  graph: SourceGraph | null;
  /** Draws another graph of the file, by name: where the text could not say which one the workflow is, or to edit a subgraph. */
  drawGraph: (name: string) => void;
  /** Why nothing can be edited; null where it can. */
  readonly: string | null;
  saving: SaveState;
  problems: Problem[];
  /** Types and the runner have been asked about the text of now. */
  areProblemsComplete: boolean;

  /**
   * Makes edits as one step of the history, one after the other with what is under way. Resolves to true when they
   * were made. A question of the edit, a refusal or an error is shown by the editor itself, and resolves to false.
   * A function that gives no edits has nothing to do: true.
   */
  apply: (edits: EditsOf, options: EditOptions) => Promise<boolean>;
  /** Changes the layout alone, as one step of the history. */
  arrange: (change: (layout: CanvasLayout) => CanvasLayout, label: string) => void;
  /**
   * Where the canvas shows the nodes of its outermost level, written by the canvas. `apply` puts them into the layout of
   * every edit that adds, renames or removes something drawn (`{...shownNodes.current, ...layout.nodes}`), so that a new
   * node moves no other one, in the next session neither.
   */
  shownNodes: RefObject<CanvasLayout["nodes"]>;
  undo: () => void;
  redo: () => void;
  /** What would be undone or redone, in words; null where there is nothing. */
  undoLabel: string | null;
  redoLabel: string | null;

  selection: EditorSelection;
  select: (selection: Partial<EditorSelection>) => void;
  tab: EditorTab;
  openTab: (tab: EditorTab) => void;
  bottomTab: BottomTab;
  openBottomTab: (tab: BottomTab) => void;
  /** Shows a place in the code pane and opens it. */
  showCode: (place: Place) => void;
  /** The place that was asked for last, with a number that grows with each request; null before the first. */
  codeTarget: { place: Place; request: number } | null;
  /** Opens the search for a node to add; `connect` is wired to it. Positions are canvas units. */
  openPalette: (request?: AddNodeRequest) => void;
  addRequest: AddNodeRequest | null;
  closePalette: () => void;
};

/** Where a node is to be added: on its own, behind a node, or on an edge. `at` is the top left corner of its card, in canvas units; without it the canvas finds a place. */
export type AddNodeRequest = {
  at?: { x: number; y: number };
  from?: string;
  edge?: { source: string; target: string; label: string | null };
};

const EditorContext = createContext<EditorValue | null>(null);

export const EditorProvider = EditorContext.Provider;

/** The document that is edited. Throws outside of an `EditorProvider`. */
export function useEditor(): EditorValue {
  const value = useContext(EditorContext);
  if (value === null) throw new Error("useEditor is used outside of Design mode.");
  return value;
}
