"use client";

import { useEffect, useRef } from "react";
import { Button } from "@/components/ui/button";
import type { QuickFix } from "@/lib/schema/problem";
import { useEditor } from "../editor-context";
import { FixPreview } from "./fix-preview";
import { useFixPreview } from "./use-fix";

type FixReviewProps = { fix: QuickFix; isBusy: boolean; onApply: () => void; onCancel: () => void };

/** What a fix changes, to be applied or left. Escape leaves it. */
export function FixReview({ fix, isBusy, onApply, onCancel }: FixReviewProps) {
  const { readonly } = useEditor();
  const preview = useFixPreview(fix, true);
  const box = useRef<HTMLElement>(null);
  useEffect(() => box.current?.focus(), []);
  const canApply = preview.data?.status === "done" && readonly === null;
  return (
    <section
      ref={box}
      tabIndex={-1}
      aria-label={`What “${fix.title}” changes`}
      className="flex min-w-0 flex-col gap-1.5 rounded border border-line p-2 outline-none focus-visible:border-line-strong"
      onKeyDown={(event) => {
        if (event.key !== "Escape") return;
        event.preventDefault();
        event.stopPropagation();
        onCancel();
      }}
    >
      <div className="flex items-center gap-1">
        <Button size="sm" variant="primary" disabled={isBusy || !canApply} title={readonly ?? undefined} onClick={onApply}>
          Apply
        </Button>
        <Button size="sm" variant="ghost" onClick={onCancel}>
          Cancel
        </Button>
      </div>
      <div className="max-h-72 min-w-0 overflow-y-auto">
        <FixPreview fix={fix} />
      </div>
    </section>
  );
}
