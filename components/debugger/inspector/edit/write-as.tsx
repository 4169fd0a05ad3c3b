import { useId } from "react";
import { Field, Select } from "@/components/ui/field";
import { levelNodes } from "@/lib/graph/levels";
import { pathTo, type CheckpointTree } from "@/lib/graph/tree";
import type { TimelineEntry } from "@/lib/schema/checkpoint";
import type { GraphDescription } from "@/lib/schema/graph";
import { listWords } from "../../timeline/format";

export const START = "__start__";

/** The nodes that an update in a namespace can be written as, by their own names; the start for the input. */
export function writableNodes(description: GraphDescription | null, checkpointNs: string): string[] {
  const own = description === null ? [] : levelNodes(description, checkpointNs);
  const nodes = own.filter((node) => node.kind !== "start" && node.kind !== "end");
  return [START, ...nodes.map((node) => node.name)];
}

/** The node that last ran on the way to a checkpoint: an edit in its name goes on where it would have gone on. */
export function lastNodeOf(tree: CheckpointTree, entry: TimelineEntry, nodes: readonly string[]): string {
  for (const before of pathTo(tree, entry.checkpoint_id).reverse()) {
    const node = before.nodes.find((name) => name !== START && nodes.includes(name));
    if (node !== undefined) return node;
    if (before.nodes.includes(START) || before.source === "input") return START;
  }
  return START;
}

export type WriteAsProps = { nodes: string[]; value: string; usual: string; next: string[] | null; onChange: (node: string) => void };

/** Which node's name the edit is written in: that decides what runs next. */
export function WriteAs({ nodes, value, usual, next, onChange }: WriteAsProps) {
  const id = useId();
  const name = value === START ? "the input" : value;
  const then =
    next === null
      ? "What runs next"
      : next.length === 0
        ? "Nothing runs next: the workflow ends"
        : `${listWords(next)} ${next.length === 1 ? "runs" : "run"} next`;
  return (
    <Field
      label="Write as"
      htmlFor={id}
      help={next === null ? `${then} is decided as if ${name} had just finished.` : `${then}, as if ${name} had just finished.`}
    >
      <Select id={id} value={value} onChange={(event) => onChange(event.target.value)} className="max-w-72">
        {nodes.map((node) => (
          <option key={node} value={node}>
            {node === START ? "input (start)" : node}
            {node === usual ? " · last ran here" : ""}
          </option>
        ))}
      </Select>
    </Field>
  );
}
