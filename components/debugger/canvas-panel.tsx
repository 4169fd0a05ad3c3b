"use client";

import dynamic from "next/dynamic";
import { useCallback, useMemo, useState } from "react";
import { nodeOfNamespace } from "@/lib/graph/levels";
import { computeOverlay, type LiveTask } from "@/lib/graph/overlay";
import { GraphCanvas } from "../canvas/graph-canvas";
import { stepDurations, withDueTasks } from "./head";
import { useLive } from "./live/live-context";
import { LoadErrorPanel } from "./design/load-error-panel";
import { useCheckpoint } from "./inspector/use-checkpoint";
import { useCanvasDebug } from "./stepping/use-canvas-debug";
import { branchName, useMarks } from "./timeline/mark-index";
import { useMeasures } from "./use-measures";
import { useRepeatsOn } from "./use-thread-repeats";
import { useWorkbench } from "./workbench-context";

const CompareView = dynamic(() => import("./compare/compare-view").then((module) => module.CompareView), { ssr: false });

const NO_TASKS: LiveTask[] = [];

function useOverlay() {
  const { description, threadId, canvasPath, entry, tree, isPast, isFollowing, activeRun, checkpointNs } = useWorkbench();
  const { data: view } = useCheckpoint(threadId ?? "", threadId === null ? null : entry, tree);
  const liveTasks = useLive((state) => state.tasks);
  const measured = useLive((state) => state.durations);
  const tasks = view?.checkpoint_id === entry?.checkpoint_id ? view?.tasks : undefined;
  const isRunning = activeRun?.state.status === "running";
  const live = useMemo(() => {
    if (isFollowing && isRunning) return checkpointNs === "" ? withDueTasks(liveTasks, entry) : liveTasks;
    // What was seen live stands until the checkpoint's own tasks are read: nothing blinks when a run ends.
    return isFollowing && tasks === undefined ? liveTasks : NO_TASKS;
  }, [isFollowing, isRunning, liveTasks, entry, tasks, checkpointNs]);
  const measures = useMeasures(threadId, canvasPath, !activeRun);
  const durations = useMemo(() => stepDurations(canvasPath), [canvasPath]);
  return useMemo(() => {
    if (!description || canvasPath.length + live.length === 0) return null;
    return computeOverlay({
      description,
      path: canvasPath,
      tasks: activeRun || isPast ? [] : (tasks ?? []),
      live,
      durations: { ...durations, ...measured },
      measures,
    });
  }, [description, canvasPath, isPast, tasks, live, durations, measured, measures, activeRun]);
}

function Banner() {
  const { mode, entry, branches, tree, threadId, activeRun, checkpointNs } = useWorkbench();
  const marks = useMarks(threadId, checkpointNs);
  if (mode !== "debug" || threadId === null) return null;
  if (!entry) return <span className="text-muted">{activeRun ? "Starting…" : "Nothing has run yet"}</span>;
  const branch = branches.find((item) => item.checkpoints.includes(entry.checkpoint_id));
  const after = entry.nodes.length > 0 ? entry.nodes : null;
  const next = [...new Set(entry.next)];
  return (
    <span className="text-muted">
      {checkpointNs === "" ? null : <span className="font-mono text-text">{nodeOfNamespace(checkpointNs)} · </span>}
      <b className="font-medium text-text">Step {entry.step === -1 ? "−1" : entry.step}</b>
      {after ? (
        <>
          , after <span className="font-mono">{fewNames([...new Set(after)])}</span>
        </>
      ) : entry.source === "input" ? (
        ", input"
      ) : null}
      {branch && branches.length > 1 ? (
        <>
          {" · branch "}
          <span className={branch.kind === "main" ? undefined : "text-fork"}>{branchName(branch, marks)}</span>
        </>
      ) : null}
      {" · "}
      {next.length > 0 ? (
        <>
          next: <span className="font-mono">{fewNames(next)}</span>
        </>
      ) : (
        "the end"
      )}
      {!activeRun && tree.children.has(entry.checkpoint_id) ? " · looking at the past" : null}
    </span>
  );
}

/**
 * The right side of the comparison: the selected checkpoint. A step that is selected in the comparison itself is only
 * looked at, the sides stay as they are.
 */
function useRightSide(entryId: string | null) {
  const [held, setHeld] = useState<{ right: string; shown: string } | null>(null);
  const right = held !== null && held.shown === entryId ? held.right : entryId;
  return { right, hold: (shown: string) => setHeld(right === null ? null : { right, shown }) };
}

/** The middle: the workflow's drawing with the selected moment on it, or two moments side by side. */
export function CanvasPanel() {
  const { threadId, entry, entries, selection, select, description, tree, checkpointNs } = useWorkbench();
  const marks = useMarks(threadId, checkpointNs);
  const { right, hold } = useRightSide(entry?.checkpoint_id ?? null);
  const { compare } = selection;
  if (threadId === null || !entry || right === null || compare === null || compare === right || !tree.byId.has(compare)) return <DrawingPanel />;
  return (
    <main aria-label="Comparison" className="h-full min-h-0 bg-panel">
      <CompareView
        threadId={threadId}
        entries={entries}
        a={compare}
        b={right}
        selectedId={entry.checkpoint_id}
        description={description}
        marks={marks}
        onClose={() => select({ compare: null })}
        onSelectCheckpoint={(checkpoint) => {
          hold(checkpoint);
          select({ checkpoint });
        }}
      />
    </main>
  );
}

const SHOWN_NAMES = 4;

/** The first names, and how many more there are: a superstep of twenty nodes must not cover the drawing. */
function fewNames(names: string[]): string {
  const more = names.length - SHOWN_NAMES;
  return more > 1 ? `${names.slice(0, SHOWN_NAMES).join(", ")} and ${more} more` : names.join(", ");
}

function DrawingPanel() {
  const { mode, graphId, workflow, description, selection, select } = useWorkbench();
  const overlay = useRepeatsOn(useOverlay());
  const onSelectNode = useCallback((node: string | null) => select({ node, task: null }), [select]);
  const debug = useCanvasDebug();
  const onOpenLevel = useOpenLevel();

  if (!description) return <LoadErrorPanel />;
  return (
    <main aria-label="Workflow" className="relative h-full min-h-0 bg-canvas">
      <GraphCanvas
        description={description}
        overlay={overlay}
        selectedNodeId={selection.node}
        onSelectNode={onSelectNode}
        {...(onOpenLevel === null ? {} : { onOpenLevel })}
        {...debug.props}
        storageKey={`retrograph:canvas:${graphId}`}
        {...(mode === "debug" ? { banner: <Banner /> } : {})}
        {...(mode === "design" ? { readOnlyNote: <ReadOnlyNote file={workflow?.file ?? ""} /> } : {})}
      />
      {debug.layers}
    </main>
  );
}

/** Looks into the newest execution of a subgraph at the selected moment; null where there is none. */
function useOpenLevel(): ((node: string) => boolean) | null {
  const { subgraphs, openLevel } = useWorkbench();
  return useMemo(() => {
    if (subgraphs.length === 0) return null;
    return (node: string) => {
      const run = subgraphs.findLast((candidate) => candidate.node === node);
      if (run !== undefined) openLevel(run.checkpoint_ns);
      return run !== undefined;
    };
  }, [subgraphs, openLevel]);
}

function ReadOnlyNote({ file }: { file: string }) {
  return (
    <>
      The canvas shows your code. Editing on the canvas is not part of this version: edit <span className="font-mono">{file}</span> and it reloads.
    </>
  );
}
