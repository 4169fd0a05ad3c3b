import "server-only";
import type { z } from "zod";
import { RetrographError } from "../errors";
import { diffValues, type ValueChange } from "../graph/diff";
import type { ChannelChange, CheckpointDiff, CheckpointView } from "../schema/checkpoint";
import type { DiffQuerySchema } from "../schema/debug-api";
import { readCheckpoint } from "../store/checkpoints";
import { readPath, type PathEntry } from "../store/path";
import { getApp, type App } from "./app";
import { foldDeltas } from "./fold-deltas";
import { requireThread } from "./threads";

type Writers = ChannelChange["writers"];

/** Writers of a channel that are told on either side: of thousands nobody looks at more than the newest. */
const MOST_WRITERS = 200;

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

/** Who wrote each channel on the way from the common ancestor, oldest first. */
function writersOf(side: "from" | "to", own: readonly PathEntry[]): Map<string, Writers> {
  const writers = new Map<string, Writers>();
  for (const entry of own) {
    for (const channel of entry.changed) {
      const list = writers.get(channel) ?? [];
      list.push({ checkpoint_id: entry.checkpoint_id, step: entry.step, nodes: entry.nodes, side });
      writers.set(channel, list);
    }
  }
  for (const [channel, list] of writers) if (list.length > MOST_WRITERS) writers.set(channel, list.slice(-MOST_WRITERS));
  return writers;
}

type DiffQuery = Omit<z.output<typeof DiffQuerySchema>, "items_only"> & { items_only?: boolean };

/** A changed list with its items alone. */
function withoutLists(change: ValueChange): ValueChange {
  if (change.kind !== "changed" || change.items === null || change.items.length === 0) return change;
  const { channel, kind, items } = change;
  return { channel, kind, items };
}

/** What differs between two checkpoints, per channel, with the writers between. Throws `thread_not_found`, `checkpoint_not_found`. */
export async function diffCheckpoints(threadId: string, query: DiffQuery): Promise<CheckpointDiff> {
  const app = await getApp();
  await requireThread(app, threadId);
  const { from, to, checkpoint_ns: ns } = query;
  const before = await requireCheckpoint(app, threadId, from, ns);
  const after = await requireCheckpoint(app, threadId, to, ns);
  const fromPath = await readPath(app.store, { thread_id: threadId, checkpoint_ns: ns, checkpoint_id: from });
  const toPath = await readPath(app.store, { thread_id: threadId, checkpoint_ns: ns, checkpoint_id: to });
  const fromIds = new Set(fromPath.map((entry) => entry.checkpoint_id));
  const common = toPath.findLast((entry) => fromIds.has(entry.checkpoint_id))?.checkpoint_id ?? null;
  const sinceCommon = (path: PathEntry[]) => path.slice(path.findIndex((entry) => entry.checkpoint_id === common) + 1);
  const fromWriters = writersOf("from", sinceCommon(fromPath));
  const toWriters = writersOf("to", sinceCommon(toPath));
  const { changes, unchanged } = diffValues(before.values, after.values);
  const channels = changes.map((change) => ({
    ...(query.items_only ? withoutLists(change) : change),
    writers: [...(fromWriters.get(change.channel) ?? []), ...(toWriters.get(change.channel) ?? [])],
  }));
  return { from, to, common_ancestor: common, channels, unchanged };
}
