import { useState, type ReactNode } from "react";
import { formatCount } from "@/components/ui/format";
import { cn } from "@/components/ui/cn";

const SHORT = 600;
/** Most characters that one click adds: text of many megabytes must not freeze the page. */
const STEP = 100_000;

/** Text of any length: the beginning, and the rest on demand in parts that the page can bear. */
export function LongText({ text, mono = false, short = SHORT }: { text: string; mono?: boolean; short?: number }) {
  const [shown, setShown] = useState(short);
  const cut = text.length > shown * 1.2 ? text.slice(0, shown) : text;
  const hidden = text.length - cut.length;
  const next = Math.min(STEP, hidden);
  return (
    <div className={cn("break-words whitespace-pre-wrap", mono ? "font-mono text-sm" : "leading-5")}>
      {cut}
      {hidden > 0 ? (
        <>
          …{" "}
          <MoreButton onClick={() => setShown(shown + next)}>
            {next === hidden
              ? `Show all (${formatCount(countWords(text), "word")})`
              : `Show ${formatCount(next, "more character")} of ${hidden.toLocaleString("en")}`}
          </MoreButton>
        </>
      ) : shown > short ? (
        <>
          {" "}
          <MoreButton onClick={() => setShown(short)}>Show less</MoreButton>
        </>
      ) : null}
    </div>
  );
}

export function MoreButton({ onClick, children }: { onClick: () => void; children: ReactNode }) {
  return (
    <button
      type="button"
      onClick={onClick}
      className="rounded font-sans text-sm text-muted underline decoration-line-strong underline-offset-2 hover:text-text"
    >
      {children}
    </button>
  );
}

function countWords(text: string): number {
  let words = 0;
  for (const match of text.slice(0, 2_000_000).matchAll(/\S+/g)) words += match.length > 0 ? 1 : 0;
  return words;
}
