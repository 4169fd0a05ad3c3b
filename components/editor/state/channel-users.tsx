"use client";

import { usedBy } from "@/lib/graph/state-matrix";
import { useEditor } from "../editor-context";

/** The nodes that write and read a channel; each selects its node. */
export function ChannelUsers({ channel }: { channel: string }) {
  const { graph, design } = useEditor();
  if (graph === null || design === null) return null;
  const nodes = graph.nodes.map((node) => ({ name: node.name, ...usedBy(node, design.model) }));
  const writers = nodes.filter(({ writes }) => writes?.includes(channel)).map(({ name }) => name);
  const readers = nodes.filter(({ reads }) => reads?.includes(channel)).map(({ name }) => name);
  const unknown = nodes.filter(({ reads, writes }) => reads === null || writes === null).map(({ name }) => name);
  return (
    <dl className="grid grid-cols-[auto_1fr] gap-x-3 gap-y-1 text-sm">
      <Users label="Written by" names={writers} nobody="no node" />
      <Users label="Read by" names={readers} nobody="no node" />
      {unknown.length === 0 ? null : <Users label="Not known of" names={unknown} nobody="" />}
    </dl>
  );
}

function Users({ label, names, nobody }: { label: string; names: string[]; nobody: string }) {
  const { select } = useEditor();
  return (
    <>
      <dt className="text-muted">{label}</dt>
      <dd className="flex min-w-0 flex-wrap gap-x-2">
        {names.length === 0 ? <span className="text-faint">{nobody}</span> : null}
        {names.map((name) => (
          <button
            key={name}
            type="button"
            className="max-w-full truncate rounded font-mono hover:underline"
            onClick={() => select({ nodes: [name], edge: null })}
          >
            {name}
          </button>
        ))}
      </dd>
    </>
  );
}
