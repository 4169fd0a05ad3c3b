import { diffJson } from "@/lib/graph/diff-json";
import type { CheckpointTree } from "@/lib/graph/tree";
import type { TimelineEntry } from "@/lib/schema/checkpoint";
import type { Json } from "@/lib/schema/json";
import type { BranchComparison } from "@/lib/schema/travel";
import { pathText } from "../inspector/changes/value-diff";
import { formatStep, listWords } from "../timeline/format";
import { nodeNames } from "../timeline/words";

export type SideNames = { a: string; b: string };

/** Where two sides parted and why, in a sentence, with what differed first. */
export type Parting = {
  /** The last checkpoint that both share. */
  at: TimelineEntry | null;
  text: string;
  /** The smallest part that differed first. */
  leaf: { path: string; before?: Json; after?: Json } | null;
};

/** The first part in which two values of a channel differ, as `notes[2].text`. */
function firstLeaf(channel: string, before: Json | undefined, after: Json | undefined): NonNullable<Parting["leaf"]> {
  const whole = { path: channel, ...(before === undefined ? {} : { before }), ...(after === undefined ? {} : { after }) };
  if (before === undefined || after === undefined) return whole;
  const [first] = diffJson(before, after, 1).changes;
  if (first === undefined || first.kind === "moved") return whole;
  const inner = pathText(first.path);
  return {
    path: inner === "" ? channel : inner.startsWith("[") ? `${channel}${inner}` : `${channel}.${inner}`,
    ...(first.before === undefined ? {} : { before: first.before }),
    ...(first.after === undefined ? {} : { after: first.after }),
  };
}

function nextWords(next: readonly string[]): string {
  return next.length === 0 ? "the end" : listWords([...new Set(next)]);
}

/** The side whose first own step was made by a person; the right one where it cannot be told. */
function editedSide(parted: NonNullable<BranchComparison["parted"]>, tree: CheckpointTree): "a" | "b" {
  const isEdit = (id: string | null) => id !== null && ["update", "fork"].includes(tree.byId.get(id)?.source ?? "");
  return isEdit(parted.a) && !isEdit(parted.b) ? "a" : "b";
}

/** What `compare` found, in words. */
export function describeParting(comparison: BranchComparison, tree: CheckpointTree, names: SideNames): Parting {
  const at = comparison.common_ancestor === null ? null : (tree.byId.get(comparison.common_ancestor) ?? null);
  const { parted } = comparison;
  const place = at === null ? "No step in common" : `Parted after step ${formatStep(at.step)}`;
  if (parted === null) {
    if (at === null) return { at, text: "These two have no step in common.", leaf: null };
    const leads = comparison.a.path.length === 0 || comparison.b.path.length === 0;
    return { at, text: leads ? "One leads to the other." : `${place}: run again with the same result so far.`, leaf: null };
  }
  const leaf = parted.channel === null ? null : firstLeaf(parted.channel, parted.before, parted.after);
  return { at, text: `${place}: ${reason(parted, tree, names, leaf)}.`, leaf };
}

function reason(parted: NonNullable<BranchComparison["parted"]>, tree: CheckpointTree, names: SideNames, leaf: Parting["leaf"]): string {
  switch (parted.why) {
    case "edit":
      return `${names[editedSide(parted, tree)]} changed ${leaf?.path ?? "the state"}`;
    case "value": {
      const entry = tree.byId.get(parted.b ?? parted.a ?? "");
      const who = entry === undefined ? "" : nodeNames(entry.nodes);
      return `${who === "" ? "the same step" : who} wrote another ${leaf?.path ?? "value"}`;
    }
    case "route":
      return `${names.b} went to ${nextWords(parted.b_next)} instead of ${nextWords(parted.a_next)}`;
    case "end": {
      const [on, ended] = parted.a === null ? [names.b, names.a] : [names.a, names.b];
      return `${on} goes on, ${ended} stops there`;
    }
  }
}
