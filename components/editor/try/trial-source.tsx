"use client";

import { useQuery } from "@tanstack/react-query";
import { useEffect, useEffectEvent, useId } from "react";
import { Field, Select } from "@/components/ui/field";
import { getTimeline } from "@/lib/client/api";
import type { TimelineEntry } from "@/lib/schema/checkpoint";
import { useThreads } from "../../threads/use-threads";
import type { TrialSource } from "./use-trial";

const MOST_THREADS = 50;
const MOST_CHECKPOINTS = 200;

function checkpointWords({ step, nodes, next, source }: TimelineEntry): string {
  const after = nodes.length > 0 ? `after ${[...new Set(nodes)].join(", ")}` : source;
  const before = next.length > 0 ? `before ${[...new Set(next)].join(", ")}` : "the end";
  return `Step ${step}, ${after}, ${before}`;
}

/** The newest checkpoint where the node was about to run, else the newest. */
function bestFor(node: string, checkpoints: TimelineEntry[]): string | null {
  return (checkpoints.find(({ next }) => next.includes(node)) ?? checkpoints[0])?.checkpoint_id ?? null;
}

/** Which state a node is tried on: none, or that of a checkpoint of one of the workflow's threads. */
export function TrialSourceFields({
  graphId,
  node,
  source,
  onChange,
}: {
  graphId: string;
  node: string;
  source: TrialSource;
  onChange: (source: TrialSource) => void;
}) {
  const threadId = useId();
  const checkpointId = useId();
  const { data: list } = useThreads({ graph_id: graphId, limit: MOST_THREADS });
  const threads = list?.threads ?? [];
  const { data: timeline, isLoading } = useQuery({
    queryKey: ["timeline-of", source?.thread_id],
    queryFn: ({ signal }) => getTimeline(source?.thread_id ?? "", { limit: MOST_CHECKPOINTS }, signal),
    enabled: source !== null,
  });
  const checkpoints = timeline?.checkpoints ?? [];
  const chosen = source === null || source.checkpoint_id !== "" ? (source?.checkpoint_id ?? null) : bestFor(node, checkpoints);

  const choose = useEffectEvent(onChange);
  useEffect(() => {
    if (source !== null && source.checkpoint_id === "" && chosen !== null) choose({ ...source, checkpoint_id: chosen });
  }, [source, chosen]);

  return (
    <>
      <Field label="State" htmlFor={threadId} help={source === null ? "An empty state, with the values below as input." : undefined}>
        <Select
          id={threadId}
          value={source?.thread_id ?? ""}
          onChange={(event) => onChange(event.target.value === "" ? null : { thread_id: event.target.value, checkpoint_id: "" })}
        >
          <option value="">Empty</option>
          {threads.map((thread) => (
            <option key={thread.thread_id} value={thread.thread_id}>
              {thread.title}
            </option>
          ))}
        </Select>
      </Field>
      {source === null ? null : (
        <Field label="Checkpoint" htmlFor={checkpointId}>
          <Select
            id={checkpointId}
            value={source.checkpoint_id}
            disabled={isLoading || checkpoints.length === 0}
            onChange={(event) => onChange({ ...source, checkpoint_id: event.target.value })}
          >
            {checkpoints.length === 0 ? <option value="">{isLoading ? "Reading…" : "The thread has none"}</option> : null}
            {checkpoints.map((entry) => (
              <option key={entry.checkpoint_id} value={entry.checkpoint_id}>
                {checkpointWords(entry)}
              </option>
            ))}
          </Select>
        </Field>
      )}
    </>
  );
}
