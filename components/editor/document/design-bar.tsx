"use client";

import { Redo2, Undo2 } from "lucide-react";
import { Button } from "@/components/ui/button";
import { cn } from "@/components/ui/cn";
import { Tooltip } from "@/components/ui/tooltip";
import { useModKey } from "@/components/ui/use-mod-key";
import { useEditor, type SaveState } from "../editor-context";

const SAVE_WORDS: Record<SaveState["status"], string> = { saved: "saved", saving: "saving …", failed: "not saved", conflict: "conflict" };

/** Which file it is, and whether everything is in it. */
export function FileState() {
  const { design, saving, readonly } = useEditor();
  if (design === null) return null;
  const isTrouble = saving.status === "failed" || saving.status === "conflict";
  const words = readonly !== null && saving.status === "saved" ? "read-only" : SAVE_WORDS[saving.status];
  return (
    <span className="flex min-w-0 items-baseline gap-1 text-sm text-faint" title={design.file}>
      <span className="truncate font-mono">{design.file}</span>
      <span aria-hidden>·</span>
      <span role="status" className={cn("shrink-0", isTrouble && "font-medium text-wait")}>
        {words}
      </span>
    </span>
  );
}

/** Takes back and makes again, by text and canvas as one history. */
export function UndoButtons() {
  const { undo, redo, undoLabel, redoLabel } = useEditor();
  const mod = useModKey();
  const shift = mod === "⌘" ? "⇧" : "Shift ";
  return (
    <span className="flex items-center gap-1">
      <Tooltip content={undoLabel === null ? "Nothing to undo" : `Undo ${undoLabel}  ${mod}Z`}>
        <Button size="icon" aria-label={undoLabel === null ? "Undo" : `Undo ${undoLabel}`} aria-disabled={undoLabel === null} onClick={undo}>
          <Undo2 className={cn(undoLabel === null && "opacity-45")} />
        </Button>
      </Tooltip>
      <Tooltip content={redoLabel === null ? "Nothing to redo" : `Redo ${redoLabel}  ${mod}${shift}Z`}>
        <Button size="icon" aria-label={redoLabel === null ? "Redo" : `Redo ${redoLabel}`} aria-disabled={redoLabel === null} onClick={redo}>
          <Redo2 className={cn(redoLabel === null && "opacity-45")} />
        </Button>
      </Tooltip>
    </span>
  );
}

function count(number: number, word: string): string {
  return `${number} ${word}${number === 1 ? "" : "s"}`;
}

/** How much is wrong with the workflow; opens the list. */
export function ProblemCount() {
  const { problems, openBottomTab, areProblemsComplete } = useEditor();
  const errors = problems.filter(({ severity }) => severity === "error").length;
  const warnings = problems.filter(({ severity }) => severity === "warning").length;
  if (errors + warnings === 0) return null;
  const words = [errors > 0 ? count(errors, "error") : null, warnings > 0 ? count(warnings, "warning") : null]
    .filter((word) => word !== null)
    .join(", ");
  return (
    <Button variant="ghost" size="sm" onClick={() => openBottomTab("problems")} aria-label={`${words}: show them`}>
      <span aria-hidden className={cn("size-2 rounded-full", errors > 0 ? "bg-bad" : "bg-wait", !areProblemsComplete && "opacity-60")} />
      {words}
    </Button>
  );
}
