"use client";

import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { Plus, X } from "lucide-react";
import { useEffect, useMemo, useState } from "react";
import { messageOf } from "@/components/debugger/show-error";
import { useWorkbench } from "@/components/debugger/workbench-context";
import { Button } from "@/components/ui/button";
import { Empty } from "@/components/ui/empty";
import { Select } from "@/components/ui/field";
import { JsonEditor } from "@/components/ui/json-editor";
import { Spinner } from "@/components/ui/spinner";
import { reduceUpdates } from "@/lib/client/design-api";
import { sampleUpdates } from "@/lib/graph/sample-updates";
import type { Reduced } from "@/lib/schema/design-api";
import { JsonSchema, type Json } from "@/lib/schema/json";
import type { SourceChannel } from "@/lib/schema/source";
import { useEditor } from "../editor-context";
import { useDraft } from "./use-draft";

const MAX_UPDATES = 6;
const PAUSE_MS = 350;
/** Characters that fit a column. */
const SHORT = 30;

/** What a channel's own reducer makes of a few updates, one after the other. */
export function ReducerPlayground() {
  const { graph, design, selection, select, graphId } = useEditor();
  const channels = graph?.channels ?? [];
  // Without a choice: one whose reducer does something.
  const channel = channels.find(({ name }) => name === selection.channel) ?? channels.find(({ reducer }) => reducer !== null) ?? channels[0];
  if (channel === undefined) {
    return design === null ? null : <Empty title="No channel to try">Add a channel to the state first.</Empty>;
  }
  return (
    <div className="flex h-full min-h-0 flex-col">
      <div className="flex flex-wrap items-center gap-2 border-b border-line px-2.5 py-1.5">
        <Select aria-label="Channel" value={channel.name} onChange={(event) => select({ channel: event.target.value })} className="w-48 font-mono">
          {channels.map(({ name }) => (
            <option key={name} value={name}>
              {name}
            </option>
          ))}
        </Select>
        <p className="min-w-0 flex-1 truncate text-muted">
          {channel.reducer === null ? "No reducer: the last value wins." : <ReducerWords channel={channel} />}
        </p>
      </div>
      <Trial key={`${graphId} ${channel.name}`} channel={channel} />
    </div>
  );
}

function ReducerWords({ channel: { reducer } }: { channel: SourceChannel }) {
  if (reducer === null) return null;
  const code = reducer.text?.replace(/\s+/g, " ") ?? null;
  return (
    <>
      {reducer.label}
      {code === null || code === reducer.label ? null : <span className="ml-2 font-mono text-sm text-faint">{code}</span>}
    </>
  );
}

type Parsed = { ok: true; value: Json } | { ok: false; problem: string };

function readJson(text: string): Parsed {
  try {
    const parsed = JsonSchema.safeParse(JSON.parse(text));
    return parsed.success ? { ok: true, value: parsed.data } : { ok: false, problem: "This is not JSON." };
  } catch (error) {
    return { ok: false, problem: messageOf(error) };
  }
}

function readTexts(text: string): string[] {
  try {
    const parsed: unknown = JSON.parse(text);
    return Array.isArray(parsed) ? parsed.filter((each) => typeof each === "string").slice(0, MAX_UPDATES) : [];
  } catch {
    return [];
  }
}

/** The value as it is once nobody has changed it for a moment. */
function useRested<T>(value: T, ms: number): T {
  const [rested, setRested] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setRested(value), ms);
    return () => clearTimeout(timer);
  }, [value, ms]);
  return rested;
}

/** JSON on one line where it is short. */
function toText(value: Json): string {
  const line = JSON.stringify(value);
  return line.length <= SHORT ? line : JSON.stringify(value, null, 2);
}

/** The JSON schema of a channel of the workflow, as the runner reports it. */
function useSchema(channel: string) {
  const { design, graph } = useEditor();
  const { description } = useWorkbench();
  const isWorkflow = design?.graph === graph?.name;
  return (isWorkflow ? description?.channels.find(({ name }) => name === channel)?.schema : null) ?? null;
}

