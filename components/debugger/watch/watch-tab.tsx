import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { Eye, Plus } from "lucide-react";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { Empty } from "@/components/ui/empty";
import { watchExpressions } from "@/lib/client/api";
import { indexBranches } from "@/lib/graph/branches";
import { QueryView } from "../inspector/query-state";
import type { InspectorTabProps } from "../inspector/tab-props";
import { useThrottled } from "../inspector/use-throttled";
import { ExpressionField } from "./expression-field";
import { MOST_EXPRESSIONS, useWatchedExpressions } from "./expressions";
import { seriesOf } from "./series";
import { WatchCard } from "./watch-card";

/** How often the values are read again while a run goes on. */
const LIVE_MS = 1500;
/** Points per expression; more than a plot of this width can show. */
const LIMIT = 500;

/** Expressions over the state, each at every checkpoint of the branch. */
export function WatchTab({ graphId, threadId, entry, branches, busy, description, onSelectCheckpoint }: InspectorTabProps) {
  const [expressions, setExpressions] = useWatchedExpressions(graphId);
  const [text, setText] = useState("");
  const leaf = useThrottled(indexBranches(branches).get(entry.checkpoint_id)?.leaf ?? entry.checkpoint_id, busy ? LIVE_MS : 0);
  const namespace = entry.checkpoint_ns;
  const query = useQuery({
    queryKey: ["watch", threadId, namespace, leaf, expressions],
    queryFn: ({ signal }) => watchExpressions(threadId, { checkpoint_id: leaf, checkpoint_ns: namespace, expressions, limit: LIMIT }, signal),
    enabled: expressions.length > 0,
    placeholderData: keepPreviousData,
    staleTime: Infinity,
    retry: false,
  });
  const channels = (description?.channels ?? []).map((channel) => channel.name);

  function add() {
    const added = text.trim();
    if (!expressions.includes(added)) setExpressions([...expressions, added].slice(-MOST_EXPRESSIONS));
    setText("");
  }
  return (
    <>
      <div className="border-b border-line px-3.5 py-2">
        <ExpressionField label="Expression to watch" placeholder="notes.length" value={text} onChange={setText} onSubmit={add} channels={channels}>
          <Button type="submit" disabled={text.trim() === "" || expressions.length >= MOST_EXPRESSIONS}>
            <Plus /> Watch
          </Button>
        </ExpressionField>
        {expressions.length >= MOST_EXPRESSIONS ? (
          <p className="mt-1 text-sm text-muted">{`No more than ${MOST_EXPRESSIONS} expressions: remove one to add another.`}</p>
        ) : null}
      </div>
      {expressions.length === 0 ? (
        <Empty icon={<Eye />} title="Nothing is watched">
          Write a channel&rsquo;s name or an expression such as <span className="font-mono">messages.at(-1).content</span> to see its value at every
          checkpoint of this branch. Expressions are kept for this workflow.
        </Empty>
      ) : (
        <QueryView query={query} what="watched values">
          {(result) => (
            <>
              {expressions.map((expression, index) => (
                <WatchCard
                  key={expression}
                  expression={expression}
                  series={result.points[0] === undefined || result.points[0].values.length > index ? seriesOf(result, index) : []}
                  entry={entry}
                  channels={channels}
                  onSelect={onSelectCheckpoint}
                  onRemove={() => setExpressions(expressions.filter((other) => other !== expression))}
                  onChange={(changed) => setExpressions(expressions.map((other) => (other === expression ? changed : other)))}
                />
              ))}
              {result.total > result.points.length ? (
                <p className="px-3.5 py-2 text-sm text-faint">
                  {`${result.points.length.toLocaleString("en")} of ${result.total.toLocaleString("en")} checkpoints, spread evenly.`}
                </p>
              ) : null}
            </>
          )}
        </QueryView>
      )}
    </>
  );
}
