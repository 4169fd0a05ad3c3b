import { CornerDownRight, CornerUpLeft } from "lucide-react";
import type { ReactNode } from "react";
import { Button } from "@/components/ui/button";
import { Chip, type Tone } from "@/components/ui/chip";
import { formatCount } from "@/components/ui/format";
import type { Json } from "@/lib/schema/json";
import type { Span, SpanDetail } from "@/lib/schema/span";
import { QueryView } from "../inspector/query-state";
import { ValueView } from "../inspector/values/value-view";
import { formatStep, formatTime } from "../timeline/format";
import { SourceChip } from "./source-chip";
import { SpanIcon } from "./span-icon";
import { useSpanDetail } from "./use-spans";
import { KIND_WORDS, SOURCE_WORDS, STATUS_WORDS, formatCost, formatDuration, spanTitle } from "./words";

/** The checkpoints around a span's step, where they are known: the one that it started from, and the one that the step wrote. */
export type SpanCheckpoints = { before: CheckpointLink | null; after: CheckpointLink | null };
export type CheckpointLink = { step: number; onGo: () => void };

const TONES: Record<Span["status"], Tone> = { running: "run", done: "ok", failed: "bad", interrupted: "wait", cached: "plain", lost: "bad" };

/** What each kind calls what goes in and what comes out. */
const WORDS: Record<Span["kind"], { input: string; output: string }> = {
  node: { input: "State it read", output: "What it returned" },
  model: { input: "Messages in", output: "Message out" },
  tool: { input: "Arguments", output: "Result" },
  task: { input: "Arguments", output: "Result" },
  retriever: { input: "Query", output: "Documents" },
  effect: { input: "Arguments", output: "Result" },
  chain: { input: "Input", output: "Output" },
};

/** Everything about one span. */
export function SpanDetailView({ span, checkpoints }: { span: Span; checkpoints: SpanCheckpoints }) {
  const detail = useSpanDetail(span);
  return (
    <section aria-label={`${KIND_WORDS[span.kind]} ${spanTitle(span)}`} className="h-full overflow-auto overscroll-contain">
      <header className="border-b border-line px-3.5 py-2.5">
        <div className="flex min-h-6 items-center gap-2">
          <SpanIcon kind={span.kind} />
          <h3 className="min-w-0 truncate font-mono text-base font-semibold">{spanTitle(span)}</h3>
          <Chip tone={TONES[span.status]}>{STATUS_WORDS[span.status]}</Chip>
          {span.attempt > 1 ? <Chip tone="wait">{`try ${span.attempt}`}</Chip> : null}
          <SourceChip source={span.source} />
        </div>
        <Facts span={span} />
        <div className="mt-2 flex flex-wrap gap-1 empty:hidden">
          {checkpoints.before === null ? null : (
            <Button size="sm" onClick={checkpoints.before.onGo}>
              <CornerUpLeft />
              {`Checkpoint before (step ${formatStep(checkpoints.before.step)})`}
            </Button>
          )}
          {checkpoints.after === null ? null : (
            <Button size="sm" onClick={checkpoints.after.onGo}>
              <CornerDownRight />
              {`Checkpoint after (step ${formatStep(checkpoints.after.step)})`}
            </Button>
          )}
        </div>
      </header>
      {span.error === null ? null : (
        <Block title={span.error.name} tone="bad">
          <p className="break-words whitespace-pre-wrap">{span.error.message}</p>
        </Block>
      )}
      <QueryView query={detail} what="span">
        {(data) => <Values detail={data} />}
      </QueryView>
    </section>
  );
}

function Facts({ span }: { span: Span }) {
  const facts = [
    KIND_WORDS[span.kind],
    formatTime(span.started_at),
    ...(span.ms === null ? [] : [formatDuration(span.ms)]),
    ...(span.first_token_ms === null ? [] : [`first token after ${formatDuration(span.first_token_ms)}`]),
    ...(span.tool_call_id === null ? [] : [`call ${span.tool_call_id}`]),
  ];
  return (
    <>
      <p className="mt-0.5 text-sm break-words text-muted">{facts.join(" · ")}</p>
      {span.source === null ? null : <p className="mt-0.5 text-sm text-muted">{SOURCE_WORDS[span.source]}</p>}
      {span.kind === "model" ? <p className="mt-0.5 text-sm text-muted">{usageInWords(span)}</p> : null}
    </>
  );
}

function usageInWords({ tokens, cost, status }: Span): string {
  if (tokens === null) return status === "running" ? "Tokens are told when it ends." : "The provider did not say how many tokens it used.";
  const { input, output, cache_read: cached, reasoning } = tokens;
  const inside = cached !== null && cached > 0 ? ` (${formatCount(cached, "token")} from the cache)` : "";
  const thought = reasoning !== null && reasoning > 0 ? ` (${formatCount(reasoning, "token")} of reasoning)` : "";
  const price = cost === null ? "no price is known for this model" : formatCost(cost);
  return `${formatCount(input, "token")} in${inside} · ${formatCount(output, "token")} out${thought} · ${price}`;
}

function Values({ detail }: { detail: SpanDetail }) {
  const words = WORDS[detail.kind];
  const hasOutput = detail.status === "done" || detail.output !== null;
  return (
    <>
      {detail.truncated ? (
        <p className="border-b border-line bg-wait-bg px-3.5 py-1.5 text-sm text-wait">
          {detail.kind === "node"
            ? "This is an excerpt: a trace keeps only the beginning of large values. The whole state is in the checkpoints."
            : "This is an excerpt: a trace keeps only the beginning of large values."}
        </p>
      ) : null}
      <Value title={words.input} value={detail.input} />
      {hasOutput ? <Value title={words.output} value={detail.output} /> : null}
      {Object.keys(detail.parameters).length === 0 ? null : <Value title="Parameters" value={detail.parameters} />}
    </>
  );
}

function Value({ title, value }: { title: string; value: Json }) {
  return (
    <Block title={title}>
      <ValueView value={value} label={title} />
    </Block>
  );
}

function Block({ title, tone, children }: { title: string; tone?: "bad"; children: ReactNode }) {
  return (
    <section className={tone === "bad" ? "border-b border-line bg-bad-bg px-3.5 py-2.5 text-bad" : "border-b border-line px-3.5 py-2.5"}>
      <h4 className="mb-1 text-sm font-medium">{title}</h4>
      {children}
    </section>
  );
}
