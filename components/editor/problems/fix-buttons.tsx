"use client";

import { Eye, EyeOff } from "lucide-react";
import { useRef, useState } from "react";
import { Button } from "@/components/ui/button";
import type { Problem, QuickFix } from "@/lib/schema/problem";
import { useEditor } from "../editor-context";
import { FixPreview } from "./fix-preview";
import { FixReview } from "./fix-review";
import { editsOf, isFarReaching, useApplyFix } from "./use-fix";

/** The ways to mend a problem, the first one foremost, each with a look at what it would change. One that changes much is looked at before it is made. */
export function FixButtons({ problem, onDone }: { problem: Problem; onDone?: () => void }) {
  const { apply, isBusy } = useApplyFix();
  const [shown, setShown] = useState<QuickFix | null>(null);
  const opener = useRef<HTMLButtonElement>(null);
  const fixes = problem.fixes.filter((fix) => editsOf(fix).length > 0);
  if (fixes.length === 0) return null;
  const make = async (fix: QuickFix) => {
    if (await apply(fix)) onDone?.();
  };
  const close = () => {
    setShown(null);
    opener.current?.focus();
  };
  return (
    <div className="flex min-w-0 flex-col gap-1.5" onDoubleClick={(event) => event.stopPropagation()} onKeyDown={(event) => event.stopPropagation()}>
      <div className="flex flex-wrap items-center gap-1">
        {fixes.map((fix, index) => {
          const props = { fix, isFirst: index === 0, isShown: shown === fix, isBusy };
          const toggle = (button: HTMLButtonElement) => {
            opener.current = button;
            setShown(shown === fix ? null : fix);
          };
          return isFarReaching(fix) ? (
            <ReviewButton key={fix.title} {...props} onToggle={toggle} />
          ) : (
            <FixButton key={fix.title} {...props} onToggle={toggle} onMake={() => void make(fix)} />
          );
        })}
      </div>
      {shown === null ? null : isFarReaching(shown) ? (
        <FixReview key={shown.title} fix={shown} isBusy={isBusy} onApply={() => void make(shown)} onCancel={close} />
      ) : (
        <FixPreview fix={shown} />
      )}
    </div>
  );
}

type FixButtonProps = { fix: QuickFix; isFirst: boolean; isShown: boolean; isBusy: boolean; onToggle: (button: HTMLButtonElement) => void };

/** Makes a fix at once; the eye beside it shows what that changes. */
function FixButton({ fix, isFirst, isShown, isBusy, onToggle, onMake }: FixButtonProps & { onMake: () => void }) {
  const { readonly } = useEditor();
  return (
    <span className="flex items-center">
      <Button size="sm" variant={isFirst ? "default" : "ghost"} disabled={isBusy || readonly !== null} title={readonly ?? undefined} onClick={onMake}>
        {fix.title}
      </Button>
      <Button
        size="icon-sm"
        variant="ghost"
        aria-label={`Show what “${fix.title}” changes`}
        aria-pressed={isShown}
        onClick={(event) => onToggle(event.currentTarget)}
      >
        {isShown ? <EyeOff /> : <Eye />}
      </Button>
    </span>
  );
}

/** Opens what a fix changes, where it can be applied. */
function ReviewButton({ fix, isFirst, isShown, isBusy, onToggle }: FixButtonProps) {
  return (
    <Button
      size="sm"
      variant={isFirst || isShown ? "default" : "ghost"}
      disabled={isBusy}
      aria-expanded={isShown}
      onClick={(event) => onToggle(event.currentTarget)}
    >
      {fix.title}…
    </Button>
  );
}
