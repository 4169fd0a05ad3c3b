"use client";

import dynamic from "next/dynamic";
import { useRef, useState } from "react";
import { Group, Panel, Separator, usePanelRef, type PanelImperativeHandle } from "react-resizable-panels";
import { useShortcuts } from "@/components/ui/shortcuts";
import type { ThreadList } from "../threads/use-threads";
import { CanvasPanel } from "./canvas-panel";
import { ConnectionBanner } from "./connection-banner";
import { HeldRunDialog } from "./rerun/held-run-dialog";
import { RunFormDialog } from "./run-form/run-form-dialog";
import { SidePanel } from "./side/side-panel";
import { useDebugKeys } from "./stepping/use-debug-keys";
import { useFollowStop } from "./stepping/use-follow-stop";
import { ThreadListPanel } from "./thread-list-panel";
import { TimelinePanel } from "./timeline-panel";
import { TopBar } from "./top-bar/top-bar";
import { useRememberedLayout } from "./use-remembered-layout";
import { useWorkbench } from "./workbench-context";

const Editor = dynamic(() => import("../editor/editor").then((module) => module.Editor), { ssr: false });
const CommandPalette = dynamic(() => import("./palette/command-palette").then((module) => module.CommandPalette), { ssr: false });
const ShortcutsDialog = dynamic(() => import("./shortcuts-dialog").then((module) => module.ShortcutsDialog), { ssr: false });

export type PanelName = "threads" | "inspector" | "timeline";

function toggle(panel: PanelImperativeHandle | null) {
  if (panel?.isCollapsed()) panel.expand();
  else panel?.collapse();
}

const handle =
  "relative z-10 bg-line outline-offset-0 transition-colors hover:bg-line-strong data-[separator=active]:bg-focus data-[separator=hover]:bg-line-strong";

export function WorkbenchLayout({ threads }: { threads: ThreadList }) {
  const { mode, graphId, select } = useWorkbench();
  const [isPaletteOpen, setPaletteOpen] = useState(false);
  const [areShortcutsOpen, setShortcutsOpen] = useState(false);
  const columns = useRememberedLayout("columns");
  const rows = useRememberedLayout("rows");
  const upper = useRememberedLayout("upper");
  const threadsRef = usePanelRef();
  const inspectorRef = usePanelRef();
  const timelineRef = usePanelRef();
  const hasTimeline = mode === "debug";

  const designPanels = useRef<((name: PanelName) => void) | null>(null);
  function togglePanel(name: PanelName) {
    if (mode === "design") {
      designPanels.current?.(name);
      return;
    }
    toggle({ threads: threadsRef, inspector: inspectorRef, timeline: timelineRef }[name].current);
    ({ threads: upper, inspector: columns, timeline: rows })[name].remember();
  }

  useDebugKeys();
  useFollowStop();
  useShortcuts({
    "mod+k": () => setPaletteOpen(true),
    "?": () => setShortcutsOpen(true),
    "[": () => togglePanel("threads"),
    "]": () => togglePanel("inspector"),
    "\\": () => togglePanel("timeline"),
    escape: () => select({ node: null, compare: null }),
  });

  return (
    <div className="flex h-dvh min-w-[1000px] flex-col overflow-hidden">
      <TopBar onOpenPalette={() => setPaletteOpen(true)} onTogglePanel={togglePanel} hasTimeline={hasTimeline} />
      <ConnectionBanner />
      {mode === "design" ? (
        <Editor key={graphId} graphId={graphId} panels={designPanels} />
      ) : (
        <Group groupRef={columns.groupRef} onLayoutChanged={columns.onLayoutChanged} orientation="horizontal" className="min-h-0 flex-1">
          <Panel id="main" minSize={420}>
            <Group groupRef={rows.groupRef} onLayoutChanged={rows.onLayoutChanged} orientation="vertical">
              <Panel id="upper" minSize={200}>
                <Group groupRef={upper.groupRef} onLayoutChanged={upper.onLayoutChanged} orientation="horizontal">
                  <Panel
                    id="threads"
                    panelRef={threadsRef}
                    defaultSize={232}
                    minSize={180}
                    maxSize={420}
                    collapsible
                    groupResizeBehavior="preserve-pixel-size"
                  >
                    <ThreadListPanel initial={threads} />
                  </Panel>
                  <Separator className={`w-px ${handle}`} aria-label="Resize the thread list" />
                  <Panel id="canvas" minSize={240}>
                    <CanvasPanel />
                  </Panel>
                </Group>
              </Panel>
              {hasTimeline ? (
                <>
                  <Separator className={`h-px ${handle}`} aria-label="Resize the timeline" />
                  <Panel id="timeline" panelRef={timelineRef} defaultSize={196} minSize={96} collapsible groupResizeBehavior="preserve-pixel-size">
                    <TimelinePanel />
                  </Panel>
                </>
              ) : null}
            </Group>
          </Panel>
          <Separator className={`w-px ${handle}`} aria-label="Resize the inspector" />
          <Panel
            id="inspector"
            panelRef={inspectorRef}
            defaultSize="27%"
            minSize={320}
            maxSize={900}
            collapsible
            groupResizeBehavior="preserve-pixel-size"
          >
            <SidePanel />
          </Panel>
        </Group>
      )}
      <RunFormDialog />
      <HeldRunDialog />
      {isPaletteOpen ? <CommandPalette onClose={() => setPaletteOpen(false)} onShowShortcuts={() => setShortcutsOpen(true)} /> : null}
      {areShortcutsOpen ? <ShortcutsDialog onClose={() => setShortcutsOpen(false)} /> : null}
    </div>
  );
}
