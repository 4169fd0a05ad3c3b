import { ArrowRight, Sparkles, Wrench, Send, type LucideIcon } from "lucide-react";
import { Fragment } from "react";
import { Chip, type Tone } from "@/components/ui/chip";
import { cutJson } from "@/lib/request/cut-json";
import type { RunState } from "@/lib/schema/run";
import type { WhatIf } from "@/lib/schema/what-if";
import { ValueTree } from "../request/value-tree";

type Alternative = WhatIf["alternatives"][number];
type Call = Alternative["calls"][number];

const STATES: Record<RunState["status"], { tone: Tone; label: string }> = {
  pending: { tone: "run", label: "waits for its turn" },
  running: { tone: "run", label: "running" },
  success: { tone: "ok", label: "comes to the end" },
  interrupted: { tone: "wait", label: "asks again" },
  error: { tone: "bad", label: "cannot go on" },
  cancelled: { tone: "off", label: "stopped" },
  budget_exceeded: { tone: "bad", label: "reaches a limit" },
  crashed: { tone: "bad", label: "its process died" },
};

/** Where one answer leads: the way it takes, and the calls that would be made on it. */
export function AlternativeColumn({ alternative }: { alternative: Alternative }) {
  const { label, run, path, calls } = alternative;
  const state = STATES[run.state.status];
  return (
    <article aria-label={label} className="flex min-w-0 flex-col gap-2.5 rounded-md border border-line p-3">
      <h3 className="flex min-w-0 flex-wrap items-center gap-2">
        <span className="min-w-0 font-semibold break-words">{label}</span>
        <Chip tone={state.tone}>{state.label}</Chip>
      </h3>
      <Way path={path} isOver={run.state.status === "success"} />
      <Stop state={run.state} />
      <div>
        <h4 className="mb-1 text-sm text-muted">{calls.length === 0 ? "No calls of models or tools" : "Calls on the way"}</h4>
        <ol className="flex flex-col gap-1">
          {calls.map((call) => (
            <CallRow key={call.span_id} call={call} />
          ))}
        </ol>
      </div>
    </article>
  );
}

/** Steps beyond these are counted. */
const MOST_STEPS = 20;

function Way({ path, isOver }: { path: readonly string[][]; isOver: boolean }) {
  const steps = path.slice(0, MOST_STEPS).map((nodes) => [...new Set(nodes)].join(" + "));
  const hidden = path.length - steps.length;
  const shown = [...steps, ...(hidden > 0 ? [`${hidden} more`] : []), ...(isOver ? ["the end"] : [])];
  if (shown.length === 0) return null;
  return (
    <p className="flex flex-wrap items-center gap-1 [&_svg]:size-3 [&_svg]:text-faint">
      {shown.map((text, index) => (
        <Fragment key={index}>
          {index === 0 ? null : <ArrowRight aria-label="then" role="img" />}
          <span className={index < steps.length ? "font-mono text-sm break-all" : "text-sm text-muted"}>{text}</span>
        </Fragment>
      ))}
    </p>
  );
}

function Stop({ state }: { state: RunState }) {
  if (state.status === "error") {
    const isDry = state.error.name === "DryRunError";
    return (
      <p className={isDry ? "rounded border border-wait bg-wait-bg px-2 py-1.5 text-sm" : "rounded border border-bad bg-bad-bg px-2 py-1.5 text-sm"}>
        <span className="font-medium">
          {isDry ? `${state.error.node ?? "A node"} would leave the process itself` : `${state.error.node ?? "The run"} fails`}
        </span>
        : <span className="break-words">{state.error.message}</span>
      </p>
    );
  }
  if (state.status === "interrupted") {
    const [first, ...others] = state.interrupts;
    if (first === undefined) return null;
    return (
      <p className="rounded border border-wait bg-wait-bg px-2 py-1.5 text-sm break-words">
        <span className="font-medium">{first.node} asks</span>: {cutJson(first.value, 300)}
        {others.length === 0 ? "" : ` (and ${others.length} more)`}
      </p>
    );
  }
  return state.status === "crashed" ? <p className="text-sm text-bad">{state.message}</p> : null;
}

const ICONS: Record<string, LucideIcon> = { model: Sparkles, tool: Wrench, effect: Send };

/** What each source means for the call when the answer is really given. */
const SOURCES: Record<Call["source"], { tone: Tone; label: string; meaning: string }> = {
  recorded: { tone: "fork", label: "recorded", meaning: "Answered with what an earlier, equal call returned" },
  stubbed: { tone: "wait", label: "would be called", meaning: "Not called: a stand-in answered" },
  live: { tone: "plain", label: "ran here", meaning: "It ran, and nothing of it left the process" },
};

function CallRow({ call }: { call: Call }) {
  const Icon = ICONS[call.kind] ?? Wrench;
  const source = SOURCES[call.source];
  return (
    <li className="min-w-0">
      <details className="min-w-0 rounded border border-line">
        <summary className="flex min-w-0 cursor-default items-center gap-1.5 px-2 py-1 [&_svg]:size-3.5 [&_svg]:shrink-0 [&_svg]:text-muted">
          <Icon aria-hidden />
          <span className="min-w-0 truncate font-mono text-sm">{call.name}</span>
          <span className="ml-auto" />
          <Chip tone={source.tone} title={source.meaning}>
            {source.label}
          </Chip>
        </summary>
        <div className="border-t border-line px-2 py-1.5 text-sm">
          <p className="mb-1 text-muted">{source.meaning}.</p>
          <ValueTree value={call.input} />
        </div>
      </details>
    </li>
  );
}
