"use client";

import { PanelBottom, PanelLeft, PanelRight, Search } from "lucide-react";
import Link from "next/link";
import { Button } from "@/components/ui/button";
import { Kbd } from "@/components/ui/kbd";
import { Mark } from "@/components/ui/mark";
import { Segmented } from "@/components/ui/segmented";
import { ThemeToggle } from "@/components/ui/theme-toggle";
import { Tooltip } from "@/components/ui/tooltip";
import { useModKey } from "@/components/ui/use-mod-key";
import { useWorkbench } from "../workbench-context";
import type { PanelName } from "../workbench-layout";
import { RunControls } from "./run-controls";
import { RunStateChip } from "./run-state-chip";
import { useModeLinks } from "./use-mode-links";
import { ThreadSwitcher } from "./thread-switcher";
import { WorkflowSwitcher } from "./workflow-switcher";

export type TopBarProps = { onOpenPalette: () => void; onTogglePanel: (panel: PanelName) => void; hasTimeline: boolean };

export function TopBar({ onOpenPalette, onTogglePanel, hasTimeline }: TopBarProps) {
  const { mode } = useWorkbench();
  const { designHref, debugHref } = useModeLinks();
  const mod = useModKey();
  return (
    <header className="flex h-11 shrink-0 items-center gap-2 border-b border-line bg-panel px-3">
      <Link href="/" aria-label="Home" className="rounded-md">
        <Mark className="size-5" />
      </Link>
      <div className="flex min-w-0 flex-1 items-center gap-1">
        <WorkflowSwitcher />
        {mode === "design" ? null : (
          <>
            <span aria-hidden className="text-faint">
              /
            </span>
            <ThreadSwitcher />
          </>
        )}
        <Segmented
          label="Mode"
          className="ml-1.5"
          segments={[
            { label: "Design", href: designHref, current: mode === "design" },
            { label: "Debug", href: debugHref, current: mode !== "design" },
          ]}
        />
        {mode === "design" ? <span id="design-file" className="ml-2 flex min-w-0 max-[1240px]:hidden" /> : null}
      </div>
      <RunControls />
      {mode === "design" ? <span id="design-undo" className="flex shrink-0" /> : null}
      <div className="flex flex-1 items-center justify-end gap-1 max-[1240px]:flex-none">
        {mode === "design" ? <span id="design-problems" className="flex shrink-0" /> : null}
        <RunStateChip />
        <Tooltip content={`${mode === "design" ? "Palette" : "Threads panel"}  [`}>
          <Button
            variant="ghost"
            size="icon-sm"
            aria-label={mode === "design" ? "Show or hide the palette" : "Show or hide the threads panel"}
            onClick={() => onTogglePanel("threads")}
          >
            <PanelLeft />
          </Button>
        </Tooltip>
        {hasTimeline || mode === "design" ? (
          <Tooltip content={`${mode === "design" ? "Panel below" : "Timeline panel"}  \\`}>
            <Button
              variant="ghost"
              size="icon-sm"
              aria-label={mode === "design" ? "Show or hide the panel below" : "Show or hide the timeline"}
              onClick={() => onTogglePanel("timeline")}
            >
              <PanelBottom />
            </Button>
          </Tooltip>
        ) : null}
        <Tooltip content="Inspector panel  ]">
          <Button variant="ghost" size="icon-sm" aria-label="Show or hide the inspector" onClick={() => onTogglePanel("inspector")}>
            <PanelRight />
          </Button>
        </Tooltip>
        <ThemeToggle />
        <Button onClick={onOpenPalette} aria-label="Search and commands">
          <Search />
          <span className="max-[1180px]:hidden">Search</span>
          <span className="max-[1100px]:hidden">
            <Kbd>{mod}K</Kbd>
          </span>
        </Button>
      </div>
    </header>
  );
}
