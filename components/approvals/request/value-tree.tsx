"use client";

import { useState } from "react";
import type { Json } from "@/lib/schema/json";
import { cutJson } from "@/lib/request/cut-json";
import { FoldedText, MoreButton } from "./folded-text";

const STEP = 50;
/** Deeper values begin closed. */
const OPEN_DEPTH = 1;

export type ValueTreeProps = { value: Json; depth?: number };

/** Any JSON value: texts as they are, objects and lists as what can be opened; nothing is drawn before it is. */
export function ValueTree({ value, depth = 0 }: ValueTreeProps) {
  if (typeof value === "string") return value === "" ? <span className="text-faint">empty</span> : <FoldedText text={value} short={600} />;
  if (typeof value !== "object" || value === null) return <span className={value === null ? "text-faint" : "text-run"}>{String(value)}</span>;
  return <Container value={value} depth={depth} />;
}

function entriesOf(value: Json[] | { [key: string]: Json }, most: number): { entries: [string, Json][]; count: number } {
  if (Array.isArray(value)) return { entries: value.slice(0, most).map((item, place) => [String(place), item]), count: value.length };
  const all = Object.entries(value);
  return { entries: all.slice(0, most), count: all.length };
}

function Container({ value, depth }: { value: Json[] | { [key: string]: Json }; depth: number }) {
  const [isOpen, setOpen] = useState(depth < OPEN_DEPTH);
  const [most, setMost] = useState(STEP);
  const { entries, count } = entriesOf(value, most);
  if (count === 0) return <span className="text-faint">{Array.isArray(value) ? "empty list" : "empty"}</span>;
  const rows = (
    <dl className="flex min-w-0 flex-col gap-0.5">
      {entries.map(([name, item]) => (
        <div key={name} className="flex min-w-0 gap-2">
          <dt className="max-w-[40%] shrink-0 font-mono break-words text-muted">{name}</dt>
          <dd className="min-w-0 flex-1 font-mono break-words">
            <ValueTree value={item} depth={depth + 1} />
          </dd>
        </div>
      ))}
      {count > entries.length ? (
        <MoreButton onClick={() => setMost(most + 10 * STEP)}>{`Show more of ${count.toLocaleString("en")}`}</MoreButton>
      ) : null}
    </dl>
  );
  if (depth < OPEN_DEPTH) return rows;
  return (
    <details open={isOpen} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary className="cursor-default truncate py-0.5 leading-5 text-muted">
        {isOpen ? `${count.toLocaleString("en")} ${Array.isArray(value) ? "items" : "fields"}` : cutJson(value, 80)}
      </summary>
      {isOpen ? <div className="border-l border-line pl-2.5">{rows}</div> : null}
    </details>
  );
}
