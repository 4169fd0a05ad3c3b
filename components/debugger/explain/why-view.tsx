import { useState } from "react";
import { Button } from "@/components/ui/button";
import { Chip } from "@/components/ui/chip";
import { formatCount } from "@/components/ui/format";
import type { CheckpointTree } from "@/lib/graph/tree";
import type { Why } from "@/lib/schema/explain";
import { ValueView } from "../inspector/values/value-view";
import { formatStep } from "../timeline/format";
import { causePlaces, causeWords } from "./cause-words";

/** Of a node that was sent to a thousand times, the first ones say enough. */
const SHOWN_TASKS = 5;

type WhyViewProps = { why: Why; tree: CheckpointTree; onSelectCheckpoint: (id: string) => void };

/** The tasks of a node with what opened each, or what would have and did not. */
export function WhyView({ why, tree, onSelectCheckpoint }: WhyViewProps) {
  const [all, setAll] = useState(false);
  const tasks = all ? why.tasks : why.tasks.slice(0, SHOWN_TASKS);
  const rest = why.tasks.length - tasks.length;
  return (
    <ul className="flex flex-col">
      {tasks.map((task, index) => (
        <li key={task.task_id} className="px-3.5 pt-1.5">
          {why.tasks.length > 1 ? <p className="mb-0.5 text-xs text-faint">{`Task ${index + 1} of ${why.tasks.length}`}</p> : null}
          {task.triggers.map((trigger) => (
            <div key={trigger.channel}>
              <p className="break-words">
                {causeWords(trigger)}
                <Places ids={causePlaces(trigger.causes)} tree={tree} onSelect={onSelectCheckpoint} />
              </p>
              <p className="font-mono text-xs break-words text-faint">{versionWords(trigger)}</p>
            </div>
          ))}
          {task.input === undefined ? null : (
            <div className="mt-1 rounded-md border border-line px-2 py-1.5">
              <Chip>its own input</Chip>
              <ValueView value={task.input} label="input" />
            </div>
          )}
        </li>
      ))}
      {rest > 0 ? (
        <li className="px-3.5 pt-1.5">
          <Button size="sm" onClick={() => setAll(true)}>{`Show ${formatCount(rest, "more task")}`}</Button>
        </li>
      ) : null}
      {why.missing.map(({ channel, reason }) => (
        <li key={`${channel} ${reason}`} className="px-3.5 pt-1.5 break-words">
          {reason}
        </li>
      ))}
    </ul>
  );
}

/** `branch:to:draft at version 7, last seen 3`: by these LangGraph decides. */
function versionWords({ channel, version, seen }: Why["tasks"][number]["triggers"][number]): string {
  const last = seen === null ? "never seen before" : `last seen ${JSON.stringify(seen)}`;
  return version === null ? channel : `${channel} at version ${JSON.stringify(version)}, ${last}`;
}

function Places({ ids, tree, onSelect }: { ids: string[]; tree: CheckpointTree; onSelect: (id: string) => void }) {
  const known = ids.flatMap((id) => tree.byId.get(id) ?? []);
  return known.map((place) => (
    <button
      key={place.checkpoint_id}
      type="button"
      title="Go to this step"
      onClick={() => onSelect(place.checkpoint_id)}
      className="ml-1.5 rounded text-sm text-muted underline decoration-line-strong underline-offset-2 hover:text-text"
    >
      step {formatStep(place.step)}
    </button>
  ));
}
