"use client";

import { useState } from "react";
import { Markdown } from "@/components/ui/markdown";
import { cn } from "@/components/ui/cn";

/** Most characters that one click adds: text of many megabytes must not freeze the page. */
const STEP = 100_000;

export type FoldedTextProps = { text: string; short?: number; asMarkdown?: boolean; className?: string };

/** Text of any length: its beginning, and the rest on demand in parts that the page can bear. */
export function FoldedText({ text, short = 2000, asMarkdown = false, className }: FoldedTextProps) {
  const [shown, setShown] = useState(short);
  const cut = text.length > shown * 1.2 ? text.slice(0, shown) : text;
  const hidden = text.length - cut.length;
  return (
    <div className={className}>
      {asMarkdown ? <Markdown showHtml text={cut} /> : <div className="break-words whitespace-pre-wrap">{cut}</div>}
      {hidden > 0 ? (
        <MoreButton className="mt-1" onClick={() => setShown(cut.length + Math.min(STEP, hidden))}>
          {hidden > STEP
            ? `Show ${STEP.toLocaleString("en")} more of ${hidden.toLocaleString("en")} characters`
            : `Show all, ${hidden.toLocaleString("en")} more characters`}
        </MoreButton>
      ) : null}
    </div>
  );
}

export function MoreButton({ onClick, children, className }: { onClick: () => void; children: string; className?: string }) {
  return (
    <button
      type="button"
      onClick={onClick}
      className={cn("block rounded text-left text-sm text-muted underline decoration-line-strong underline-offset-2 hover:text-text", className)}
    >
      {children}
    </button>
  );
}
