import { useId } from "react";
import { Field, Select } from "@/components/ui/field";
import { levelNodes } from "@/lib/graph/levels";
import { pathTo, type CheckpointTree } from "@/lib/graph/tree";
import { toNodePrefix } from "@/lib/graph/visits";
import { KEEP_NEXT } from "@/lib/schema/keep-next";
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

/**
 * In whose name an edit is written unless the person says otherwise: the node's that last ran, so that its edges are
 * followed; nobody's where that node sent the workflow on by a `Command`, which no edge repeats.
 */
export function usualWriter(description: GraphDescription | null, entry: TimelineEntry, last: string): string {
  const prefix = toNodePrefix(entry.checkpoint_ns);
  const leaving = (description?.edges ?? []).filter(({ source }) => source === prefix + last);
  const declared = new Set(leaving.flatMap(({ target, kind }) => (kind === "command" ? [] : [target])));
  const sent = leaving.length > 0 && last !== START && entry.next.length > 0 && entry.next.every((name) => !declared.has(prefix + name));
  return sent ? KEEP_NEXT : last;
}

/** What is next can be kept where something is, and it is not the input. */
export function canKeepNext(entry: TimelineEntry): boolean {
  return entry.next.length > 0 && !entry.next.includes(START);
}

export type WriteAsProps = {
  nodes: string[];
  value: string;
  /** The node that last ran. */
  last: string;
  /** What is next now, where the edit may leave it so; else null. */
  kept: string[] | null;
  next: string[] | null;
  onChange: (node: string) => void;
};

/** Which node's name the edit is written in: that decides what runs next. */
export function WriteAs({ nodes, value, last, kept, next, onChange }: WriteAsProps) {
  const id = useId();
  const name = value === START ? "the input" : value;
  const then =
    next === null
      ? "What runs next"
      : next.length === 0
        ? "Nothing runs next: the workflow ends"
        : `${listWords(next)} ${next.length === 1 ? "runs" : "run"} next`;
  const why = `as if ${name} had just finished`;
  const help = value === KEEP_NEXT ? `${then}, as before the edit.` : next === null ? `${then} is decided ${why}.` : `${then}, ${why}.`;
  return (
    <Field label="Write as" htmlFor={id} help={value === KEEP_NEXT && next === null ? "What runs next stays as it is." : help}>
      <Select id={id} value={value} onChange={(event) => onChange(event.target.value)} className="max-w-72">
        {nodes.map((node) => (
          <option key={node} value={node}>
            {node === START ? "input (start)" : node}
            {node === last ? " · last ran here" : ""}
          </option>
        ))}
        {kept === null ? null : <option value={KEEP_NEXT}>nobody: {listWords(kept)} stays next</option>}
      </Select>
    </Field>
  );
}
