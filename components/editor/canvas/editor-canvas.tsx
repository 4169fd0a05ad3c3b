"use client";

import { FileQuestion } from "lucide-react";
import { useMemo, useRef, useState } from "react";
import { useStore } from "zustand";
import { Empty } from "@/components/ui/empty";
import { notify } from "@/components/ui/notify";
import { useShortcuts } from "@/components/ui/shortcuts";
import { Spinner } from "@/components/ui/spinner";
import type { When } from "@/lib/graph/breakpoint-marks";
import type { CanvasPoint } from "../../canvas/canvas-store";
import { DesignCanvas, type BadgeTarget, type CanvasTarget, type DesignCanvasHandle } from "../../canvas/design-canvas";
import { useBreakpoints } from "../../debugger/breakpoints/breakpoints-context";
import { LoadErrorPanel } from "../../debugger/design/load-error-panel";
import { useEditor } from "../editor-context";
import { ExportMenu } from "../export/export-menu";
import { ProblemPopover } from "../problems/problem-popover";
import { usePins } from "../try/use-pins";
import { problemsOf, toBadges, type Badges } from "./badges";
import { AddLayer, requestKey } from "./add-layer";
import { EmptyCanvas } from "./empty-canvas";
import { FindNode } from "./find-node";
import { GraphSwitch } from "./graph-switch";
import { TargetMenu } from "./target-menu";
import { useCanvasEdits } from "./use-canvas-edits";
import { useClipboard } from "./use-clipboard";
import { useKitDrop } from "./use-kit-drop";
import { useDrawing } from "./use-drawing";
import { WayMenu } from "./way-menu";

const NO_BADGES: Badges = { nodes: new Map(), edges: new Map() };

type Layer = { kind: "menu"; target: CanvasTarget; at: CanvasPoint } | { kind: "problems"; target: BadgeTarget; at: CanvasPoint } | { kind: "find" };

/** The workflow's drawing, as the text says it: what is changed here changes the text. */
export function EditorCanvas() {
  const editor = useEditor();
  const { graphId, design, graph, readonly, problems, selection, select, shownNodes, arrange, openTab, addRequest } = editor;
  const drawing = useDrawing();
  const handle = useRef<DesignCanvasHandle>(null);
  const pane = useRef<HTMLElement>(null);
  const [canvas] = useState(() => () => handle.current);
  const [said, announce] = useState("");
  const [layer, setLayer] = useState<Layer | null>(null);
  const edits = useCanvasEdits({ drawing, canvas, announce });
  const dropTarget = useKitDrop(canvas, edits);
  const clipboard = useClipboard({ pane, edits, canvas, announce });
  const { pins } = usePins(graphId);
  const pinned = useMemo(() => new Set(pins.flatMap(({ node, enabled }) => (enabled ? [node] : []))), [pins]);
  const { marks, toggle } = useBreakpoints();
  const [only] = selection.nodes;
  const breakAt = (when: When) => {
    if (selection.nodes.length !== 1 || only === undefined) notify("Select one node first: a breakpoint is set before or after it.");
    else toggle(only, when);
  };
  useShortcuts({ f9: () => breakAt("before"), "shift+f9": () => breakAt("after") });
  const badges = useMemo(() => (graph === null ? NO_BADGES : toBadges(problems, graph)), [problems, graph]);

  if (design === null || drawing === null) return <Waiting />;
  const lock =
    readonly ?? (graph === null ? "The text does not say which graph this workflow is. It is drawn as it runs, and can be edited as code." : null);
  const isEmpty = drawing.nodes.size === 0 && graph !== null && graph.locked.length === 0;
  const close = () => setLayer(null);
  return (
    <main ref={pane} aria-label="Workflow" className="relative h-full min-h-0 bg-canvas" {...dropTarget}>
      <DesignCanvas
        key={graph?.name ?? ""}
        ref={handle}
        drawing={drawing}
        layout={design.layout}
        title={drawing.description.title}
        readonly={lock}
        isStale={design.stale}
        selection={selection}
        nodeBadges={badges.nodes}
        edgeBadges={badges.edges}
        pinned={pinned}
        marks={marks}
        storageKey={`retrograph:design:${graphId}:${graph?.name ?? ""}`}
        shownNodes={shownNodes}
        onSelect={select}
        onOpenNode={(id) => {
          select({ nodes: [id], edge: null });
          openTab("node");
        }}
        onArrange={arrange}
        onConnect={edits.connect}
        onRetarget={edits.retarget}
        onInsert={edits.insert}
        onAdd={edits.add}
        onDelete={edits.remove}
        onDuplicate={edits.duplicate}
        onRename={edits.rename}
        onRenameBranch={edits.renameBranch}
        onFind={() => setLayer({ kind: "find" })}
        onMenu={(target, at) => setLayer({ kind: "menu", target, at })}
        onShowProblems={(target, at) => setLayer({ kind: "problems", target, at })}
        onToggleBreakpoint={toggle}
        onAnnounce={announce}
        tools={<ExportMenu description={drawing.description} canvas={canvas} />}
      >
        <GraphSwitch />
        {isEmpty && lock === null && !design.stale && <EmptyCanvas onAdd={() => edits.add(null)} />}
      </DesignCanvas>
      <p aria-live="polite" className="sr-only" data-said="">
        {said}
      </p>
      {addRequest !== null && <AddLayer key={requestKey(addRequest)} request={addRequest} canvas={canvas} pane={pane} />}
      {layer?.kind === "menu" && (
        <TargetMenu target={layer.target} at={layer.at} drawing={drawing} edits={edits} clipboard={clipboard} canvas={canvas} onClose={close} />
      )}
      {layer?.kind === "problems" && graph !== null && (
        <ProblemPopover problems={problemsOf(problems, graph, layer.target)} at={layer.at} onClose={close} />
      )}
      {layer?.kind === "find" && (
        <FindNode
          drawing={drawing}
          onClose={close}
          onChoose={(id) => {
            select({ nodes: [id], edge: null });
            handle.current?.reveal(id);
          }}
        />
      )}
      {edits.choice !== null && (
        <WayMenu
          choice={edits.choice}
          at={edits.choice.at}
          onChoose={(way) => edits.choice !== null && edits.chooseWay(way, edits.choice)}
          onClose={edits.dropChoice}
        />
      )}
    </main>
  );
}

/** Until there is something to draw: why there is not. */
function Waiting() {
  const { document, design } = useEditor();
  const loadError = useStore(document, (state) => state.loadError);
  if (loadError !== null) {
    return (
      <main aria-label="Workflow" className="grid h-full place-items-center bg-canvas">
        <Empty icon={<FileQuestion aria-hidden />} title="The workflow’s text cannot be shown">
          {loadError}
        </Empty>
      </main>
    );
  }
  if (design !== null) return <LoadErrorPanel />;
  return (
    <main aria-label="Workflow" className="grid h-full place-items-center bg-canvas">
      <Spinner label="Reading the workflow" />
    </main>
  );
}
