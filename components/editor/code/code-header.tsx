"use client";

import { ChevronDown, Crosshair, FileDiff } from "lucide-react";
import { Button } from "@/components/ui/button";
import { Menu, MenuContent, MenuItem, MenuTrigger } from "@/components/ui/menu";
import { Tooltip } from "@/components/ui/tooltip";
import type { BaseText } from "@/lib/schema/design-api";
import { useEditor } from "../editor-context";
import type { Since } from "./use-base-text";
import type { FieldStatus } from "./use-code-field";

const SINCE: Record<Since, string> = { commit: "Since the last commit", opening: "Since opening" };

function Counts({ counts }: { counts: FieldStatus["counts"] }) {
  if (counts === null || (counts.added === 0 && counts.removed === 0)) return <span className="text-faint">no changes</span>;
  return (
    <span className="tabular-nums" aria-label={`${counts.added} lines added, ${counts.removed} removed`}>
      {counts.added > 0 ? <span className="text-ok">+{counts.added}</span> : null}
      {counts.removed > 0 ? <span className="ml-1.5 text-bad">−{counts.removed}</span> : null}
    </span>
  );
}

type ChangesProps = { status: FieldStatus; since: Since; onSince: (since: Since) => void; base: BaseText | null };

/** How many lines were changed, and since when. */
function Changes({ status, since, onSince, base }: ChangesProps) {
  return (
    <Menu>
      <MenuTrigger asChild>
        <Button variant="ghost" size="sm" title={base?.reason ?? SINCE[base?.since ?? since]}>
          <Counts counts={status.counts} />
          <ChevronDown aria-hidden />
        </Button>
      </MenuTrigger>
      <MenuContent align="end">
        {(["commit", "opening"] as const).map((one) => (
          <MenuItem key={one} onSelect={() => onSince(one)} aria-current={(base?.since ?? since) === one ? "true" : undefined}>
            {SINCE[one]}
            {(base?.since ?? since) === one ? <span className="ml-auto text-faint">shown</span> : null}
          </MenuItem>
        ))}
      </MenuContent>
    </Menu>
  );
}

/** Above the text: its file, what was changed in it, and the node that the cursor is in. */
export function CodeHeader({
  file,
  isDiff,
  onDiff,
  node,
  ...changes
}: ChangesProps & { file: string; isDiff: boolean; onDiff: (isDiff: boolean) => void; node: string | null }) {
  const { select, selection, readonly } = useEditor();
  const isSelected = node !== null && selection.nodes.length === 1 && selection.nodes[0] === node;
  return (
    <div className="flex h-9 shrink-0 items-center gap-1 border-b border-line pr-2 pl-3.5">
      <span className="min-w-0 truncate font-mono text-sm text-muted" title={file}>
        {file}
      </span>
      {node === null ? null : (
        <nav aria-label="Node of this code" className="flex min-w-0 items-center gap-1 text-sm">
          <span aria-hidden className="text-faint">
            ›
          </span>
          <span className="min-w-0 truncate font-mono font-medium">{node}</span>
          <Tooltip content={isSelected ? "Selected on the canvas" : "Show on canvas"}>
            <Button
              variant="ghost"
              size="icon-sm"
              aria-label={`Show ${node} on the canvas`}
              aria-pressed={isSelected}
              onClick={() => select({ nodes: [node], edge: null })}
            >
              <Crosshair aria-hidden />
            </Button>
          </Tooltip>
        </nav>
      )}
      <div className="ml-auto flex shrink-0 items-center">
        {readonly === null ? null : (
          <Tooltip content={readonly}>
            <span tabIndex={0} className="px-1 text-sm text-faint">
              read only
            </span>
          </Tooltip>
        )}
        <Changes {...changes} />
        <Tooltip content={isDiff ? "Hide what was removed" : "Show what was changed"}>
          <Button
            variant="ghost"
            size="icon-sm"
            aria-label="Show what was changed"
            aria-pressed={isDiff}
            className="aria-pressed:bg-hover aria-pressed:text-text"
            onClick={() => onDiff(!isDiff)}
          >
            <FileDiff aria-hidden />
          </Button>
        </Tooltip>
      </div>
    </div>
  );
}
