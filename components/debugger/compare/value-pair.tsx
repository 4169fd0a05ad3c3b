import { useMemo } from "react";
import { diffJson } from "@/lib/graph/diff-json";
import { diffText, similarity, type TextPart } from "@/lib/graph/diff-text";
import type { Json } from "@/lib/schema/json";
import { Same } from "../inspector/changes/text-diff";
import { pathText } from "../inspector/changes/value-diff";
import { isContainer } from "../inspector/values/json-rows";
import { Pair, SideValue, Tinted } from "./pair";

/** Texts beyond this are shown without marks. */
const MAX_MARKED = 2_000_000;
/** Texts that share less than this are shown whole. */
const REWRITE = 0.2;

export type ValuePairProps = {
  before: Json | undefined;
  after: Json | undefined;
  label: string;
  /** What the value is a part of, shown before the paths of its own parts. */
  name?: string;
};

/** A value on both sides, with what differs marked; of objects and lists only the parts that differ. */
export function ValuePair({ before, after, label, name = "" }: ValuePairProps) {
  if (before !== undefined && after !== undefined && isContainer(before) && isContainer(after) && Array.isArray(before) === Array.isArray(after)) {
    return <LeafPairs before={before} after={after} name={name} />;
  }
  return (
    <>
      {name === "" ? null : <Pair left={<Path name={name} path="" />} right={<Path name={name} path="" />} tight />}
      {typeof before === "string" && typeof after === "string" ? (
        <TextPair before={before} after={after} label={label} />
      ) : (
        <WholePair before={before} after={after} label={label} />
      )}
    </>
  );
}

function WholePair({ before, after, label }: Omit<ValuePairProps, "name">) {
  return (
    <Pair
      left={
        <Tinted tone={before === undefined ? null : "removed"}>
          <SideValue value={before} label={`${label} on the left`} />
        </Tinted>
      }
      right={
        <Tinted tone={after === undefined ? null : "added"}>
          <SideValue value={after} label={`${label} on the right`} />
        </Tinted>
      }
    />
  );
}

function LeafPairs({ before, after, name }: { before: Json; after: Json; name: string }) {
  const { changes, more } = useMemo(() => diffJson(before, after), [before, after]);
  return (
    <>
      {changes.map((change) => {
        const path = pathText(change.path);
        return (
          <div key={path}>
            <Pair left={<Path name={name} path={path} />} right={<Path name={name} path={path} />} tight />
            <ValuePair before={change.before} after={change.after} label={path} />
          </div>
        );
      })}
      {more ? <p className="px-3.5 py-1 text-sm text-faint">More differences are not listed.</p> : null}
    </>
  );
}

function Path({ name, path }: { name: string; path: string }) {
  return (
    <p className="text-sm text-muted">
      {name} <span className="font-mono">{path}</span>
    </p>
  );
}

function TextPair({ before, after, label }: { before: string; after: string; label: string }) {
  const parts = useMemo(() => (before.length + after.length > MAX_MARKED ? [] : diffText(before, after)), [before, after]);
  if (parts.length === 0 || similarity(parts) < REWRITE) return <WholePair before={before} after={after} label={label} />;
  return <Pair left={<MarkedText parts={parts} side="removed" />} right={<MarkedText parts={parts} side="added" />} />;
}

function MarkedText({ parts, side }: { parts: TextPart[]; side: "removed" | "added" }) {
  const Mark = side === "removed" ? "del" : "ins";
  const style = side === "removed" ? "bg-bad-bg text-bad" : "bg-ok-bg text-ok";
  return (
    <p className="leading-5 break-words whitespace-pre-wrap">
      {parts.map((part, index) => {
        if (part.kind === "same") return <Same key={index} text={part.text} first={index === 0} last={index === parts.length - 1} />;
        if (part.kind !== side) return null;
        return (
          <Mark key={index} className={`rounded-sm no-underline ${style}`}>
            {part.text}
          </Mark>
        );
      })}
    </p>
  );
}
