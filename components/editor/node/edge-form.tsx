"use client";

import { ArrowRight, Plus, Trash2 } from "lucide-react";
import { Button } from "@/components/ui/button";
import { START, END } from "@/lib/graph/design-drawing";
import { useEditor, type EditorSelection } from "../editor-context";
import { useProblemsOf } from "../problems/use-problems-of";
import { deleteEdgeEdits } from "../canvas/edits";
import { useDrawing } from "../canvas/use-drawing";
import { NodeProblems } from "./node-problems";
import { Ways } from "./ways";

const said = (node: string) => (node === START ? "Start" : node === END ? "End" : node);

/** The selected edge: where it comes from and leads to, and everything else that leaves the same node. */
export function EdgeForm({ edge }: { edge: NonNullable<EditorSelection["edge"]> }) {
  const { graph, apply, readonly, select, openPalette } = useEditor();
  const drawing = useDrawing();
  const { source, target, label } = edge;
  const problems = useProblemsOf({ kind: "edge", source, target });
  if (graph === null || drawing === null) return null;
  const edits = deleteEdgeEdits(graph, drawing, edge);
  const reason = readonly ?? (Array.isArray(edits) ? null : edits.reason);
  const words = label ?? `${said(source)} to ${said(target)}`;
  return (
    <div className="pb-6">
      <header className="flex flex-col gap-2 px-3.5 py-3">
        <h2 className="flex min-w-0 items-center gap-2 font-mono font-semibold">
          <span className="truncate">{said(source)}</span>
          <ArrowRight aria-label="leads to" className="size-3.5 shrink-0 text-muted" />
          <span className="truncate">{said(target)}</span>
        </h2>
        {label === null ? null : <p className="text-muted">when {label}</p>}
        <div className="flex gap-1">
          <Button size="sm" disabled={readonly !== null} onClick={() => openPalette({ edge })}>
            <Plus aria-hidden />
            Insert a node
          </Button>
          <Button
            size="sm"
            variant="danger"
            disabled={reason !== null}
            title={reason ?? undefined}
            onClick={() => {
              if (!Array.isArray(edits)) return;
              void apply(edits, { label: `Delete ${words}` }).then((isDone) => (isDone ? select({ edge: null }) : undefined));
            }}
          >
            <Trash2 aria-hidden />
            Delete
          </Button>
        </div>
        {reason === null || reason === readonly ? null : <p className="text-sm text-muted">{reason}</p>}
      </header>
      <NodeProblems problems={problems} />
      <Ways source={source} hideOwn={false} />
    </div>
  );
}