function Trial({ channel }: { channel: SourceChannel }) {
  const { graphId, design } = useEditor();
  const schema = useSchema(channel.name);
  const samples = useMemo(() => JSON.stringify(sampleUpdates(channel, schema).map(toText)), [channel, schema]);
  const draft = useDraft(`${graphId}.reduce.${channel.name}`, samples);
  const texts = readTexts(draft.text);
  const change = (next: string[]) => draft.change(JSON.stringify(next));
  const parsed = texts.map(readJson);
  const updates = parsed.flatMap((each) => (each.ok ? [each.value] : []));
  const asked = useRested(JSON.stringify(updates), PAUSE_MS);
  const isComplete = updates.length === texts.length && updates.length > 0;
  const result = useQuery({
    queryKey: ["design-reduce", graphId, design?.hash, channel.name, asked],
    queryFn: ({ signal }) => reduceUpdates(graphId, { channel: channel.name, updates: JsonSchema.array().parse(JSON.parse(asked)) }, signal),
    enabled: isComplete && asked !== "[]",
    placeholderData: keepPreviousData,
    retry: false,
  });
  return (
    <div className="min-h-0 flex-1 overflow-auto px-2.5 py-2">
      <ol className="flex min-w-max items-stretch gap-2" aria-label="Updates and what becomes of them">
        <Step title="At the start">
          <Value value={result.data?.initial ?? null} isPending={result.isPending && isComplete} empty="empty" />
        </Step>
        {texts.map((text, index) => {
          const read = parsed[index];
          return (
            <Step
              key={index}
              title={`Update ${index + 1}`}
              action={
                texts.length > 1 ? (
                  <Button
                    variant="ghost"
                    size="icon-sm"
                    aria-label={`Take update ${index + 1} away`}
                    onClick={() => change(texts.filter((_, at) => at !== index))}
                  >
                    <X />
                  </Button>
                ) : null
              }
            >
              <JsonEditor
                label={`Update ${index + 1}`}
                value={text}
                invalid={read !== undefined && !read.ok}
                minHeight="32px"
                onChange={(next) => change(texts.map((old, at) => (at === index ? next : old)))}
              />
              {read !== undefined && !read.ok ? (
                <p role="alert" className="text-sm text-bad">
                  {read.problem}
                </p>
              ) : null}
              <Outcome result={result.data} index={index} isPending={result.isFetching} />
            </Step>
          );
        })}
        <li className="flex flex-col justify-start gap-1.5 pt-6">
          {texts.length < MAX_UPDATES ? (
            <Button size="sm" variant="ghost" onClick={() => change([...texts, texts.at(-1) ?? "null"])}>
              <Plus /> Update
            </Button>
          ) : null}
          {draft.isChanged ? (
            <Button size="sm" variant="ghost" onClick={draft.clear}>
              Samples again
            </Button>
          ) : null}
        </li>
      </ol>
      {result.error === null ? null : (
        <p role="alert" className="mt-2 max-w-160 text-bad">
          {messageOf(result.error)}{" "}
          <Button size="sm" onClick={() => void result.refetch()}>
            Try again
          </Button>
        </p>
      )}
    </div>
  );
}

function Step({ title, action, children }: { title: string; action?: React.ReactNode; children: React.ReactNode }) {
  return (
    <li className="flex w-64 shrink-0 flex-col gap-1.5">
      <div className="flex h-6 items-center justify-between">
        <h3 className="text-sm font-medium text-muted">{title}</h3>
        {action}
      </div>
      {children}
    </li>
  );
}

function Outcome({ result, index, isPending }: { result: Reduced | undefined; index: number; isPending: boolean }) {
  if (result === undefined) return null;
  const { error, steps } = result;
  if (error !== null && error.update === index) {
    return (
      <p role="alert" className="text-sm text-bad">
        {error.message}
      </p>
    );
  }
  const value = steps[index];
  if (value === undefined) return <p className="text-sm text-faint">Not reached.</p>;
  return <Value value={value} isPending={isPending} empty="null" />;
}

function Value({ value, isPending, empty }: { value: Json; isPending: boolean; empty: string }) {
  if (isPending && value === null) return <Spinner label="Reducing" />;
  return (
    <pre className="min-h-8 rounded-md wrap-anywhere bg-canvas px-2 py-1.5 font-mono text-[12px] whitespace-pre-wrap">
      {value === null ? <span className="text-faint">{empty}</span> : toText(value)}
    </pre>
  );
}
