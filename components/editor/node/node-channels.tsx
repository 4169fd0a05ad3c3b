"use client";

import type { SourceNode } from "@/lib/schema/source";
import { useEditor } from "../editor-context";
import { Section } from "./section";

/** What a node reads of the state and writes into it, as far as its code shows. */
export function NodeChannels({ node }: { node: SourceNode }) {
  const { reads, writes } = node;
  if (reads === null && writes === null) return null;
  return (
    <Section title="State">
      <dl className="grid grid-cols-[52px_1fr] gap-y-0.5 [&>*]:leading-6">
        <dt className="text-muted">reads</dt>
        <Channels names={reads} />
        <dt className="text-muted">writes</dt>
        <Channels names={writes} />
      </dl>
    </Section>
  );
}

function Channels({ names }: { names: readonly string[] | null }) {
  const { graph, select, openTab } = useEditor();
  if (names === null) return <dd className="text-faint">not to be read from its code</dd>;
  if (names.length === 0) return <dd className="text-faint">nothing</dd>;
  return (
    <dd className="flex flex-wrap gap-x-2 gap-y-0.5">
      {names.map((name) => (
        <button
          key={name}
          type="button"
          disabled={!graph?.channels.some((channel) => channel.name === name)}
          onClick={() => {
            select({ channel: name });
            openTab("state");
          }}
          className="min-h-6 font-mono text-sm underline decoration-line-strong underline-offset-2 enabled:hover:text-run"
        >
          {name}
        </button>
      ))}
    </dd>
  );
}
