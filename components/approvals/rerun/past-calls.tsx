import { Button } from "@/components/ui/button";
import { Chip, type Tone } from "@/components/ui/chip";
import type { PastCall } from "@/lib/schema/rerun";
import type { OpenSpan } from "./open-span";

const AGAIN: Record<PastCall["again"], { word: string; tone: Tone }> = {
  repeats: { word: "again", tone: "bad" },
  may_repeat: { word: "perhaps again", tone: "wait" },
  kept: { word: "result kept", tone: "ok" },
  recorded: { word: "recorded result", tone: "ok" },
  stubbed: { word: "stub", tone: "off" },
};

/** Arguments are shown in one line, so long. */
const MOST_TEXT = 240;

function toneOf({ again, is_effect }: PastCall): Tone {
  return again === "repeats" && !is_effect ? "wait" : AGAIN[again].tone;
}

function inputText(input: PastCall["input"]): string {
  const text = typeof input === "string" ? input : JSON.stringify(input);
  return text.length > MOST_TEXT ? `${text.slice(0, MOST_TEXT)}…` : text;
}

/** What a part that runs again did the last time, in order, and what its repetition will do. */
export function PastCalls({ calls, asks, onOpenSpan }: { calls: readonly PastCall[]; asks: boolean; onOpenSpan: OpenSpan | undefined }) {
  return (
    <div className="px-3 py-2">
      <h5 className="text-sm text-muted">{asks ? "What it did before it asked, the last time" : "What it did the last time"}</h5>
      <ol className="mt-1 flex flex-col gap-1">
        {calls.map((call) => (
          <PastCallRow key={call.span_id} call={call} onOpenSpan={onOpenSpan} />
        ))}
      </ol>
    </div>
  );
}

function PastCallRow({ call, onOpenSpan }: { call: PastCall; onOpenSpan: OpenSpan | undefined }) {
  const { run_id, span_id, name, kind, input, again, idempotency_key: key, deduplicated } = call;
  return (
    <li className="flex flex-wrap items-baseline gap-x-2 gap-y-0.5">
      <Chip tone={toneOf(call)}>{AGAIN[again].word}</Chip>
      <span className="font-mono text-sm font-medium break-all">{name}</span>
      {kind === "model" ? (
        <span className="text-sm text-muted">model</span>
      ) : (
        <span className="min-w-0 font-mono text-xs break-all text-muted">{inputText(input)}</span>
      )}
      {key === null ? null : (
        <span className="text-sm text-muted" title={key}>
          key <span className="font-mono text-xs">{key.length > 12 ? `${key.slice(0, 4)}…${key.slice(-2)}` : key}</span>
        </span>
      )}
      {deduplicated === true ? <span className="text-sm text-muted">one was kept</span> : null}
      {onOpenSpan === undefined ? null : (
        <Button size="sm" variant="ghost" className="-mx-2" aria-label={`Show the call of ${name}`} onClick={() => onOpenSpan({ run_id, span_id })}>
          Show
        </Button>
      )}
    </li>
  );
}
