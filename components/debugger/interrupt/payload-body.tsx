"use client";

import { Markdown } from "@/components/ui/markdown";
import type { Json } from "@/lib/schema/json";
import type { PayloadView } from "./payload";

/** Text as it is, an object's fields one by one, so that texts in them keep their lines; anything deeper as JSON. */
function Value({ value }: { value: Json }) {
  if (typeof value === "string") return value;
  if (typeof value !== "object" || value === null || Array.isArray(value)) return JSON.stringify(value, null, 2);
  return Object.entries(value).map(([name, field]) => (
    <span key={name} className="block">
      <span className="text-muted">{name}: </span>
      {typeof field === "string" ? field : JSON.stringify(field, null, 2)}
    </span>
  ));
}

/** The payload's text as Markdown, everything else as JSON. */
export function PayloadBody({ view }: { view: PayloadView }) {
  const rest = Object.entries(view.rest);
  return (
    <>
      {view.texts.map(({ label, text }, index) =>
        label === null ? (
          <Markdown key={index} text={text} className="mt-1.5 max-h-72 overflow-y-auto text-muted" />
        ) : (
          <details key={index} className="mt-2 rounded-md border border-line" open={text.length < 400}>
            <summary className="cursor-default px-2.5 py-1.5 text-sm">
              <span className="font-mono">{label}</span>
              <span className="ml-2 text-faint">{text.trim().split(/\s+/).length.toLocaleString("en")} words</span>
            </summary>
            <Markdown text={text} className="max-h-72 overflow-y-auto border-t border-line px-2.5 py-2" />
          </details>
        ),
      )}
      {rest.length > 0 ? (
        <dl className="mt-2 flex max-h-48 flex-col gap-1 overflow-y-auto rounded-md border border-line px-2.5 py-1.5 text-sm">
          {rest.map(([name, value]) => (
            <div key={name} className="flex flex-wrap gap-x-3">
              <dt className="shrink-0 font-mono text-muted">{name}</dt>
              <dd className="min-w-0 flex-1 font-mono break-words whitespace-pre-wrap">
                <Value value={value} />
              </dd>
            </div>
          ))}
        </dl>
      ) : null}
    </>
  );
}
