"use client";

import { useMemo } from "react";
import { diffText } from "@/lib/graph/diff-text";

/** Longer texts are not compared word by word while one types. */
const LONGEST = 20_000;

/** What was proposed, struck, and what it is to be. Colour is not the only sign: one is struck, both are named. */
export function InlineDiff({ before, after, className }: { before: string; after: string; className?: string }) {
  const parts = useMemo(() => (before.length + after.length > LONGEST ? null : diffText(before, after)), [before, after]);
  if (parts === null) {
    return (
      <span className={className}>
        {before.length.toLocaleString("en")} characters were proposed, {after.length.toLocaleString("en")} will be sent.
      </span>
    );
  }
  return (
    <span className={className}>
      {parts.map(({ kind, text }, index) => {
        if (kind === "removed") {
          return (
            <del key={index} className="rounded-sm bg-bad-bg px-0.5 text-bad">
              {text}
            </del>
          );
        }
        if (kind === "added") {
          return (
            <ins key={index} className="rounded-sm bg-ok-bg px-0.5 text-ok no-underline">
              {text}
            </ins>
          );
        }
        return <span key={index}>{text}</span>;
      })}
    </span>
  );
}

/** An old value struck beside the new one, for values that have no words to compare. */
export function ValueChange({ before, after, className }: { before: string; after: string; className?: string }) {
  return (
    <span className={className}>
      {before === "" ? null : <del className="rounded-sm bg-bad-bg px-0.5 text-bad">{before}</del>}
      {before !== "" && after !== "" ? " " : ""}
      {after === "" ? <span className="text-muted">left empty</span> : <ins className="rounded-sm bg-ok-bg px-0.5 text-ok no-underline">{after}</ins>}
    </span>
  );
}
