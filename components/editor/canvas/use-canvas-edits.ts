"use client";

import { useState } from "react";
import { START, END, type DesignDrawing } from "@/lib/graph/design-drawing";
import { freeName } from "@/lib/graph/free-name";
import { CARD, type Box, type Point } from "@/lib/graph/layout-input";
import type { EditInput } from "@/lib/schema/edit";
import type { CanvasLayout } from "@/lib/schema/layout";
import type { CanvasPoint } from "../../canvas/canvas-store";
import type { CanvasEdgeRef, CanvasSelection, DesignCanvasHandle } from "../../canvas/design-canvas";
import { partOf } from "../../canvas/design/wire-rules";
import { sayNode } from "../../canvas/design/way-words";
import { useEditor, type EditOptions } from "../editor-context";
import { deleteEdgeEdits, makeConditionalEdits, retargetEdits } from "./edits";
import { waysTo, type Way } from "./ways";

const OFFSET = 28;

type EditsInput = { drawing: DesignDrawing | null; canvas: () => DesignCanvasHandle | null; announce: (message: string) => void };

/** A line was drawn to a node, and it can mean several things. */
export type WayChoice = { source: string; target: string; ways: Way[]; at: CanvasPoint };

/** Where a node's card is on the page. */
function pointOf(id: string): CanvasPoint {
  const box = document.querySelector(`[data-card="${CSS.escape(id)}"]`)?.getBoundingClientRect();
  return box === undefined ? { x: innerWidth / 2, y: innerHeight / 3 } : { x: box.left + 8, y: box.top + box.height / 2 };
}

