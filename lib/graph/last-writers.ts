import type { CheckpointSource, TimelineEntry } from "../schema/checkpoint";

export type LastWriter = {
  checkpoint_id: string;
  step: number;
  /** Nodes of the superstep; the index does not say which of several parallel ones it was. */
  nodes: string[];
  source: CheckpointSource;
};

/** For each channel the newest checkpoint on the path (root first) that gave it a new version. */
export function lastWriters(path: readonly TimelineEntry[]): Record<string, LastWriter> {
  const writers = new Map<string, LastWriter>();
  for (const { checkpoint_id, step, nodes, source, changed } of path) {
    for (const channel of changed) writers.set(channel, { checkpoint_id, step, nodes, source });
  }
  return Object.fromEntries(writers);
}
