"use client";

import { Pin as PinIcon, TriangleAlert } from "lucide-react";
import { useState, type ReactNode } from "react";
import { Button } from "@/components/ui/button";
import { Chip } from "@/components/ui/chip";
import type { TryNodeResult } from "@/lib/schema/design-api";
import { JsonObjectSchema, type Json, type JsonObject } from "@/lib/schema/json";
import { ValueView } from "../../debugger/inspector/values/value-view";
import { FreeAnswer } from "../../approvals/request/free-answer";

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section aria-label={title} className="flex flex-col gap-1.5">
      <h4 className="text-xs font-medium text-faint">{title}</h4>
      {children}
    </section>
  );
}

function Values({ values, label }: { values: JsonObject; label: string }) {
  const entries = Object.entries(values);
  if (entries.length === 0) return <p className="text-sm text-muted">Nothing.</p>;
  return (
    <dl className="flex flex-col gap-2">
      {entries.map(([name, value]) => (
        <div key={name}>
          <dt className="font-mono text-sm font-medium">{name}</dt>
          <dd className="mt-0.5 min-w-0">
            <ValueView value={value} label={`${label}: ${name}`} />
          </dd>
        </div>
      ))}
    </dl>
  );
}

function Question({ value, isRunning, onAnswer }: { value: Json; isRunning: boolean; onAnswer: (answer: Json) => void }) {
  const [text, setText] = useState("");
  return (
    <Part title="It asks">
      <ValueView value={value} label="The question" />
      <FreeAnswer isMain value={text} onChange={setText} disabled={isRunning} onSend={onAnswer} />
    </Part>
  );
}

/** Names with how often each comes: a node that is sent to many times runs as many. */
function counted(names: string[]): string {
  return [...new Set(names)]
    .map((name) => {
      const times = names.filter((other) => other === name).length;
      return times === 1 ? name : `${name} × ${times}`;
    })
    .join(", ");
}

function toMs(ms: number): string {
  return ms < 1000 ? `${Math.round(ms)} ms` : `${(ms / 1000).toFixed(1)} s`;
}

export type TrialResultProps = {
  node: string;
  result: TryNodeResult;
  isRunning: boolean;
  onAnswer: (answer: Json) => void;
  onPin: (values: JsonObject) => void;
};

/** What a node did when it was tried: what it wrote, asked or threw. */
export function TrialResult({ node, result, isRunning, onAnswer, onPin }: TrialResultProps) {
  const update = JsonObjectSchema.safeParse(result.update);
  const [question] = result.interrupts;
  return (
    <div role="status" className="flex flex-col gap-3 border-t border-line px-3.5 py-3" aria-busy={isRunning}>
      <p className="flex items-center gap-2">
        <Chip tone={result.outcome === "done" ? "ok" : result.outcome === "error" ? "bad" : "wait"}>
          {result.outcome === "done" ? "done" : result.outcome === "error" ? "failed" : "waits for an answer"}
        </Chip>
        <span className="text-sm text-muted tabular-nums">{toMs(result.ms)}</span>
      </p>
      {result.error === null ? null : (
        <Part title="Error">
          <p role="alert" className="flex gap-1.5 text-bad">
            <TriangleAlert aria-hidden className="mt-0.5 size-3.5 shrink-0" />
            <span className="min-w-0 break-words">
              {result.error.name}: {result.error.message}
            </span>
          </p>
          {result.error.stack === null ? null : <pre className="overflow-x-auto font-mono text-xs text-muted">{result.error.stack}</pre>}
        </Part>
      )}
      {question === undefined ? null : (
        <Question key={JSON.stringify(question.value)} value={question.value} isRunning={isRunning} onAnswer={onAnswer} />
      )}
      {result.outcome === "done" ? (
        <>
          <Part title={`${node} wrote`}>
            {update.success ? (
              <>
                <Values values={update.data} label="Written" />
                <Button className="self-start" onClick={() => onPin(update.data)}>
                  <PinIcon />
                  Pin this output
                </Button>
              </>
            ) : (
              <ValueView value={result.update} label="Written" />
            )}
          </Part>
          <Part title="Next">
            <p className="font-mono text-sm">{result.next.length === 0 ? "the end" : counted(result.next)}</p>
          </Part>
          {result.values === null ? null : (
            <details>
              <summary className="cursor-default text-xs font-medium text-faint">The state after it</summary>
              <div className="mt-2">
                <Values values={result.values} label="State" />
              </div>
            </details>
          )}
        </>
      ) : null}
    </div>
  );
}
