"use client";

import { Chip, type Tone } from "@/components/ui/chip";
import { Tooltip } from "@/components/ui/tooltip";
import type { Run } from "@/lib/schema/run";
import { useLive } from "../live/live-context";
import { useWorkbench } from "../workbench-context";

const WORDS: Record<Run["state"]["status"], { tone: Tone; label: string }> = {
  pending: { tone: "run", label: "queued" },
  running: { tone: "run", label: "running" },
  success: { tone: "ok", label: "done" },
  interrupted: { tone: "wait", label: "waiting" },
  error: { tone: "bad", label: "failed" },
  cancelled: { tone: "off", label: "stopped" },
  budget_exceeded: { tone: "bad", label: "limit reached" },
  crashed: { tone: "bad", label: "process died" },
};

/** Not the workflow waits for an answer, but the person who debugs it stopped it. */
const STOPPED = { tone: "wait", label: "paused" } as const;

function isDebugStop({ state }: Run): boolean {
  return state.status === "interrupted" && state.breakpoint !== null && state.interrupts.length === 0;
}

/** Somebody forked or edited since the newest run ended: what it came to is history. */
const EDITED = { tone: "fork", label: "edited" } as const;

/** What the newest run came to, and whether what is shown is the present. */
export function RunStateChip() {
  const { mode, activeRun, isStopping } = useWorkbench();
  const newest = useLive((state) => state.runs[0]);
  const latest = useLive((state) => state.entries.at(-1));
  const connection = useLive((state) => state.connection);
  const run = activeRun ?? newest;
  if (mode !== "debug") return null;
  const isEdited = !activeRun && run !== undefined && latest !== undefined && latest.run_id !== run.run_id && latest.created_at > run.updated_at;
  const words = run ? (isEdited ? EDITED : isDebugStop(run) ? STOPPED : WORDS[run.state.status]) : null;
  return (
    <div className="mr-1 flex items-center gap-1.5">
      {connection === "offline" ? <Chip tone="wait">offline</Chip> : null}
      {words ? (
        <Tooltip content={isEdited ? "The state was forked or edited after the newest run" : "What the newest run of this thread came to"}>
          <Chip tone={words.tone} role="status">
            {isStopping ? "stopping" : words.label}
          </Chip>
        </Tooltip>
      ) : null}
    </div>
  );
}
