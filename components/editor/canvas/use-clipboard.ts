"use client";

import { useEffect, useEffectEvent, type RefObject } from "react";
import { notify } from "@/components/ui/notify";
import { isTyping } from "@/components/ui/shortcuts";
import { freeName } from "@/lib/graph/free-name";
import { CARD, type Point } from "@/lib/graph/layout-input";
import { isBuilderCode, namesOf, toSnippet } from "@/lib/graph/snippet";
import type { DesignCanvasHandle } from "../../canvas/design-canvas";
import { useEditor } from "../editor-context";
import type { CanvasEdits } from "./use-canvas-edits";

type ClipboardInput = {
  pane: RefObject<HTMLElement | null>;
  edits: CanvasEdits;
  canvas: () => DesignCanvasHandle | null;
  announce: (message: string) => void;
};

/** Where pasted nodes stand beside each other. */
const STEP = CARD.width + 48;
const PER_ROW = 4;

/** Nodes travel as TypeScript: what is copied can be pasted into an editor, and builder code from anywhere becomes nodes. */
export function useClipboard({ pane, edits, canvas, announce }: ClipboardInput) {
  const editor = useEditor();
  const { graph, design, readonly, selection } = editor;

  const snippet = (): string | null => {
    if (graph === null || design === null || selection.nodes.length === 0) return null;
    return toSnippet({ graph, file: design.file, text: design.text, names: selection.nodes });
  };
  const saySelection = () => (selection.nodes.length === 1 ? (selection.nodes[0] ?? "") : `${selection.nodes.length} nodes`);
  const paste = (text: string) => {
    if (graph === null) return;
    if (readonly !== null) return announce(readonly);
    if (!isBuilderCode(text)) {
      notify("Nothing to paste as nodes", { description: "The clipboard has no builder code such as .addNode(…)." });
      return;
    }
    // Names that are taken get a number, the same way as the edit gives it.
    const names = new Set(edits.taken());
    const pasted = namesOf(text).map((name) => {
      const free = freeName(name, names);
      names.add(free);
      return free;
    });
    const start = canvas()?.center() ?? { x: 0, y: 0 };
    const label = pasted.length === 1 ? `Paste ${pasted[0] ?? ""}` : `Paste ${pasted.length || ""} nodes`;
    void edits.run(
      [{ type: "paste", graph: graph.name, text }],
      { label, select: pasted, layout: (layout) => ({ ...layout, nodes: { ...layout.nodes, ...placesAround(start, pasted) } }) },
      `${label}: done`,
    );
  };

  const isHere = (target: EventTarget | null) =>
    !isTyping(target) &&
    (target === document.body || (target instanceof Node && pane.current?.contains(target) === true)) &&
    getSelection()?.isCollapsed !== false;
  const onCopy = useEffectEvent((event: ClipboardEvent) => {
    const text = isHere(event.target) ? snippet() : null;
    if (text === null) return;
    event.preventDefault();
    event.clipboardData?.setData("text/plain", text);
    announce(`Copied ${saySelection()}`);
    if (event.type !== "cut") return;
    if (readonly === null) edits.remove(false, { nodes: selection.nodes, edge: null });
    else announce(readonly);
  });
  const onPaste = useEffectEvent((event: ClipboardEvent) => {
    const text = event.clipboardData?.getData("text/plain") ?? "";
    if (!isHere(event.target) || text === "") return;
    event.preventDefault();
    paste(text);
  });
  useEffect(() => {
    const listen = { copy: onCopy, paste: onPaste };
    document.addEventListener("copy", listen.copy);
    document.addEventListener("cut", listen.copy);
    document.addEventListener("paste", listen.paste);
    return () => {
      document.removeEventListener("copy", listen.copy);
      document.removeEventListener("cut", listen.copy);
      document.removeEventListener("paste", listen.paste);
    };
  }, []);

  const blocked = (error: unknown) =>
    notify("The browser keeps its clipboard to itself here", {
      description: error instanceof Error ? error.message : "Use the keyboard instead.",
      tone: "error",
    });
  return {
    copy: () => {
      const text = snippet();
      if (text !== null) navigator.clipboard.writeText(text).then(() => announce(`Copied ${saySelection()}`), blocked);
    },
    cut: () => {
      const text = snippet();
      if (text !== null) navigator.clipboard.writeText(text).then(() => edits.remove(false, { nodes: selection.nodes, edge: null }), blocked);
    },
    paste: () => void navigator.clipboard.readText().then(paste, blocked),
  };
}

/** Rows of cards with their middle at a point. */
function placesAround({ x, y }: Point, names: readonly string[]): Record<string, Point> {
  const columns = Math.min(names.length, PER_ROW);
  const left = Math.round(x - (columns * STEP - 48) / 2);
  return Object.fromEntries(
    names.map((name, index) => [name, { x: left + (index % PER_ROW) * STEP, y: Math.round(y) + Math.floor(index / PER_ROW) * (CARD.height + 40) }]),
  );
}
