import { useMutation, useQueryClient } from "@tanstack/react-query";
import { ArrowRight, TriangleAlert } from "lucide-react";
import { useId, useState } from "react";
import { Button } from "@/components/ui/button";
import { Select } from "@/components/ui/field";
import { migrateCheckpoint } from "@/lib/client/api";
import type { TimelineEntry } from "@/lib/schema/checkpoint";
import type { RevisionReport } from "@/lib/schema/explain";
import { messageOf } from "../show-error";
import { listWords } from "../timeline/format";
import { useWorkbench } from "../workbench-context";
import { initialMapping, toBody, type Mapping } from "./mapping";

type BlockersProps = { threadId: string; entry: TimelineEntry; report: RevisionReport; onShowChanges: (() => void) | null };

/** Why the checkpoint cannot go on with the code of today, and the form that gives its nodes and channels their new names. */
export function Blockers({ threadId, entry, report, onShowChanges }: BlockersProps) {
  const { description, activeRun, isStarting, actions } = useWorkbench();
  const client = useQueryClient();
  const [mapping, setMapping] = useState<Mapping>(() => initialMapping(report));
  const fork = useMutation({
    mutationFn: () => migrateCheckpoint(threadId, { checkpoint_id: entry.checkpoint_id, ...toBody(mapping) }),
    onSuccess: (result) => {
      void client.invalidateQueries({ queryKey: ["threads"] });
      actions.openForked(result);
    },
  });
  const nodes = (description?.nodes ?? []).filter(({ kind, parent }) => parent === null && kind !== "start" && kind !== "end").map(({ id }) => id);
  const channels = (description?.channels ?? []).map(({ name }) => name);
  // A subgraph starts anew in a fork: its nodes need no new names.
  const inner = report.blockers.filter(({ kind, name }) => kind === "node_gone" && entry.checkpoint_ns === "" && name.includes(":"));
  const isInside = entry.checkpoint_ns !== "";
  const isComplete = mapping.nodes.every(({ to }) => to !== "") && (mapping.nodes.length > 0 || mapping.channels.some(({ to }) => to !== ""));
  const set = (kind: keyof Mapping, from: string, to: string) =>
    setMapping((before) => ({ ...before, [kind]: before[kind].map((row) => (row.from === from ? { from, to } : row)) }));
  return (
    <section aria-label="What keeps this from going on" className="max-h-[55%] shrink-0 overflow-y-auto border-b border-wait bg-wait-bg px-3.5 py-3">
      <h2 className="flex items-start gap-2 font-semibold [&_svg]:mt-0.5 [&_svg]:size-3.5 [&_svg]:shrink-0">
        <TriangleAlert aria-hidden />
        <span className="min-w-0 break-words">
          {titleOf(
            mapping,
            inner.map(({ name }) => name),
          )}
        </span>
      </h2>
      <p className="mt-1">{reasonOf(mapping)}</p>
      {inner.map(({ name, message }) => (
        <p key={name} className="mt-1">
          {message}
        </p>
      ))}
      {isInside ? (
        <p className="mt-1">Go back to the workflow around it and run its node again: the subgraph then starts anew, with the code of today.</p>
      ) : mapping.nodes.length + mapping.channels.length === 0 ? null : (
        <form
          className="mt-2.5 flex flex-col gap-1.5"
          onSubmit={(event) => {
            event.preventDefault();
            if (isComplete && !fork.isPending) fork.mutate();
          }}
        >
          {mapping.nodes.map((row) => (
            <Row key={row.from} {...row} what="node" none="Choose a node" options={nodes} onChange={(to) => set("nodes", row.from, to)} />
          ))}
          {mapping.channels.map((row) => (
            <Row
              key={row.from}
              {...row}
              what="channel"
              none="Leave its value behind"
              options={channels}
              onChange={(to) => set("channels", row.from, to)}
            />
          ))}
          <div className="mt-1 flex flex-wrap items-center gap-2">
            <Button type="submit" variant="primary" disabled={!isComplete || fork.isPending || activeRun !== null || isStarting}>
              Map and fork
            </Button>
            {onShowChanges === null ? null : (
              <Button variant="ghost" onClick={onShowChanges} aria-haspopup="dialog">
                Show what changed
              </Button>
            )}
          </div>
          <p className="text-sm text-muted">
            The fork stands beside this checkpoint, which keeps its old names. Results of nodes that had finished are kept.
          </p>
        </form>
      )}
      {fork.error === null ? null : (
        <p role="alert" className="mt-2 text-sm text-bad">
          {messageOf(fork.error)}
        </p>
      )}
    </section>
  );
}

function titleOf({ nodes, channels }: Mapping, inner: readonly string[]): string {
  const own = [...nodes.map(({ from }) => from), ...inner];
  const names = own.length > 0 ? own : channels.map(({ from }) => from);
  return `${listWords(names)} ${names.length === 1 ? "is" : "are"} not in the workflow any more`;
}

function reasonOf({ nodes, channels }: Mapping): string {
  const [node, channel] = [nodes.map(({ from }) => from), channels.map(({ from }) => from)];
  const due = `${node.length === 1 ? "It runs" : "They run"} next here. LangGraph would run nothing in ${node.length === 1 ? "its" : "their"} place, without a word.`;
  const lost = `What ${nodes.length === 0 ? (channel.length === 1 ? "it holds" : "they hold") : `${listWords(channel)} ${channel.length === 1 ? "holds" : "hold"}`} would vanish with the next step.`;
  return [...(node.length > 0 ? [due] : []), ...(channel.length > 0 ? [lost] : [])].join(" ");
}

type RowProps = { from: string; to: string; what: string; none: string; options: string[]; onChange: (to: string) => void };

function Row({ from, to, what, none, options, onChange }: RowProps) {
  const id = useId();
  return (
    <div className="grid grid-cols-[minmax(0,1fr)_auto_minmax(0,1.4fr)] items-center gap-2">
      <label htmlFor={id} className="truncate font-mono text-[12.5px]" title={`${what} ${from}`}>
        {from}
        <span className="sr-only"> is now the {what}</span>
      </label>
      <ArrowRight aria-hidden className="size-3.5 text-muted" />
      <Select id={id} value={to} onChange={(event) => onChange(event.target.value)} className="font-mono text-[12.5px]">
        <option value="">{none}</option>
        {options.map((option) => (
          <option key={option} value={option}>
            {option}
          </option>
        ))}
      </Select>
    </div>
  );
}
