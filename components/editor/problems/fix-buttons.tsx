"use client";

import { Eye, EyeOff } from "lucide-react";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import type { Problem, QuickFix } from "@/lib/schema/problem";
import { useEditor } from "../editor-context";
import { FixPreview } from "./fix-preview";
import { editsOf, useApplyFix } from "./use-fix";

/** The ways to mend a problem, the first one foremost, each with a look at what it would change. */
export function FixButtons({ problem, onDone }: { problem: Problem; onDone?: () => void }) {
  const { readonly } = useEditor();
  const { apply, isBusy } = useApplyFix();
  const [shown, setShown] = useState<QuickFix | null>(null);
  const fixes = problem.fixes.filter((fix) => editsOf(fix).length > 0);
  if (fixes.length === 0) return null;
  const make = async (fix: QuickFix) => {
    if (await apply(fix)) onDone?.();
  };
  return (
    <div className="flex min-w-0 flex-col gap-1.5" onDoubleClick={(event) => event.stopPropagation()} onKeyDown={(event) => event.stopPropagation()}>
      <div className="flex flex-wrap items-center gap-1">
        {fixes.map((fix, index) => (
          <span key={fix.title} className="flex items-center">
            <Button
              size="sm"
              variant={index === 0 ? "default" : "ghost"}
              disabled={isBusy || readonly !== null}
              title={readonly ?? undefined}
              onClick={() => void make(fix)}
            >
              {fix.title}
            </Button>
            <Button
              size="icon-sm"
              variant="ghost"
              aria-label={`Show what “${fix.title}” changes`}
              aria-pressed={shown === fix}
              onClick={() => setShown(shown === fix ? null : fix)}
            >
              {shown === fix ? <EyeOff /> : <Eye />}
            </Button>
          </span>
        ))}
      </div>
      {shown === null ? null : <FixPreview fix={shown} />}
    </div>
  );
}
