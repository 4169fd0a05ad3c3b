import { useState } from "react";
import { formatDuration } from "@/components/canvas/node-look";
import { Button } from "@/components/ui/button";
import { Chip, type Tone } from "@/components/ui/chip";
import { cn } from "@/components/ui/cn";
import { formatCount } from "@/components/ui/format";
import type { TaskCall, TaskError, TaskView } from "@/lib/schema/checkpoint";
import { useWorkbench } from "../../workbench-context";
import { MoreButton } from "../values/long-text";
import { ValueView } from "../values/value-view";

const STATUS: Record<TaskView["status"], { tone: Tone; word: string }> = {
  pending: { tone: "off", word: "not run yet" },
  done: { tone: "ok", word: "done" },
  interrupted: { tone: "wait", word: "waiting for an answer" },
  failed: { tone: "bad", word: "failed" },
};

const CALL_TONE: Record<TaskCall["status"], Tone> = { running: "run", done: "ok", failed: "bad" };

type TaskCardProps = {
  task: TaskView;
  /** Its place among several tasks of the node; null for the only one. */
  number: number | null;
  isSelected: boolean;
};

/** One execution of a node: what it was given, how it went, what it asked, what it wrote. */
export function TaskCard({ task, number, isSelected }: TaskCardProps) {
  const { openLevel, subgraphs } = useWorkbench();
  const { tone, word } = STATUS[task.status];
  const inside = subgraphs.some(({ checkpoint_ns }) => checkpoint_ns === task.checkpoint_ns) ? task.checkpoint_ns : null;
  const writes = task.writes.filter((write) => !isPlumbing(write.channel));
  const went = task.writes.filter((write) => write.channel.startsWith("branch:to:")).map((write) => write.channel.slice("branch:to:".length));
  return (
    <article
      aria-label={number === null ? "Task" : `Task ${number}`}
      aria-current={isSelected ? "true" : undefined}
      className={cn("flex flex-col gap-1.5", isSelected && "-mx-1.5 rounded-md bg-selected px-1.5 py-1")}
    >
      <p className="flex flex-wrap items-center gap-1.5 text-sm">
        {number === null ? null : <span className="font-medium tabular-nums">{number}</span>}
        <Chip tone={task.handled_by === undefined ? tone : "wait"}>{task.handled_by === undefined ? word : "failed, handled"}</Chip>
        {task.kind === "push" ? <Chip title="Asked for by a Send, with an input of its own">Send</Chip> : null}
        {task.cached ? <Chip title="Nothing ran: the result came from the node's cache">cached</Chip> : null}
        {task.ms === undefined ? null : <span className="text-muted tabular-nums">{formatDuration(task.ms)}</span>}
        {task.attempts > 1 ? <span className="text-muted">{formatCount(task.attempts, "attempt")}</span> : null}
        {went.length > 0 ? (
          <span className="text-muted">
            went to <span className="font-mono">{went.join(", ")}</span>
          </span>
        ) : null}
        {task.left ? <span className="text-muted">left for the graph around it</span> : null}
        <span className="ml-auto max-w-32 truncate font-mono text-xs text-faint" title={task.id}>
          {task.id}
        </span>
      </p>
      {task.input === undefined ? null : (
        <div>
          <p className="text-sm text-faint">its own input</p>
          <ValueView value={task.input} label="Input" />
        </div>
      )}
      {task.error === null ? null : <ErrorCard error={task.error} />}
      {task.handled_by === undefined ? null : (
        <p className="text-sm text-muted">
          Its error was handled by <span className="font-mono text-text">{task.handled_by}</span>, so the run went on.
        </p>
      )}
      {task.calls === undefined ? null : <TaskCalls calls={task.calls} />}
      {task.interrupts.map((interrupt) => (
        <div key={interrupt.id} className="rounded-md bg-wait-bg px-2.5 py-1.5">
          <p className="text-sm text-wait">asks</p>
          <ValueView value={interrupt.value} label="Question" />
        </div>
      ))}
      {writes.length === 0 ? null : (
        <dl className="flex flex-col gap-1">
          {writes.map((write, index) => (
            <div key={index}>
              <dt className="text-sm text-faint">
                wrote <span className="font-mono text-text">{write.channel}</span>
              </dt>
              <dd>
                <ValueView value={write.value} label={write.channel} />
              </dd>
            </div>
          ))}
        </dl>
      )}
      {inside === null ? null : (
        <Button size="sm" className="self-start" onClick={() => openLevel(inside)}>
          Look into this subgraph
        </Button>
      )}
    </article>
  );
}

/** What it called with `task()`: each ran once and is kept, so that a resume need not run it again. */
function TaskCalls({ calls }: { calls: TaskCall[] }) {
  return (
    <ol aria-label="Tasks that it called" className="flex flex-col gap-1.5 border-l-2 border-line pl-2.5">
      {calls.map((call) => (
        <li key={call.id}>
          <p className="flex flex-wrap items-center gap-1.5 text-sm">
            <span className="font-mono font-medium">{call.name}</span>
            <Chip tone={CALL_TONE[call.status]}>{call.status}</Chip>
            {call.cached ? <Chip title="A run that went on used the result that was there">result reused</Chip> : null}
            {call.ms === null ? null : <span className="text-muted tabular-nums">{formatDuration(call.ms)}</span>}
            {call.attempts > 1 ? <span className="text-muted">{formatCount(call.attempts, "attempt")}</span> : null}
          </p>
          {call.error === null ? null : <p className="text-sm break-words text-bad">{`${call.error.name}: ${call.error.message}`}</p>}
          {call.result === undefined ? null : <ValueView value={call.result} label={`Result of ${call.name}`} />}
        </li>
      ))}
    </ol>
  );
}

/** Channels that LangGraph keeps for itself. */
function isPlumbing(channel: string): boolean {
  return channel.startsWith("branch:") || channel.startsWith("join:") || channel.startsWith("__");
}

function ErrorCard({ error }: { error: TaskError }) {
  const [open, setOpen] = useState(false);
  return (
    <div className="rounded-md bg-bad-bg px-2.5 py-1.5">
      <p className="font-medium text-bad">{error.name}</p>
      <p className="break-words whitespace-pre-wrap">{error.message}</p>
      {error.stack === null ? null : open ? (
        <pre className="mt-1 overflow-x-auto font-mono text-xs text-muted">{error.stack}</pre>
      ) : (
        <MoreButton onClick={() => setOpen(true)}>Show the stack</MoreButton>
      )}
    </div>
  );
}
