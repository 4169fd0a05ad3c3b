"use client";

import { CircleAlert, Plus } from "lucide-react";
import { Button } from "@/components/ui/button";
import type { Breakpoint } from "@/lib/schema/breakpoint";
import type { When } from "@/lib/graph/breakpoint-marks";
import { showError } from "../show-error";
import { useWorkbench } from "../workbench-context";
import { BreakpointEditor } from "./breakpoint-editor";
import { BreakpointRow } from "./breakpoint-row";
import { useBreakpoints } from "./breakpoints-context";
import { useAllSwitch } from "./use-all-switch";

/** The list of breakpoints, or the editor of one. */
export function BreakpointsPanel() {
  const { edited } = useBreakpoints();
  return edited === null ? <BreakpointList /> : <BreakpointEditor key={edited.id ?? "new"} edited={edited} />;
}

function BreakpointList() {
  const { description } = useWorkbench();
  const { list, error, edit } = useBreakpoints();
  const everySwitch = useAllSwitch();
  const rows = list.filter((item) => !isEveryNode(item));
  const channel = description?.channels[0]?.name;
  return (
    <>
      <header className="flex items-center gap-2 border-b border-line py-2 pr-2 pl-3.5">
        <h2 className="flex-1 font-semibold">Breakpoints</h2>
        {list.length > 0 ? (
          <Button variant="ghost" size="sm" onClick={everySwitch.flip}>
            {everySwitch.label}
          </Button>
        ) : null}
      </header>
      <div className="min-h-0 flex-1 overflow-y-auto">
        <EveryNode />
        {error !== null && list.length === 0 ? (
          <p role="alert" className="flex gap-2 px-3.5 py-3 text-muted">
            <CircleAlert aria-hidden className="mt-0.5 size-3.5 shrink-0 text-bad" />
            <span>The breakpoints could not be read. {error.message}</span>
          </p>
        ) : rows.length === 0 ? (
          <p className="px-3.5 py-3 text-muted">
            Point at a node and click its left edge to stop before it, its right edge to stop after it. On a selected node: <Key>F9</Key> and{" "}
            <Key>Shift+F9</Key>.
          </p>
        ) : (
          <ul aria-label="Breakpoints" className="py-1">
            {rows.map((item) => (
              <BreakpointRow key={item.breakpoint_id} breakpoint={item} />
            ))}
          </ul>
        )}
      </div>
      <footer className="flex gap-1 border-t border-line p-2">
        <Button
          size="sm"
          disabled={channel === undefined}
          onClick={() => edit({ id: null, spec: { kind: "channel", channel: channel ?? "", condition: null, hits: null } })}
        >
          <Plus />
          Channel changes
        </Button>
        <Button size="sm" onClick={() => edit({ id: null, spec: { kind: "condition", condition: "", hits: null } })}>
          <Plus />
          Condition becomes true
        </Button>
      </footer>
    </>
  );
}

/** One for every node without more to it is a switch, not a row. */
function isEveryNode({ spec }: Breakpoint): boolean {
  return spec.kind === "all" && spec.condition === null && spec.hits === null;
}

function EveryNode() {
  const { list, add, remove, change } = useBreakpoints();
  const flip = (when: When) => {
    const told = (error: unknown) => showError("The breakpoint could not be changed", error);
    const known = list.filter((item) => isEveryNode(item) && item.spec.kind === "all" && item.spec.when === when);
    const isOn = known.some(({ enabled }) => enabled);
    if (known.length === 0) add({ kind: "all", when, condition: null, hits: null }).catch(told);
    for (const { breakpoint_id } of known) (isOn ? remove(breakpoint_id) : change(breakpoint_id, { enabled: true })).catch(told);
  };
  const isOn = (when: When) => list.some((item) => item.enabled && isEveryNode(item) && item.spec.kind === "all" && item.spec.when === when);
  return (
    <fieldset className="flex items-center gap-4 border-b border-line px-3.5 py-2">
      <legend className="sr-only">All nodes</legend>
      <span aria-hidden className="flex-1">
        All nodes
      </span>
      {(["before", "after"] as const).map((when) => (
        <label key={when} className="flex items-center gap-1.5">
          <input type="checkbox" checked={isOn(when)} onChange={() => flip(when)} aria-label={`Stop ${when} every node`} />
          {when}
        </label>
      ))}
    </fieldset>
  );
}

function Key({ children }: { children: string }) {
  return <kbd className="rounded border border-line bg-hover px-1 font-sans text-xs">{children}</kbd>;
}
