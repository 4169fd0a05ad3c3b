"use client";

import Link from "next/link";
import type { ReactNode } from "react";
import { Button } from "@/components/ui/button";
import { Chip } from "@/components/ui/chip";
import type { Effect, Repeat } from "@/lib/schema/effect";
import type { Json } from "@/lib/schema/json";
import { ValueTree } from "../request/value-tree";
import { useExecution } from "./use-repeats";
import { executionNumber, executionWords, placeHref } from "./words";

/** Each execution of a repeated effect beside the others: what went in, what came out, and by which key. */
export function RepeatSides({ repeat }: { repeat: Repeat }) {
  const { effects, times, key, same_input } = repeat;
  return (
    <div className="flex flex-col gap-2">
      <div className="flex flex-wrap gap-1.5">
        <Chip tone={same_input ? "off" : "wait"}>{same_input ? "arguments equal" : "arguments differ"}</Chip>
        <Chip tone={key === "equal" ? "ok" : "wait"}>
          {key === "equal" ? "idempotency key equal" : key === "different" ? "idempotency keys differ" : "no idempotency key"}
        </Chip>
      </div>
      <ol
        aria-label={`Executions of ${repeat.name}`}
        tabIndex={0}
        className="grid auto-cols-[minmax(min(280px,80vw),1fr)] grid-flow-col overflow-x-auto rounded-md border border-line bg-raised"
      >
        {effects.map((effect, index) => (
          <li key={`${effect.run_id} ${effect.span_id}`} className="min-w-0 border-r border-line p-3 last:border-0">
            <Side effect={effect} number={executionNumber(repeat, index)} />
          </li>
        ))}
      </ol>
      {effects.length < times ? (
        <p className="text-sm text-muted">{`The first and the last ones of ${times.toLocaleString("en")} executions.`}</p>
      ) : null}
    </div>
  );
}

function Side({ effect, number }: { effect: Effect; number: number }) {
  const { data, error, refetch } = useExecution(effect);
  const { text, tone } = executionWords(effect);
  return (
    <div className="flex flex-col gap-2.5">
      <div className="flex flex-wrap items-center gap-2">
        <b className="font-medium">{`${number}.`}</b>
        <Chip tone={tone}>{text}</Chip>
        <time dateTime={effect.at} className="text-sm text-muted tabular-nums">
          {new Date(effect.at).toLocaleString("en-GB", { hour12: false })}
        </time>
        <Link href={placeHref(effect)} prefetch={false} className="ml-auto text-sm text-muted underline underline-offset-2 hover:text-text">
          {effect.step === null ? "Open the thread" : `Step ${effect.step}`}
        </Link>
      </div>
      {error === null ? null : (
        <p role="alert" className="text-sm text-bad">
          {`${error.message} `}
          <Button size="sm" onClick={() => void refetch()}>
            Try again
          </Button>
        </p>
      )}
      <Part title="Arguments">{data === undefined ? <Waiting isFailed={error !== null} /> : <ValueTree value={data.input} />}</Part>
      <Part title="Result">
        {data === undefined ? (
          <Waiting isFailed={error !== null} />
        ) : data.error !== null ? (
          <span className="text-bad">{`${data.error.name}: ${data.error.message}`}</span>
        ) : (
          <ValueTree value={resultOf(data.output)} />
        )}
      </Part>
      <Part title="Idempotency key">
        <span className="font-mono break-all">{effect.idempotency_key ?? "none"}</span>
      </Part>
    </div>
  );
}

/** What a tool returned, without the message around it, and as the value that a text of JSON stands for. */
function resultOf(output: Json): Json {
  const isMessage = typeof output === "object" && output !== null && !Array.isArray(output) && output["type"] === "tool";
  const content = isMessage ? (output["content"] ?? null) : output;
  if (typeof content !== "string" || !/^\s*[[{]/.test(content)) return content;
  try {
    return JSON.parse(content) as Json;
  } catch {
    return content;
  }
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="min-w-0">
      <h4 className="text-xs font-medium text-faint">{title}</h4>
      <div className="mt-0.5 min-w-0 text-sm break-words">{children}</div>
    </section>
  );
}

function Waiting({ isFailed }: { isFailed: boolean }) {
  return <span className="text-muted">{isFailed ? "not there" : "Reading…"}</span>;
}
