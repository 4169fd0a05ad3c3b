"use client";

import dynamic from "next/dynamic";
import type { ReactNode } from "react";
import type { NodeMarks, When } from "@/lib/graph/breakpoint-marks";
import type { CanvasOverlay } from "@/lib/graph/overlay";
import type { GraphDescription } from "@/lib/schema/graph";
import type { CanvasPoint } from "./canvas-store";
import { isLayoutCacheEmpty } from "./layout-cache";

export type GraphCanvasProps = {
  description: GraphDescription;
  /** null: the plain structure, as in Design mode. */
  overlay: CanvasOverlay | null;
  selectedNodeId: string | null;
  onSelectNode: (id: string | null) => void;
  /** Double click, or Enter on the selected node. Without it a subgraph opens in place. */
  onOpenNode?: (id: string) => void;
  /** The same on an opened subgraph: looks into one of its executions; false where it has none. */
  onOpenLevel?: (id: string) => boolean;
  /** Breakpoints by drawn node id. */
  marks?: Readonly<Record<string, NodeMarks>>;
  /** Where the newest run was stopped, by drawn node id; its frames are opened when it becomes another place. */
  stops?: Readonly<Record<string, When>>;
  /** A click on a node's edge. Without it no breakpoints can be set here. */
  onToggleBreakpoint?: (id: string, when: When) => void;
  /** Right click, or Shift+F10 on a node. */
  onNodeMenu?: (id: string, at: CanvasPoint) => void;
  /** A click on the count of a node that runs several times at once. */
  onShowInstances?: (id: string, at: CanvasPoint) => void;
  /** Positions, opened frames and direction are kept under it in this browser. */
  storageKey: string;
  /** Floats top left, e.g. "Step 7, after draft · next: approval". */
  banner?: ReactNode;
  readOnlyNote?: ReactNode;
};

// No part of the first script. That the server renders it too, as nothing, makes the page's head ask for it.
const FlowCanvas = dynamic(() => import("./flow-canvas").then((module) => module.FlowCanvas));

// The layout engine is large: where no layout is kept, it is asked for before the page is interactive.
if (typeof window !== "undefined" && isLayoutCacheEmpty()) {
  import("./layout-worker").then(
    ({ warmUp }) => warmUp(),
    () => {},
  );
}

/** The graph of a workflow with what a run made of it. Fills its parent, which must have a size. */
export function GraphCanvas(props: GraphCanvasProps) {
  return (
    <section aria-label={`Graph of ${props.description.title}`} className="relative size-full min-h-0 min-w-0 overflow-hidden bg-canvas">
      <FlowCanvas key={props.storageKey} {...props} />
    </section>
  );
}
