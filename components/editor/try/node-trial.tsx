"use client";

import { useQuery } from "@tanstack/react-query";
import { History, Play, Square } from "lucide-react";
import { useId, useMemo, useState } from "react";
import { Button } from "@/components/ui/button";
import { Field, Select } from "@/components/ui/field";
import { JsonEditor } from "@/components/ui/json-editor";
import { Spinner } from "@/components/ui/spinner";
import { getCheckpoint } from "@/lib/client/api";
import type { GraphDescription } from "@/lib/schema/graph";
import type { JsonObject } from "@/lib/schema/json";
import { isObject, planInput } from "../../debugger/run-form/input-plan";
import { messageOf } from "../../debugger/show-error";
import { emptyValue, prettyJson, readObject } from "./json-draft";
import { TrialResult } from "./trial-result";
import { TrialSourceFields } from "./trial-source";
import { useKeptText, useTrial, type TrialSource } from "./use-trial";

export type NodeTrialProps = {
  description: GraphDescription;
  node: string;
  nodes: string[];
  /** Channels that its code reads, as far as the text shows. */
  reads: string[] | null;
  onChooseNode: (node: string) => void;
  onPin: (values: JsonObject) => void;
};

/** An input to begin with: what the node reads, from the workflow's example or its defaults, else empty. */
function startingValues(description: GraphDescription, reads: string[] | null): JsonObject {
  const [example] = description.example_inputs;
  const skeleton = planInput(description).skeleton;
  const known = { ...(isObject(skeleton) ? skeleton : {}), ...(isObject(example) ? example : {}) };
  const names = reads === null || reads.length === 0 ? Object.keys(known) : reads;
  const schemas = new Map(description.channels.map(({ name, schema }) => [name, schema]));
  return Object.fromEntries(names.map((name) => [name, known[name] ?? emptyValue(schemas.get(name) ?? null)]));
}

/** What the node wrote where it ran at that checkpoint, as far as it did. */
function useEarlierOutput(source: TrialSource, node: string): JsonObject | null {
  const isChosen = source !== null && source.checkpoint_id !== "";
  const { data } = useQuery({
    queryKey: ["checkpoint", source?.thread_id, source?.checkpoint_id, ""],
    queryFn: ({ signal }) => getCheckpoint(source?.thread_id ?? "", source?.checkpoint_id ?? "", "", signal),
    enabled: isChosen,
  });
  const task = data?.tasks.find(({ name, result, status }) => name === node && status === "done" && result !== null);
  return isChosen ? (task?.result ?? null) : null;
}

/** One node alone: on which state, with which values, and what came of it. */
export function NodeTrial({ description, node, nodes, reads, onChooseNode, onPin }: NodeTrialProps) {
  const nodeId = useId();
  const [source, setSource] = useState<TrialSource>(null);
  const initial = useMemo(() => prettyJson(startingValues(description, reads)), [description, reads]);
  const key = `retrograph:try:${description.graph_id}:${node}`;
  const [ownText, setOwnText] = useKeptText(key, initial);
  const [overText, setOverText] = useKeptText(`${key}:over`, "{}");
  const trial = useTrial(description.graph_id, node);
  const earlier = useEarlierOutput(source, node);
  const [text, setText] = source === null ? [ownText, setOwnText] : [overText, setOverText];
  const draft = readObject(text);
  const isReady = draft.ok && (source === null || source.checkpoint_id !== "");

  return (
    <>
      <div className="flex flex-col gap-3 px-3.5 py-3">
        <Field label="Node" htmlFor={nodeId}>
          <Select id={nodeId} value={node} className="font-mono" onChange={(event) => onChooseNode(event.target.value)}>
            {nodes.map((name) => (
              <option key={name} value={name}>
                {name}
              </option>
            ))}
          </Select>
        </Field>
        <TrialSourceFields graphId={description.graph_id} node={node} source={source} onChange={setSource} />
        <div>
          <p className="mb-1 font-medium">{source === null ? "Values" : "Values in place of the checkpoint’s"}</p>
          <JsonEditor label={`Values for ${node} as JSON`} value={text} onChange={setText} invalid={!draft.ok} minHeight="72px" maxHeight="280px" />
          {draft.ok ? null : (
            <p role="alert" className="mt-1 text-sm text-bad">
              {draft.problem}
            </p>
          )}
        </div>
        <div className="flex items-center gap-2">
          <Button
            variant="primary"
            disabled={!isReady || trial.isRunning}
            onClick={() => {
              if (draft.ok) trial.run(draft.value, source);
            }}
          >
            {trial.isRunning ? <Spinner label="" /> : <Play fill="currentColor" />}
            {trial.isRunning ? "Running…" : `Run ${node}`}
          </Button>
          {trial.isRunning ? (
            <Button onClick={trial.cancel}>
              <Square fill="currentColor" />
              Stop
            </Button>
          ) : null}
          {earlier === null ? null : (
            <Button onClick={() => onPin(earlier)}>
              <History />
              Pin what it wrote then
            </Button>
          )}
        </div>
        <p className="text-sm text-muted">Its code runs for real, with what it does outside. No thread is changed.</p>
        {trial.error ? (
          <p role="alert" className="text-bad">
            {messageOf(trial.error)}
          </p>
        ) : null}
      </div>
      {trial.result === null ? null : (
        <TrialResult node={node} result={trial.result} isRunning={trial.isRunning} onAnswer={trial.answer} onPin={onPin} />
      )}
    </>
  );
}
