"use client";

import { ChevronLeft } from "lucide-react";
import { Button } from "@/components/ui/button";
import { Chip } from "@/components/ui/chip";
import { Empty } from "@/components/ui/empty";
import { toTypeLabel } from "@/lib/graph/type-label";
import type { SourceGraph, SourceState } from "@/lib/schema/source";
import { useEditor } from "../editor-context";
import { AddChannelLine } from "./add-channel-line";
import { ChannelForm } from "./channel-form";

/** The state: its channels, and the form of the one that is selected. */
export function StatePanel() {
  const { graph, design, selection, select } = useEditor();
  if (graph === null) {
    return design === null ? null : <Empty title="No state to show">Which graph of the file this is could not be read from its text.</Empty>;
  }
  const channel = graph.channels.find(({ name }) => name === selection.channel);
  if (channel === undefined) return <Overview graph={graph} />;
  return (
    <section aria-label={`Channel ${channel.name}`}>
      <header className="flex items-center gap-1.5 border-b border-line px-2 py-1.5">
        <Button variant="ghost" size="icon-sm" aria-label="All channels" onClick={() => select({ channel: null })}>
          <ChevronLeft />
        </Button>
        <h2 className="min-w-0 truncate font-mono font-medium">{channel.name}</h2>
        <Chip>{channel.reducer?.label ?? "last value"}</Chip>
      </header>
      <ChannelForm key={channel.name} channel={channel} />
    </section>
  );
}

const FORMS: Record<SourceState["kind"], string> = {
  state_schema: "StateSchema",
  annotation: "Annotation.Root",
  zod: "a zod object",
  messages_annotation: "MessagesAnnotation",
  messages_zod: "MessagesZodState",
  channels: "a channels object",
  unknown: "a form that could not be read",
};

function Overview({ graph }: { graph: SourceGraph }) {
  const { select, showCode } = useEditor();
  const { place, name, kind } = graph.state;
  return (
    <section aria-label="State" className="flex flex-col">
      <header className="flex flex-wrap items-center gap-2 border-b border-line px-3.5 py-2.5">
        <p className="min-w-0 flex-1 text-muted">
          {name === null ? null : <span className="font-mono text-text">{name}</span>} {name === null ? "Written as " : "is written as "}
          {FORMS[kind]}.
        </p>
        {place === null ? null : (
          <Button size="sm" onClick={() => showCode(place)}>
            Show the code
          </Button>
        )}
      </header>
      {graph.channels.length === 0 ? (
        <Empty title="No channels">A channel is a value that the nodes share. Add the first one below.</Empty>
      ) : (
        <ul aria-label="Channels" className="py-1">
          {graph.channels.map((channel) => (
            <li key={channel.name}>
              <button
                type="button"
                onClick={() => select({ channel: channel.name })}
                className="flex w-full min-w-0 items-baseline gap-2 px-3.5 py-1 text-left hover:bg-hover"
              >
                <span className="max-w-[55%] truncate font-mono">{channel.name}</span>
                <span className="min-w-0 flex-1 truncate font-mono text-sm text-muted" title={channel.type ?? undefined}>
                  {channel.type === null ? "" : toTypeLabel(channel.type)}
                </span>
                <span className="shrink-0 text-sm text-faint">{channel.reducer?.label ?? "last value"}</span>
              </button>
            </li>
          ))}
        </ul>
      )}
      <div className="border-t border-line px-3.5 py-2.5">
        <AddChannelLine draftKey="panel" />
      </div>
      <Schemas graph={graph} />
    </section>
  );
}

/** What goes in, what comes out, and what a run brings along, where the workflow says so. */
function Schemas({ graph }: { graph: SourceGraph }) {
  const { showCode } = useEditor();
  const schemas = [
    { label: "Input", schema: graph.input, without: "the whole state" },
    { label: "Output", schema: graph.output, without: "the whole state" },
    { label: "Context", schema: graph.context, without: "none" },
  ];
  return (
    <dl className="grid grid-cols-[auto_1fr] items-baseline gap-x-4 gap-y-1 border-t border-line px-3.5 py-2.5">
      {schemas.map(({ label, schema, without }) => {
        const place = schema?.place ?? null;
        return (
          <div key={label} className="contents">
            <dt className="text-muted">{label}</dt>
            <dd className="min-w-0 truncate">
              {schema === null ? <span className="text-faint">{without}</span> : null}
              {schema !== null && place !== null ? (
                <button type="button" className="rounded font-mono hover:underline" onClick={() => showCode(place)}>
                  {schema.name ?? FORMS[schema.kind]}
                </button>
              ) : null}
              {schema !== null && place === null ? <span className="font-mono">{schema.name ?? FORMS[schema.kind]}</span> : null}
            </dd>
          </div>
        );
      })}
    </dl>
  );
}
