"use client";

import { Ban, CircleAlert, Gauge, Hourglass, Pause, Skull } from "lucide-react";
import { Fragment, useEffect, useState, type ReactNode } from "react";
import { Button } from "@/components/ui/button";
import type { Run, RunState } from "@/lib/schema/run";
import { useLive } from "../live/live-context";
import { isAtEnd } from "../stepping/choose-steps";
import { isLatest } from "../stepping/find-stop";
import { useStop } from "../stepping/use-stop";
import { useWorkbench } from "../workbench-context";
import { StopActions } from "./stop-actions";
import { stopText, stopTitle } from "./stop-words";

type Notice = {
  tone: "bad" | "wait" | "off";
  icon: ReactNode;
  title: string;
  text: string | null;
  hint: string | null;
  stack: string | null;
  resume: string | null;
};

const TONES = { bad: "border-bad bg-bad-bg", wait: "border-wait bg-wait-bg", off: "border-line-strong bg-hover" } as const;
const BUDGETS = { steps: "steps", tokens: "tokens", cost: "cost", seconds: "seconds", tool_calls: "tool calls" } as const;

function nodeList(nodes: string[]): string {
  return [...new Set(nodes)].join(", ");
}

/** One of our own codes, such as `unserializable_state`: for programs, the message says it to people. */
function isCode(name: string): boolean {
  return /^[a-z]+(_[a-z]+)+$/.test(name);
}

function crashReason(state: Extract<RunState, { status: "crashed" }>): string {
  const how = state.signal !== null ? `killed by ${state.signal}` : state.exit_code !== null ? `exit code ${state.exit_code}` : null;
  return how === null || state.message.includes(state.signal ?? `${state.exit_code}`) ? state.message : `${state.message} (${how})`;
}

/**
 * What to say about how a run ended; null where there is nothing to say. `kept`: checkpoints up to its end;
 * `due`: what its last checkpoint was followed by, which a process that died at once could not tell any more.
 */
export function noticeFor(run: Run, kept: number, due: string[]): Notice | null {
  const { state } = run;
  switch (state.status) {
    case "error":
      return {
        tone: "bad",
        icon: <CircleAlert />,
        title: `${state.error.node ?? "The run"} failed${isCode(state.error.name) ? "" : `: ${state.error.name}`}`,
        text: state.error.message,
        hint: state.error.hint,
        stack: state.error.stack,
        resume: "Try again from the last checkpoint",
      };
    case "crashed":
      return {
        tone: "bad",
        icon: <Skull />,
        title: due.length > 0 ? `The process died while ${nodeList(due)} ran` : "The process died during the run",
        text: crashReason(state),
        hint: `${kept === 1 ? "The checkpoint" : `All ${kept.toLocaleString("en")} checkpoints`} up to here ${kept === 1 ? "is" : "are"} kept; a new process is ready. Only what was under way runs again.`,
        stack: null,
        resume: "Go on from the last checkpoint",
      };
    case "cancelled":
      return {
        tone: "off",
        icon: <Ban />,
        title: "Stopped",
        text: "Everything up to the last checkpoint is kept.",
        hint: null,
        stack: null,
        resume: "Go on from the last checkpoint",
      };
    case "budget_exceeded":
      return {
        tone: "bad",
        icon: <Gauge />,
        title: `The limit of ${state.limit} ${BUDGETS[state.budget]} was reached`,
        text: `Used ${state.used}. Everything up to the last checkpoint is kept.`,
        hint: null,
        stack: null,
        resume: "Go on from the last checkpoint",
      };
    case "interrupted":
      if (state.breakpoint === null) return null;
      return {
        tone: "wait",
        icon: <Pause />,
        title: stopTitle(state.breakpoint),
        text: stopText(state.breakpoint.reason),
        hint: null,
        stack: null,
        resume: "Continue",
      };
    case "pending":
    case "running":
    case "success":
      return null;
  }
}

/** True a while after a stop was asked for and the run still goes on. */
function useIsSlow(isStopping: boolean): boolean {
  const [isSlow, setSlow] = useState(false);
  useEffect(() => {
    if (!isStopping) return;
    const timer = setTimeout(() => setSlow(true), 1500);
    return () => {
      clearTimeout(timer);
      setSlow(false);
    };
  }, [isStopping]);
  return isSlow;
}

/** What the newest run came to, where that needs a word, and the way on. */
export function RunNotice() {
  const workbench = useWorkbench();
  const { activeRun, headId, entry, path, actions, isStopping, isStarting, description } = workbench;
  const run = useLive((state) => state.runs[0]);
  const stop = useStop();
  const isSlow = useIsSlow(isStopping);

  if (activeRun) {
    if (!isSlow) return null;
    return (
      <div
        role="status"
        className="flex shrink-0 items-start gap-2 border-b border-wait bg-wait-bg px-3.5 py-2.5 text-wait [&_svg]:mt-0.5 [&_svg]:size-3.5 [&_svg]:shrink-0"
      >
        <Hourglass />
        <span>The run does not answer yet. If it still does not, its process is killed and replaced; what was saved is kept.</span>
      </div>
    );
  }
  if (!run || entry?.checkpoint_id !== headId) return null;
  const notice = noticeFor(run, path.length, entry?.next ?? []);
  // Somebody forked or edited since: the run's end is history.
  if (!notice || !isLatest(run, entry ?? undefined)) return null;
  const canResume = notice.resume !== null && entry !== null && !isAtEnd(workbench);
  return (
    <section
      role="alert"
      aria-label="What the run came to"
      className={`max-h-[45%] shrink-0 overflow-y-auto border-b px-3.5 py-3 ${TONES[notice.tone]}`}
    >
      <h2 className="flex items-start gap-2 font-semibold [&_svg]:mt-0.5 [&_svg]:size-3.5 [&_svg]:shrink-0">
        {notice.icon}
        <span className="min-w-0 break-words">{notice.title}</span>
      </h2>
      {notice.text ? <p className="mt-1 break-words whitespace-pre-wrap">{stop === null ? notice.text : <WithCode text={notice.text} />}</p> : null}
      {notice.hint ? <p className="mt-1 text-muted">{notice.hint}</p> : null}
      {notice.stack ? (
        <details className="mt-1.5 text-sm">
          <summary className="cursor-default text-muted">Stack</summary>
          <pre className="mt-1 overflow-x-auto font-mono text-xs">{notice.stack}</pre>
        </details>
      ) : null}
      <div className="mt-2.5 flex flex-wrap gap-1 empty:hidden">
        {canResume ? (
          <Button disabled={isStarting || description === null} onClick={() => actions.continueFrom(entry.checkpoint_id)}>
            {notice.resume}
          </Button>
        ) : null}
        {stop === null ? null : <StopActions stop={stop} />}
      </div>
    </section>
  );
}

/** Text in which code stands between backticks. */
function WithCode({ text }: { text: string }) {
  return text
    .split("`")
    .map((part, index) => <Fragment key={index}>{index % 2 === 0 ? part : <code className="font-mono text-sm font-medium">{part}</code>}</Fragment>);
}
