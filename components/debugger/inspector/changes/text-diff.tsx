import { useMemo, useState, type ReactNode } from "react";
import { formatCount } from "@/components/ui/format";
import { diffText, similarity, type TextPart } from "@/lib/graph/diff-text";
import { LongText, MoreButton } from "../values/long-text";

/** Beyond this many characters on both sides together the texts are only shown, not compared. */
const MAX_COMPARED = 2_000_000;
/** How much of an unchanged stretch is shown at each end. */
const CONTEXT = 90;
const MAX_PARTS = 300;
/** Texts that share less than this are shown as two blocks. */
const REWRITE = 0.3;

/** Two texts with their differences marked word by word. */
export function TextDiff({ before, after }: { before: string; after: string }) {
  const tooLong = before.length + after.length > MAX_COMPARED;
  const parts = useMemo(() => (tooLong ? [] : diffText(before, after)), [before, after, tooLong]);
  const [all, setAll] = useState(false);
  if (tooLong || similarity(parts) < REWRITE) {
    return (
      <div className="flex flex-col gap-1">
        {before === "" ? null : (
          <Side tone="removed">
            <LongText text={before} />
          </Side>
        )}
        {after === "" ? null : (
          <Side tone="added">
            <LongText text={after} />
          </Side>
        )}
      </div>
    );
  }
  return (
    <p className="leading-5 break-words whitespace-pre-wrap">
      {(all ? parts : parts.slice(0, MAX_PARTS)).map((part, index) => (
        <Part key={index} part={part} first={index === 0} last={index === parts.length - 1} />
      ))}
      {!all && parts.length > MAX_PARTS ? (
        <MoreButton onClick={() => setAll(true)}>{`Show ${formatCount(parts.length - MAX_PARTS, "more part")}`}</MoreButton>
      ) : null}
    </p>
  );
}

function Part({ part, first, last }: { part: TextPart; first: boolean; last: boolean }) {
  if (part.kind === "removed") return <del className="rounded-sm bg-bad-bg text-bad decoration-bad/50">{part.text}</del>;
  if (part.kind === "added") return <ins className="rounded-sm bg-ok-bg text-ok no-underline">{part.text}</ins>;
  return <Same text={part.text} first={first} last={last} />;
}

/** An unchanged stretch; the middle of a long one is folded. */
export function Same({ text, first, last }: { text: string; first: boolean; last: boolean }) {
  const [open, setOpen] = useState(false);
  const head = first ? 0 : CONTEXT;
  const tail = last ? 0 : CONTEXT;
  const hidden = text.length - head - tail;
  if (open || hidden < 120) return <span className="text-muted">{text}</span>;
  return (
    <span className="text-muted">
      {text.slice(0, head)}
      {head > 0 ? "… " : ""}
      <MoreButton onClick={() => setOpen(true)}>{formatCount(hidden, "unchanged character")}</MoreButton>
      {tail > 0 ? " …" : ""}
      {text.slice(text.length - tail)}
    </span>
  );
}

/** A block of what was there before or is there after, with a sign besides the colour. */
export function Side({ tone, children }: { tone: "added" | "removed"; children: ReactNode }) {
  const added = tone === "added";
  return (
    <div className={`grid grid-cols-[16px_minmax(0,1fr)] rounded-sm px-1 py-0.5 ${added ? "bg-ok-bg" : "bg-bad-bg"}`}>
      <span role="img" aria-label={tone} className={`font-mono text-sm ${added ? "text-ok" : "text-bad"}`}>
        {added ? "+" : "−"}
      </span>
      <div className="min-w-0">{children}</div>
    </div>
  );
}
