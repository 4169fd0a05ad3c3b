"use client";

import { ArrowUp, ChevronDown, ChevronRight, Layers } from "lucide-react";
import { Button } from "@/components/ui/button";
import { Kbd } from "@/components/ui/kbd";
import { Menu, MenuContent, MenuItem, MenuLabel, MenuTrigger } from "@/components/ui/menu";
import { useShortcuts } from "@/components/ui/shortcuts";
import { Tooltip } from "@/components/ui/tooltip";
import { enclosingNamespaces, nodeOfNamespace, type SubgraphRun } from "@/lib/graph/levels";
import { useWorkbench, type WorkbenchValue } from "./workbench-context";

/** Name of the subgraph's node within the graph around it. */
function ownName(checkpointNs: string): string {
  return nodeOfNamespace(checkpointNs).split(":").at(-1) ?? checkpointNs;
}

/** Which execution of its node it is, counted from 1, and of how many. */
function placeAmong(checkpointNs: string, runs: readonly SubgraphRun[]): { place: number; count: number } {
  const node = nodeOfNamespace(checkpointNs);
  const same = runs.filter((run) => run.node === node);
  return { place: same.findIndex((run) => run.checkpoint_ns === checkpointNs) + 1, count: same.length };
}

function goUp({ checkpointNs, entry, outerEntry, openLevel }: WorkbenchValue): void {
  if (checkpointNs === "") return;
  const around = enclosingNamespaces(checkpointNs).at(-2) ?? "";
  openLevel(around, (around === "" ? outerEntry?.checkpoint_id : entry?.outer_checkpoint_id) ?? null);
}

function goDown({ checkpointNs, subgraphs, selection, openLevel }: WorkbenchValue): void {
  const inside = subgraphs.filter(({ checkpoint_ns }) => checkpointNs === "" || checkpoint_ns.startsWith(`${checkpointNs}|`));
  const run = inside.findLast(({ node }) => node === selection.node) ?? inside.at(-1);
  if (run !== undefined) openLevel(run.checkpoint_ns);
}

/** Says which graph the timeline and the inspector show, where a thread has subgraphs, and leads into them and out again. */
export function LevelBar() {
  const workbench = useWorkbench();
  const { checkpointNs, subgraphs, openLevel } = workbench;
  useShortcuts({ "alt+arrowup": () => goUp(workbench), "alt+arrowdown": () => goDown(workbench) });
  if (checkpointNs === "" && subgraphs.length === 0) return null;
  const levels = enclosingNamespaces(checkpointNs);
  return (
    <nav aria-label="Level" className="flex h-8 shrink-0 items-center gap-0.5 border-b border-line px-2 text-sm">
      {checkpointNs === "" ? null : (
        <Tooltip
          content={
            <>
              To the graph around it <Kbd>Alt ↑</Kbd>
            </>
          }
        >
          <Button variant="ghost" size="icon-sm" aria-label="To the graph around it" onClick={() => goUp(workbench)}>
            <ArrowUp />
          </Button>
        </Tooltip>
      )}
      <Crumb isCurrent={checkpointNs === ""} onClick={() => openLevel("", workbench.outerEntry?.checkpoint_id ?? null)}>
        Workflow
      </Crumb>
      {levels.map((ns) => (
        <span key={ns} className="flex min-w-0 items-center gap-0.5">
          <ChevronRight aria-hidden className="size-3 shrink-0 text-faint" />
          <Crumb isCurrent={ns === checkpointNs} onClick={() => openLevel(ns)}>
            <span className="font-mono">{ownName(ns)}</span>
            <Place {...placeAmong(ns, subgraphs)} />
          </Crumb>
        </span>
      ))}
      <LevelMenu {...workbench} />
    </nav>
  );
}

function Place({ place, count }: { place: number; count: number }) {
  return count > 1 && place > 0 ? (
    <span className="text-faint">
      {" "}
      {place} of {count}
    </span>
  ) : null;
}

function Crumb({ isCurrent, onClick, children }: { isCurrent: boolean; onClick: () => void; children: React.ReactNode }) {
  if (isCurrent) {
    return (
      <span aria-current="location" className="truncate px-1.5 font-medium">
        {children}
      </span>
    );
  }
  return (
    <button type="button" onClick={onClick} className="truncate rounded px-1.5 py-0.5 text-muted hover:bg-hover hover:text-text">
      {children}
    </button>
  );
}

/** Every execution of a subgraph that the level holds. */
function LevelMenu({ checkpointNs, subgraphs, openLevel }: WorkbenchValue) {
  const others = subgraphs.filter((run) => run.checkpoint_ns !== checkpointNs);
  if (others.length === 0) return null;
  return (
    <Menu>
      <MenuTrigger asChild>
        <Button variant="ghost" size="sm" className="ml-1 text-muted">
          <Layers />
          {checkpointNs === "" ? `Subgraphs (${others.length})` : "Others"}
          <ChevronDown />
        </Button>
      </MenuTrigger>
      <MenuContent align="start" className="max-w-96">
        <MenuLabel>
          Look into a subgraph <kbd className="ml-1 font-sans">Alt ↓</kbd>
        </MenuLabel>
        {others.map((run) => (
          <MenuItem key={run.checkpoint_ns} onSelect={() => openLevel(run.checkpoint_ns)}>
            <Layers />
            <span className="min-w-0 flex-1 truncate font-mono">{run.node.replaceAll(":", " › ")}</span>
            <span className="text-sm text-faint">
              <Place {...placeAmong(run.checkpoint_ns, subgraphs)} /> · {run.checkpoints} steps
            </span>
          </MenuItem>
        ))}
      </MenuContent>
    </Menu>
  );
}
