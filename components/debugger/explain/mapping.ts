import type { MigrateBody, RevisionReport } from "@/lib/schema/explain";

type Row = { from: string; to: string };

/** What became of each node and channel that is gone; an empty `to` is not decided, or leaves the channel behind. */
export type Mapping = { nodes: Row[]; channels: Row[] };

/** Below this a guess is not put into the form: a wrong one would be taken for a known one. */
const SURE = 0.5;

/** The form as it opens: likely new names are filled in, each given once. */
export function initialMapping({ blockers, renames }: RevisionReport): Mapping {
  const rowsOf = (kind: "node" | "channel"): Row[] => {
    const taken = new Set<string>();
    return blockers
      .filter((blocker) => blocker.kind === `${kind}_gone` && !(kind === "node" && blocker.name.includes(":")))
      .map(({ name }) => {
        const likely = renames.find((rename) => rename.kind === kind && rename.from === name && rename.likeness >= SURE && !taken.has(rename.to));
        if (likely !== undefined) taken.add(likely.to);
        return { from: name, to: likely?.to ?? "" };
      });
  };
  return { nodes: rowsOf("node"), channels: rowsOf("channel") };
}

export function toBody({ nodes, channels }: Mapping): Pick<MigrateBody, "nodes" | "channels"> {
  const chosen = (rows: Row[]) => Object.fromEntries(rows.filter(({ to }) => to !== "").map(({ from, to }) => [from, to]));
  return { nodes: chosen(nodes), channels: chosen(channels) };
}
