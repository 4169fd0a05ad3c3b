"use client";

import dynamic from "next/dynamic";
import type { ReactNode, Ref, RefObject } from "react";
import type { NodeMarks, When } from "@/lib/graph/breakpoint-marks";
import type { DesignDrawing } from "@/lib/graph/design-drawing";
import type { Box, Direction, Point } from "@/lib/graph/layout-input";
import type { Picture } from "@/lib/graph/picture";
import type { CanvasLayout } from "@/lib/schema/layout";
import type { CanvasPoint } from "./canvas-store";

/** An edge of the drawing; `label` names one branch of it, null means all of the line. */
export type CanvasEdgeRef = { source: string; target: string; label: string | null };
export type CanvasSelection = { nodes: string[]; edge: CanvasEdgeRef | null };

/** How many problems something has, and how bad the worst is. */
export type CanvasBadge = { count: number; severity: "error" | "warning" | "info"; text: string };

/** What a menu is asked for. `at` is in canvas units. */
export type CanvasTarget =
  | { kind: "canvas"; at: Point }
  | { kind: "node"; id: string }
  | { kind: "selection" }
  | { kind: "edge"; edge: CanvasEdgeRef }
  | { kind: "group"; id: string }
  | { kind: "note"; id: string };

export type BadgeTarget = { kind: "node"; id: string } | { kind: "edge"; edge: CanvasEdgeRef };

/** What a person does on the canvas, as intents: the owner makes edits of them. Points are in canvas units. */
export type DesignIntents = {
  onSelect: (selection: CanvasSelection) => void;
  onOpenNode: (id: string) => void;
  /** Changes of the layout, as one step each. */
  onArrange: (change: (layout: CanvasLayout) => CanvasLayout, label: string) => void;
  onConnect: (source: string, target: string) => void;
  onRetarget: (edge: CanvasEdgeRef, end: "source" | "target", node: string) => void;
  onInsert: (edge: CanvasEdgeRef, at: Point) => void;
  /** `at` null: wherever there is room. `from` is wired to the new node. */
  onAdd: (at: Point | null, from?: string) => void;
  /** `heal` joins what led to a node with what it led to. */
  onDelete: (heal: boolean, what: CanvasSelection) => void;
  onDuplicate: () => void;
  onRename: (node: string, name: string) => void;
  onRenameBranch: (edge: CanvasEdgeRef, name: string) => void;
  onFind: () => void;
  onMenu: (target: CanvasTarget, at: CanvasPoint) => void;
  onShowProblems: (target: BadgeTarget, at: CanvasPoint) => void;
  onToggleBreakpoint: (id: string, when: When) => void;
  /** Said by a screen reader. */
  onAnnounce: (message: string) => void;
};

/** What the owner can ask of the canvas. */
export type DesignCanvasHandle = {
  fit: () => void;
  tidy: () => void;
  /** Shows a node or a line and gives it the focus. */
  reveal: (id: string) => void;
  startRename: (id: string) => void;
  startRenameBranch: (edge: CanvasEdgeRef) => void;
  startConnect: (id: string) => void;
  startEditNote: (id: string) => void;
  startEditGroup: (id: string) => void;
  revealEdge: (edge: CanvasEdgeRef) => void;
  /** The middle of what is seen. */
  center: () => Point;
  /** From canvas units to the page and back. */
  toPage: (point: Point) => CanvasPoint;
  toCanvas: (point: CanvasPoint) => Point;
  /** Where nodes of the outermost level stand now. */
  boxes: (ids: readonly string[]) => Map<string, Box>;
  /** The layout with every node where it is shown, for a change that must move no other. */
  freeze: (layout: CanvasLayout) => CanvasLayout;
  /** What is drawn, as it stands now; null as long as it is being laid out. */
  picture: () => Picture | null;
  direction: () => Direction;
};

export type DesignCanvasProps = DesignIntents & {
  drawing: DesignDrawing;
  layout: CanvasLayout;
  title: string;
  /** Why nothing can be changed; null where it can. */
  readonly: string | null;
  /** The text has errors: this is the last drawing without. */
  isStale: boolean;
  selection: CanvasSelection;
  nodeBadges: ReadonlyMap<string, CanvasBadge>;
  /** By `edgeKey`. */
  edgeBadges: ReadonlyMap<string, CanvasBadge>;
  pinned: ReadonlySet<string>;
  /** Breakpoints by node, inner ones of subgraphs too. */
  marks: Readonly<Record<string, NodeMarks>>;
  /** Opened frames and the direction are kept under it in this browser. */
  storageKey: string;
  /** Where the nodes of the outermost level are shown is written here. */
  shownNodes: RefObject<CanvasLayout["nodes"]>;
  ref?: Ref<DesignCanvasHandle>;
  /** At the end of the toolbar. */
  tools?: ReactNode;
  /** Floats over the drawing. */
  children?: ReactNode;
};

const DesignFlow = dynamic(() => import("./design/design-flow").then((module) => module.DesignFlow), { ssr: false });

/** The workflow as a drawing that can be changed. Fills its parent, which must have a size. */
export function DesignCanvas({ ref, ...props }: DesignCanvasProps) {
  return (
    <section aria-label={`Drawing of ${props.title}`} className="relative size-full min-h-0 min-w-0 overflow-hidden bg-canvas">
      <DesignFlow key={props.storageKey} {...props} handle={ref} />
    </section>
  );
}
