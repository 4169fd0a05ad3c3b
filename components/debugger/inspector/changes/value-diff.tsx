import { useMemo } from "react";
import { diffJson, type LeafChange } from "@/lib/graph/diff-json";
import type { Json } from "@/lib/schema/json";
import { isContainer } from "../values/json-rows";
import { ValueView } from "../values/value-view";
import { Side, TextDiff } from "./text-diff";

/** Two values with the smallest parts that differ: texts word by word, objects property by property. */
export function ValueDiff({ before, after }: { before: Json; after: Json }) {
  if (isText(before) && isText(after)) return <TextDiff before={before} after={after} />;
  const nested = isContainer(before) && isContainer(after) && Array.isArray(before) === Array.isArray(after);
  return nested ? <LeafChanges before={before} after={after} /> : <BeforeAfter before={before} after={after} />;
}

function LeafChanges({ before, after }: { before: Json; after: Json }) {
  const { changes, more } = useMemo(() => diffJson(before, after), [before, after]);
  return (
    <ul className="flex flex-col gap-1">
      {changes.map((change) => (
        <li key={change.path.join("/")}>
          <p className="font-mono text-sm text-muted">{pathText(change.path)}</p>
          <Leaf change={change} />
        </li>
      ))}
      {more ? <li className="text-sm text-faint">More differences are not listed.</li> : null}
    </ul>
  );
}

function Leaf({ change: { path, kind, before, after } }: { change: LeafChange }) {
  if (kind === "moved") return <p className="text-sm text-faint">moved here</p>;
  if (typeof before === "string" && typeof after === "string") return <TextDiff before={before} after={after} />;
  return <BeforeAfter label={pathText(path)} {...(before === undefined ? {} : { before })} {...(after === undefined ? {} : { after })} />;
}

/** What was there and what is there now: in one line where both are short, else one below the other. */
export function BeforeAfter({ before, after, label = "Value" }: { before?: Json; after?: Json; label?: string }) {
  if (before !== undefined && after !== undefined && isShort(before) && isShort(after)) {
    return (
      <p className="font-mono text-sm">
        <del className="rounded-sm bg-bad-bg px-1 text-bad decoration-bad/50">{JSON.stringify(before)}</del>
        <span aria-hidden className="text-faint">
          {" → "}
        </span>
        <ins className="rounded-sm bg-ok-bg px-1 text-ok no-underline">{JSON.stringify(after)}</ins>
      </p>
    );
  }
  return (
    <div className="flex flex-col gap-0.5">
      {before === undefined ? null : (
        <Side tone="removed">
          <ValueView value={before} label={`${label} before`} />
        </Side>
      )}
      {after === undefined ? null : (
        <Side tone="added">
          <ValueView value={after} label={`${label} after`} />
        </Side>
      )}
    </div>
  );
}

/** Long enough to be worth comparing word by word. */
function isText(value: Json | undefined): value is string {
  return typeof value === "string" && !isShort(value);
}

function isShort(value: Json): boolean {
  return !isContainer(value) && (typeof value !== "string" || value.length <= 24);
}

/** `a.b[3].c`. */
export function pathText(path: (string | number)[]): string {
  return path.reduce<string>((text, part) => (typeof part === "number" ? `${text}[${part}]` : text === "" ? part : `${text}.${part}`), "");
}
