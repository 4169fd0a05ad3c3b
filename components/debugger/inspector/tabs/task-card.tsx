import { useState } from "react";
import { Chip, type Tone } from "@/components/ui/chip";
import { formatCount } from "@/components/ui/format";
import type { TaskError, TaskView } from "@/lib/schema/checkpoint";
import { MoreButton } from "../values/long-text";
import { ValueView } from "../values/value-view";

const STATUS: Record<TaskView["status"], { tone: Tone; word: string }> = {
  pending: { tone: "off", word: "not run yet" },
  done: { tone: "ok", word: "done" },
  interrupted: { tone: "wait", word: "waiting for an answer" },
  failed: { tone: "bad", word: "failed" },
};

/** One execution of a node: how it went, what it asked, what it wrote. */
export function TaskCard({ task }: { task: TaskView }) {
  const { tone, word } = STATUS[task.status];
  const writes = task.writes.filter((write) => !isPlumbing(write.channel));
  const went = task.writes.filter((write) => write.channel.startsWith("branch:to:")).map((write) => write.channel.slice("branch:to:".length));
  return (
    <article className="flex flex-col gap-1.5">
      <p className="flex flex-wrap items-center gap-1.5 text-sm">
        <Chip tone={tone}>{word}</Chip>
        {task.attempts > 1 ? <span className="text-muted">{formatCount(task.attempts, "attempt")}</span> : null}
        {went.length > 0 ? (
          <span className="text-muted">
            went to <span className="font-mono">{went.join(", ")}</span>
          </span>
        ) : null}
        <span className="ml-auto max-w-32 truncate font-mono text-xs text-faint" title={task.id}>
          {task.id}
        </span>
      </p>
      {task.error === null ? null : <ErrorCard error={task.error} />}
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
    </article>
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
