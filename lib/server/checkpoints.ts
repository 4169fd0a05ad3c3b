import "server-only";
import type { z } from "zod";
import { RetrographError } from "../errors";
import { diffValues } from "../graph/diff";
import type { ChannelChange, CheckpointDiff, CheckpointView, TimelineEntry } from "../schema/checkpoint";
import type { DiffQuerySchema } from "../schema/debug-api";
import { readCheckpoint } from "../store/checkpoints";
import { readTimeline } from "../store/timeline";
import { getApp, type App } from "./app";
import { foldDeltas } from "./fold-deltas";
import { requireThread } from "./threads";

/** Checkpoints that are looked at to find who wrote what; older ones of a longer thread are left out. */
const MAX_ENTRIES = 100_000;

type Writers = ChannelChange["writers"];

/** One checkpoint as a person reads it. Throws `thread_not_found`, `checkpoint_not_found`. */
export async function readCheckpointView(threadId: string, checkpointId: string, checkpointNs: string): Promise<CheckpointView> {
  const app = await getApp();
  await requireThread(app, threadId);
  return requireCheckpoint(app, threadId, checkpointId, checkpointNs);
}

async function requireCheckpoint(app: App, threadId: string, checkpointId: string, checkpointNs: string): Promise<CheckpointView> {
  const view = await readCheckpoint(app.store, { thread_id: threadId, checkpoint_id: checkpointId, checkpoint_ns: checkpointNs });
  const [folded] = view === null ? [] : await foldDeltas(app, [view]);
  if (folded !== undefined) return folded;
  throw new RetrographError("checkpoint_not_found", `The thread has no checkpoint ${checkpointId}.`, { checkpoint_id: checkpointId });
}

/** The entries from a checkpoint up to its root, newest first. */
function ancestry(entries: ReadonlyMap<string, TimelineEntry>, checkpointId: string): TimelineEntry[] {
  const path: TimelineEntry[] = [];
  const seen = new Set<string>();
  let entry = entries.get(checkpointId);
  while (entry !== undefined && !seen.has(entry.checkpoint_id)) {
    seen.add(entry.checkpoint_id);
    path.push(entry);
    entry = entry.parent_checkpoint_id === null ? undefined : entries.get(entry.parent_checkpoint_id);
  }
  return path;
}

/** Who wrote each channel on the way from the common ancestor, oldest first. */
function writersOf(side: "from" | "to", own: TimelineEntry[]): Map<string, Writers> {
  const writers = new Map<string, Writers>();
  for (const entry of [...own].reverse()) {
    for (const channel of entry.changed) {
      const list = writers.get(channel) ?? [];
      list.push({ checkpoint_id: entry.checkpoint_id, step: entry.step, nodes: entry.nodes, side });
      writers.set(channel, list);
    }
  }
  return writers;
}

/** What differs between two checkpoints, per channel, with the writers between. Throws `thread_not_found`, `checkpoint_not_found`. */
export async function diffCheckpoints(threadId: string, query: z.output<typeof DiffQuerySchema>): Promise<CheckpointDiff> {
  const app = await getApp();
  await requireThread(app, threadId);
  const { from, to, checkpoint_ns: ns } = query;
  const before = await requireCheckpoint(app, threadId, from, ns);
  const after = await requireCheckpoint(app, threadId, to, ns);
  const page = await readTimeline(app.store, threadId, { checkpoint_ns: ns, limit: MAX_ENTRIES });
  const entries = new Map(page.checkpoints.map((entry) => [entry.checkpoint_id, entry]));
  const fromPath = ancestry(entries, from);
  const toPath = ancestry(entries, to);
  const fromIds = new Set(fromPath.map((entry) => entry.checkpoint_id));
  const common = toPath.find((entry) => fromIds.has(entry.checkpoint_id))?.checkpoint_id ?? null;
  const upToCommon = (path: TimelineEntry[]) => {
    const at = path.findIndex((entry) => entry.checkpoint_id === common);
    return at === -1 ? path : path.slice(0, at);
  };
  const fromWriters = writersOf("from", upToCommon(fromPath));
  const toWriters = writersOf("to", upToCommon(toPath));
  const { changes, unchanged } = diffValues(before.values, after.values);
  const channels = changes.map((change) => ({
    ...change,
    writers: [...(fromWriters.get(change.channel) ?? []), ...(toWriters.get(change.channel) ?? [])],
  }));
  return { from, to, common_ancestor: common, channels, unchanged };
}
