"use client";

import { useImperativeHandle, type Ref } from "react";
import { Group, Panel, Separator, usePanelRef } from "react-resizable-panels";
import { useRememberedLayout } from "../debugger/use-remembered-layout";
import { BottomPanel } from "./bottom-panel";
import { EditorCanvas } from "./canvas/editor-canvas";
import { FileState, ProblemCount, UndoButtons } from "./document/design-bar";
import { EditorBanner } from "./document/editor-banner";
import { EditorDialogs } from "./document/editor-dialogs";
import { useEditorDocument } from "./document/use-editor-document";
import { EditorProvider } from "./editor-context";
import { InTopBar } from "./in-top-bar";
import { PalettePanel } from "./palette/palette-panel";
import { RightPanel } from "./right-panel";

const handle =
  "relative z-10 bg-line outline-offset-0 transition-colors hover:bg-line-strong data-[separator=active]:bg-focus data-[separator=hover]:bg-line-strong";

/** Design mode: the palette, the canvas that is the file, what is below and beside it. */
export function Editor({ graphId, panels }: { graphId: string; panels: Ref<(name: "threads" | "inspector" | "timeline") => void> }) {
  const value = useEditorDocument(graphId);
  const columns = useRememberedLayout("design-columns");
  const rows = useRememberedLayout("design-rows");
  const upper = useRememberedLayout("design-upper");
  const left = usePanelRef();
  const right = usePanelRef();
  const bottom = usePanelRef();
  useImperativeHandle(panels, () => (name) => {
    const [panel, layout] = ({ threads: [left, upper], inspector: [right, columns], timeline: [bottom, rows] } as const)[name];
    if (panel.current?.isCollapsed()) panel.current.expand();
    else panel.current?.collapse();
    layout.remember();
  });
  return (
    <EditorProvider value={value}>
      <InTopBar slot="design-file">
        <FileState />
      </InTopBar>
      <InTopBar slot="design-undo">
        <UndoButtons />
      </InTopBar>
      <InTopBar slot="design-problems">
        <ProblemCount />
      </InTopBar>
      <EditorBanner />
      <Group groupRef={columns.groupRef} onLayoutChanged={columns.onLayoutChanged} orientation="horizontal" className="min-h-0 flex-1">
        <Panel id="design-main" minSize={420}>
          <Group groupRef={rows.groupRef} onLayoutChanged={rows.onLayoutChanged} orientation="vertical">
            <Panel id="design-upper" minSize={200}>
              <Group groupRef={upper.groupRef} onLayoutChanged={upper.onLayoutChanged} orientation="horizontal">
                <Panel
                  id="palette"
                  panelRef={left}
                  defaultSize={208}
                  minSize={160}
                  maxSize={360}
                  collapsible
                  groupResizeBehavior="preserve-pixel-size"
                >
                  <PalettePanel />
                </Panel>
                <Separator className={`w-px ${handle}`} aria-label="Resize the palette" />
                <Panel id="design-canvas" minSize={240}>
                  <EditorCanvas />
                </Panel>
              </Group>
            </Panel>
            <Separator className={`h-px ${handle}`} aria-label="Resize the panel below" />
            <Panel id="design-bottom" panelRef={bottom} defaultSize={196} minSize={96} collapsible groupResizeBehavior="preserve-pixel-size">
              <BottomPanel />
            </Panel>
          </Group>
        </Panel>
        <Separator className={`w-px ${handle}`} aria-label="Resize the side panel" />
        <Panel id="design-side" panelRef={right} defaultSize="29%" minSize={320} maxSize={900} collapsible groupResizeBehavior="preserve-pixel-size">
          <RightPanel />
        </Panel>
      </Group>
      <EditorDialogs />
    </EditorProvider>
  );
}
