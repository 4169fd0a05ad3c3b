"use client";

import { PenLine, Trash2 } from "lucide-react";
import { Button } from "@/components/ui/button";
import { Chip } from "@/components/ui/chip";
import { cn } from "@/components/ui/cn";
import type { Breakpoint } from "@/lib/schema/breakpoint";
import { showError } from "../show-error";
import { useWorkbench } from "../workbench-context";
import { useBreakpoints } from "./breakpoints-context";
import { useDeleteBreakpoint } from "./use-delete-breakpoint";
import { limitsOf, placeOf } from "./words";

/** One breakpoint: on or off, where it stops, and whether the thread stands at it. */
export function BreakpointRow({ breakpoint }: { breakpoint: Breakpoint }) {
  const { spec, enabled, breakpoint_id } = breakpoint;
  const { select } = useWorkbench();
  const { change, edit, hitId, failedId, isAstray } = useBreakpoints();
  const remove = useDeleteBreakpoint();
  const place = placeOf(spec);
  const limits = limitsOf(spec);
  const isHit = breakpoint_id === hitId;
  const isFailed = breakpoint_id === failedId;
  const isLost = isAstray(breakpoint);
  const isNode = spec.kind === "node" && !isLost;
  return (
    <li
      className={cn("group flex min-h-8 items-start gap-2.5 py-1 pr-2 pl-3.5 hover:bg-hover", (isHit || isFailed) && "bg-wait-bg hover:bg-wait-bg")}
    >
      <input
        type="checkbox"
        checked={enabled}
        aria-label={`Stop ${place}`}
        className="mt-[5px] shrink-0"
        onChange={() =>
          change(breakpoint_id, { enabled: !enabled }).catch((error: unknown) => showError("The breakpoint could not be switched", error))
        }
      />
      <div className={cn("min-w-0 flex-1 py-0.5", (isLost || !enabled) && "text-faint")}>
        <p className="flex flex-wrap items-center gap-x-1.5">
          {isNode ? (
            <button
              type="button"
              title="Show it on the canvas"
              className="min-w-0 truncate rounded text-left hover:underline"
              onClick={() => select({ node: spec.node })}
            >
              {spec.when} <span className="font-mono">{spec.node}</span>
            </button>
          ) : (
            <Place spec={spec} />
          )}
          {isHit ? <Chip tone="wait">stopped here</Chip> : null}
          {isFailed ? <Chip tone="wait">condition failed</Chip> : null}
        </p>
        {limits === "" ? null : <p className="truncate font-mono text-sm text-muted">{limits}</p>}
        {isLost ? <p className="text-sm text-faint">Not in the workflow any more. It stops again when the name comes back.</p> : null}
      </div>
      <span className="flex opacity-0 group-focus-within:opacity-100 group-hover:opacity-100">
        <Button
          variant="ghost"
          size="icon-sm"
          aria-label={`Edit the breakpoint ${place}`}
          title="Edit"
          onClick={() => edit({ id: breakpoint_id, spec })}
        >
          <PenLine />
        </Button>
        <Button variant="ghost" size="icon-sm" aria-label={`Delete the breakpoint ${place}`} title="Delete" onClick={() => remove(breakpoint)}>
          <Trash2 />
        </Button>
      </span>
    </li>
  );
}

function Place({ spec }: { spec: Breakpoint["spec"] }) {
  switch (spec.kind) {
    case "node":
      return (
        <span className="min-w-0 truncate">
          {spec.when} <span className="font-mono">{spec.node}</span>
        </span>
      );
    case "all":
      return <span>{spec.when} every node</span>;
    case "channel":
      return (
        <span className="min-w-0 truncate">
          when <span className="font-mono">{spec.channel}</span> changes
        </span>
      );
    case "condition":
      return (
        <span className="min-w-0 break-words">
          when <span className="font-mono text-sm">{spec.condition}</span> becomes true
        </span>
      );
  }
}
