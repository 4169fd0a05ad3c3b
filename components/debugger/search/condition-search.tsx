import { useMutation } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { Button } from "@/components/ui/button";
import { formatCount } from "@/components/ui/format";
import { Spinner } from "@/components/ui/spinner";
import { findCheckpoint } from "@/lib/client/api";
import type { FindResult } from "@/lib/schema/travel";
import { ValueView } from "../inspector/values/value-view";
import { formatStep } from "../timeline/format";
import { ExpressionField } from "../watch/expression-field";

type Strategy = "linear" | "binary";

const EXPLANATION: Record<Strategy, string> = {
  linear: "Looks at one checkpoint after the other, from the beginning. Always right.",
  binary: "Looks at a few only, by halving. Right for what stays true once it is, such as a list that grows.",
};

export type ConditionSearchProps = {
  threadId: string;
  namespace: string;
  /** The newest checkpoint of the branch that is searched. */
  leaf: string;
  branchName: string;
  channels: string[];
  selectedId: string | null;
  onSelect: (checkpointId: string) => void;
};

/** The first checkpoint of a branch at which a condition holds. */
export function ConditionSearch({ threadId, namespace, leaf, branchName, channels, selectedId, onSelect }: ConditionSearchProps) {
  const [condition, setCondition] = useState("");
  const [strategy, setStrategy] = useState<Strategy>("linear");
  const running = useRef<AbortController | null>(null);
  const find = useMutation({
    mutationFn: (asked: { condition: string; strategy: Strategy }) => {
      const abort = new AbortController();
      running.current = abort;
      return findCheckpoint(threadId, { checkpoint_id: leaf, checkpoint_ns: namespace, ...asked }, abort.signal);
    },
  });
  useEffect(() => () => running.current?.abort(), []);
  const submit = () => find.mutate({ condition: condition.trim(), strategy });
  const isStale = find.variables !== undefined && (find.variables.condition !== condition.trim() || find.variables.strategy !== strategy);
  return (
    <div className="flex flex-col gap-2 px-3.5 py-2.5">
      <p className="text-sm text-muted">
        The first checkpoint where this holds, from the beginning of the thread to the end of <span className="text-text">{branchName}</span>:
      </p>
      <ExpressionField
        label="Condition"
        placeholder="notes.length > 3"
        value={condition}
        onChange={setCondition}
        onSubmit={submit}
        channels={channels}
        autoFocus
      >
        {find.isPending ? (
          <Button
            onClick={() => {
              running.current?.abort();
              find.reset();
            }}
          >
            <Spinner label="Searching" /> Cancel
          </Button>
        ) : (
          <Button type="submit" variant="primary" disabled={condition.trim() === ""}>
            Find
          </Button>
        )}
      </ExpressionField>
      <fieldset className="flex flex-wrap items-center gap-x-3 gap-y-0.5 text-sm">
        <legend className="sr-only">How to search</legend>
        <Choice name="One by one" value="linear" current={strategy} onPick={setStrategy} />
        <Choice name="By halving" value="binary" current={strategy} onPick={setStrategy} />
        <p className="basis-full text-faint">{EXPLANATION[strategy]}</p>
      </fieldset>
      <div role="status" className={isStale ? "opacity-60" : ""}>
        {find.error !== null ? (
          <p className="break-words text-bad">{find.error.message}</p>
        ) : find.data === undefined ? null : (
          <Found result={find.data} selectedId={selectedId} onSelect={onSelect} />
        )}
      </div>
    </div>
  );
}

function Choice({ name, value, current, onPick }: { name: string; value: Strategy; current: Strategy; onPick: (strategy: Strategy) => void }) {
  return (
    <label className="flex items-center gap-1.5">
      <input type="radio" name="strategy" checked={value === current} onChange={() => onPick(value)} />
      {name}
    </label>
  );
}

function Found({ result, selectedId, onSelect }: { result: FindResult; selectedId: string | null; onSelect: (id: string) => void }) {
  const { found, examined, total, ms, failed } = result;
  return (
    <div className="rounded-md border border-line bg-panel px-2.5 py-2">
      {found === null ? (
        <p className="font-medium">It holds at no checkpoint.</p>
      ) : (
        <p className="flex items-center gap-2">
          <span className="min-w-0 flex-1 font-medium">First at step {formatStep(found.step)}</span>
          <Button size="sm" aria-disabled={found.checkpoint_id === selectedId} onClick={() => onSelect(found.checkpoint_id)}>
            {found.checkpoint_id === selectedId ? "You are there" : "Go there"}
          </Button>
        </p>
      )}
      <p className="text-sm text-muted">
        {`Looked at ${examined.toLocaleString("en")} of ${formatCount(total, "checkpoint")} in ${ms < 10 ? ms.toFixed(1) : Math.round(ms).toLocaleString("en")} ms.`}
      </p>
      {failed === null ? null : (
        <p className="mt-1 text-sm text-wait">{`It could not be evaluated at ${formatCount(failed.count, "checkpoint")}: ${failed.message}`}</p>
      )}
      {found === null ? null : (
        <div className="mt-1.5 max-h-40 overflow-auto border-t border-line pt-1.5">
          <ValueView value={found.values} label="Values at that checkpoint" />
        </div>
      )}
    </div>
  );
}
