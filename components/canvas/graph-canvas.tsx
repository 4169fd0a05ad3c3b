"use client";

import { lazy, Suspense, useSyncExternalStore, type ReactNode } from "react";
import type { CanvasOverlay } from "@/lib/graph/overlay";
import type { GraphDescription } from "@/lib/schema/graph";
import { isLayoutCacheEmpty } from "./layout-cache";

export type GraphCanvasProps = {
  description: GraphDescription;
  /** null: the plain structure, as in Design mode. */
  overlay: CanvasOverlay | null;
  selectedNodeId: string | null;
  onSelectNode: (id: string | null) => void;
  /** Double click, or Enter on the selected node. Without it a subgraph opens in place. */
  onOpenNode?: (id: string) => void;
  /** Positions, opened frames and direction are kept under it in this browser. */
  storageKey: string;
  /** Floats top left, e.g. "Step 7, after draft · next: approval". */
  banner?: ReactNode;
  readOnlyNote?: ReactNode;
};

const loadFlowCanvas = () => import("./flow-canvas");
const FlowCanvas = lazy(async () => ({ default: (await loadFlowCanvas()).FlowCanvas }));

/** Drawing library and layout engine are no part of the first script, but are asked for before the page is interactive. */
function preload(): void {
  loadFlowCanvas().catch(() => {});
  if (isLayoutCacheEmpty()) {
    import("./layout-worker").then(
      ({ warmUp }) => warmUp(),
      () => {},
    );
  }
}
if (typeof window !== "undefined") preload();

/** The graph of a workflow with what a run made of it. Fills its parent, which must have a size. */
export function GraphCanvas(props: GraphCanvasProps) {
  const isInBrowser = useSyncExternalStore(
    subscribeToNothing,
    () => true,
    () => false,
  );
  return (
    <section aria-label={`Graph of ${props.description.title}`} className="relative size-full min-h-0 min-w-0 overflow-hidden bg-canvas">
      {isInBrowser && (
        <Suspense>
          <FlowCanvas key={props.storageKey} {...props} />
        </Suspense>
      )}
    </section>
  );
}

function subscribeToNothing(): () => void {
  return () => {};
}