/** What a person does on the canvas, as edits of the text. */
export function useCanvasEdits({ drawing, canvas, announce }: EditsInput) {
  const editor = useEditor();
  const { graph } = editor;
  const [choice, setChoice] = useState<WayChoice | null>(null);

  const run = async (edits: EditInput[] | { reason: string }, options: EditOptions, done: string): Promise<boolean> => {
    if (!Array.isArray(edits)) {
      announce(edits.reason);
      return false;
    }
    if (edits.length === 0) return false;
    const isDone = await editor.apply(edits, options);
    if (isDone) announce(done);
    return isDone;
  };
  const ifGraph = <T extends unknown[]>(act: (name: string, ...args: T) => void) => {
    return (...args: T) => {
      if (graph === null) announce("The text does not say which graph this is, so that it cannot be edited here.");
      else act(graph.name, ...args);
    };
  };
  /** Names that nothing new may have. */
  const taken = () => [START, END, ...(graph?.nodes.map(({ name }) => name) ?? []), ...(graph?.channels.map(({ name }) => name) ?? [])];
  const unlocked = (nodes: readonly string[]): string[] => {
    const locked = nodes.filter((name) => (drawing?.nodes.get(name)?.locked ?? null) !== null);
    const [first] = locked;
    if (first !== undefined) announce(`${first} is locked: ${drawing?.nodes.get(first)?.locked ?? ""}`);
    return nodes.filter((name) => !locked.includes(name));
  };

  const chooseWay = (way: Way, { source, target }: Pick<WayChoice, "source" | "target">) => {
    setChoice(null);
    void run(way.edits, { label: way.label }, `${way.label}: done`).then((isDone) => {
      if (!isDone || way.rename === null) return;
      const edge = { source, target, label: way.rename };
      editor.select({ nodes: [], edge });
      // The line is drawn with the text that came back.
      requestAnimationFrame(() => canvas()?.startRenameBranch(edge));
    });
  };
  const connect = ifGraph((name: string, source: string, target: string) => {
    if (graph === null) return;
    const ways = waysTo(graph, source, target);
    if (ways.length > 0) {
      setChoice({ source, target, ways, at: pointOf(target) });
      return;
    }
    const words = `${sayNode(source)} to ${sayNode(target)}`;
    void run([{ type: "add_edge", graph: name, source, target }], { label: `Connect ${words}` }, `Connected ${words}`);
  });
  const retarget = ifGraph((_name: string, edge: CanvasEdgeRef, end: "source" | "target", node: string) => {
    if (graph === null || drawing === null) return;
    const words = end === "target" ? `${sayNode(edge.source)} leads to ${sayNode(node)}` : `${sayNode(node)} leads to ${sayNode(edge.target)}`;
    void run(retargetEdits(graph, drawing, edge, end, node), { label: "Move edge" }, words);
  });
  const remove = ifGraph((name: string, heal: boolean, { nodes, edge }: CanvasSelection) => {
    if (graph === null || drawing === null) return;
    const chosen = unlocked(nodes);
    if (chosen.length > 0) {
      const label = chosen.length === 1 ? `Delete ${chosen[0] ?? ""}` : `Delete ${chosen.length} nodes`;
      const edits = chosen.map((node): EditInput => ({ type: "delete_node", graph: name, node, heal }));
      void run(edits, { label, select: [] }, `${label}: done. Undo brings it back.`);
    } else if (edge !== null) {
      const words = edge.label === null ? `${sayNode(edge.source)} to ${sayNode(edge.target)}` : edge.label;
      void run(deleteEdgeEdits(graph, drawing, edge), { label: `Delete ${words}` }, `Deleted ${words}`);
    }
  });
  const duplicate = ifGraph((name: string) => {
    const names = new Set(taken());
    const copies = unlocked(editor.selection.nodes).map((node) => {
      const copy = freeName(node, names);
      names.add(copy);
      return { node, copy };
    });
    if (copies.length === 0) return;
    const boxes = canvas()?.boxes(copies.map(({ node }) => node)) ?? new Map<string, Box>();
    const places = copies.flatMap(({ node, copy }) => {
      const box = boxes.get(node);
      return box === undefined ? [] : [[copy, { x: Math.round(box.x + OFFSET), y: Math.round(box.y + CARD.height + OFFSET) }] as const];
    });
    const label = copies.length === 1 ? `Duplicate ${copies[0]?.node ?? ""}` : `Duplicate ${copies.length} nodes`;
    void run(
      copies.map(({ node, copy }): EditInput => ({ type: "duplicate_node", graph: name, node, name: copy })),
      { label, select: copies.map(({ copy }) => copy), layout: (layout) => withPlaces(layout, places) },
      `${label}: done`,
    );
  });
  const rename = ifGraph((graphName: string, node: string, name: string) => {
    if (taken().includes(name)) {
      announce(`There is a node or a part of the state called ${name} already.`);
      return;
    }
    void run([{ type: "rename_node", graph: graphName, node, name }], { label: `Rename ${node}`, select: [name] }, `${node} is called ${name}`);
  });
  const renameBranch = ifGraph((name: string, edge: CanvasEdgeRef, next: string) => {
    const part = drawing === null ? null : partOf(drawing, edge);
    if (part?.label === null || part === null) return;
    const edit: EditInput = { type: "rename_branch", graph: name, source: edge.source, router: part.router ?? 0, label: part.label, name: next };
    void run([edit], { label: `Rename ${part.label}` }, `${part.label} is called ${next}`);
  });
  const makeConditional = ifGraph((_name: string, source: string) => {
    if (graph === null) return;
    void run(makeConditionalEdits(graph, source), { label: `Decide after ${sayNode(source)}` }, `A router decides after ${sayNode(source)}`);
  });

  /** Where a card would stand with its middle at a point; nothing where it would lie on another. */
  const cornerAt = (point: Point): Point | null => {
    const corner = { x: Math.round(point.x - CARD.width / 2), y: Math.round(point.y - CARD.height / 2) };
    const boxes = canvas()?.boxes([START, END, ...(drawing?.nodes.keys() ?? [])]) ?? new Map<string, Box>();
    const isFree = [...boxes.values()].every(
      (box) => corner.x >= box.x + box.width || box.x >= corner.x + CARD.width || corner.y >= box.y + box.height || box.y >= corner.y + CARD.height,
    );
    return isFree ? corner : null;
  };
  const add = (point: Point | null, from?: string) => {
    // A line that was drawn to nothing ends at the new card's left side.
    const at = point === null ? null : cornerAt(from === undefined ? point : { x: point.x + CARD.width / 2, y: point.y });
    editor.openPalette({ ...(at === null ? {} : { at }), ...(from === undefined ? {} : { from }) });
  };
  const insert = (edge: CanvasEdgeRef, point: Point) => {
    const at = cornerAt(point);
    editor.openPalette({ edge, ...(at === null ? {} : { at }) });
  };

  return {
    taken,
    run,
    choice,
    dropChoice: () => setChoice(null),
    chooseWay,
    connect,
    retarget,
    remove,
    duplicate,
    rename,
    renameBranch,
    makeConditional,
    add,
    insert,
    cornerAt,
  };
}

export type CanvasEdits = ReturnType<typeof useCanvasEdits>;

function withPlaces(layout: CanvasLayout, places: readonly (readonly [string, Point])[]): CanvasLayout {
  return { ...layout, nodes: { ...layout.nodes, ...Object.fromEntries(places) } };
}
