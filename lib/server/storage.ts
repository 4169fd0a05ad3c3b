import "server-only";
import { createReadStream } from "node:fs";
import { rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { Readable } from "node:stream";
import type { z } from "zod";
import { RetrographError } from "../errors";
import type { CompactResult, PruneBodySchema, PruneResult, PurgeResult, StorageJob, StorageReport } from "../schema/storage";
import { makeBackupFolder } from "../store/backup-folder";
import { compact, compactsInSteps, fileSizes } from "../store/compact";
import { purgeDeletions } from "../store/deletions";
import { hasCheckpoint } from "../store/timeline";
import { bytesOf, isWholeThread, planThreadPrune, removePlanned, removeWholeThread, threadsToPrune } from "../store/prune";
import type { KeptReason } from "../store/prune-plan";
import { readStorage } from "../store/storage";
import { getThread } from "../store/threads";
import { getApp, type App } from "./app";
import { shared } from "./shared";
import { requireThread } from "./threads";

type PruneRequest = z.output<typeof PruneBodySchema>;

const DAY_MS = 86_400_000;

/** One cleaning up at a time in this process. */
const jobs = () => shared("storage jobs", () => ({ current: null as StorageJob | null }));

async function asJob<T>(kind: StorageJob["kind"], work: (job: StorageJob) => Promise<T>): Promise<T> {
  const holder = jobs();
  if (holder.current !== null) {
    throw new RetrographError("storage_busy", "The database is being cleaned up already. Wait until that is done, then try again.", {
      job: holder.current.kind,
    });
  }
  const job: StorageJob = { kind, started_at: new Date().toISOString(), done: 0, total: 0 };
  holder.current = job;
  try {
    return await work(job);
  } finally {
    holder.current = null;
  }
}

/** What takes the space, and what is being done about it. */
export async function getStorageReport(): Promise<StorageReport> {
  const { store } = await getApp();
  return { ...(await readStorage(store)), job: jobs().current };
}

function totalSize(app: App): number {
  const { bytes, wal_bytes } = fileSizes(app.store);
  return bytes + wal_bytes;
}

type Totals = { threads: number; checkpoints: number; bytes: number; kept: Map<KeptReason, number> };

type ThreadPrune = { threadId: string; branch: string | null; rule: PruneRequest["rule"]; cutoff: string; dryRun: boolean };

/** Prunes one thread, or counts what would go. Nothing starts on it meanwhile; a thread that runs stays as it is. */
async function pruneThread(app: App, prune: ThreadPrune, totals: Totals, onProgress: (count: number) => void): Promise<void> {
  const { threadId, branch, rule, cutoff, dryRun } = prune;
  await app.threadLock.run(threadId, async () => {
    const thread = await getThread(app.store, threadId);
    if (thread === null) return;
    const plan = await planThreadPrune(app.store, { thread_id: threadId, branch, rule, cutoff });
    const keep = (reason: KeptReason, count: number) => totals.kept.set(reason, (totals.kept.get(reason) ?? 0) + count);
    if (thread.status === "busy" || app.scheduler.activeIds(threadId).length > 0) {
      keep("running", plan.remove.length);
      return;
    }
    for (const [reason, count] of plan.kept) keep(reason, count);
    const isWhole = branch === null && rule.kind !== "keep_latest" && isWholeThread(app.store, threadId, plan);
    if (plan.remove.length === 0 && !isWhole) return;
    totals.threads += isWhole ? 1 : 0;
    totals.checkpoints += plan.remove.length;
    totals.bytes += await bytesOf(app.store, threadId, plan.remove);
    if (dryRun) return;
    await (isWhole ? removeWholeThread : removePlanned)(app.store, threadId, plan, onProgress);
    app.live.publishThread(threadId, isWhole ? null : await requireThread(app, threadId));
    if (!isWhole) app.live.publishMarks(threadId);
  });
}

async function targetsOf(app: App, { scope, rule }: PruneRequest, cutoff: string): Promise<Pick<ThreadPrune, "threadId" | "branch" | "rule">[]> {
  if (scope.kind === "all") {
    // A thread is old as a whole, by when it was last active.
    const ruleOfEach = rule.kind === "older_than" ? { kind: "everything" as const } : rule;
    return (await threadsToPrune(app.store, rule, cutoff)).map((threadId) => ({ threadId, branch: null, rule: ruleOfEach }));
  }
  await requireThread(app, scope.thread_id);
  if (scope.kind === "branch" && !(await hasCheckpoint(app.store, scope.thread_id, "", scope.checkpoint_id))) {
    throw new RetrographError("checkpoint_not_found", `The thread has no checkpoint ${scope.checkpoint_id}. It may have been deleted.`, {
      checkpoint_id: scope.checkpoint_id,
    });
  }
  return [{ threadId: scope.thread_id, branch: scope.kind === "branch" ? scope.checkpoint_id : null, rule }];
}

/** The file can be made smaller now without holding up a run. */
function mayCompact(app: App): boolean {
  return compactsInSteps(app.store) || app.scheduler.allActiveIds().length === 0;
}

async function pruneEach(app: App, body: PruneRequest, dryRun: boolean, onProgress: (count: number) => void): Promise<Totals> {
  const days = body.rule.kind === "older_than" ? body.rule.days : 0;
  const cutoff = new Date(Date.now() - days * DAY_MS).toISOString();
  const totals: Totals = { threads: 0, checkpoints: 0, bytes: 0, kept: new Map() };
  for (const target of await targetsOf(app, body, cutoff)) await pruneThread(app, { ...target, cutoff, dryRun }, totals, onProgress);
  return totals;
}

function toResult(totals: Totals, before: number, after: number): PruneResult {
  const kept = [...totals.kept].map(([reason, checkpoints]) => ({ reason, checkpoints })).filter(({ checkpoints }) => checkpoints > 0);
  const { threads, checkpoints, bytes } = totals;
  return { threads, checkpoints, bytes, kept, file_bytes_before: before, file_bytes_after: after };
}

/**
 * Deletes checkpoints that nothing needs and makes the file smaller; with `dry_run` only says what would go. Throws
 * `thread_not_found`, `checkpoint_not_found`, and `storage_busy` while another cleaning up is under way.
 */
export async function pruneStorage(body: PruneRequest): Promise<PruneResult> {
  const app = await getApp();
  const before = totalSize(app);
  if (body.dry_run) {
    const totals = await pruneEach(app, body, true, () => undefined);
    return toResult(totals, before, Math.max(0, before - totals.bytes - fileSizes(app.store).free_bytes));
  }
  return asJob("prune", async (job) => {
    const totals = await pruneEach(app, body, false, (count) => (job.done += count));
    if (mayCompact(app)) await compact(app.store);
    return toResult(totals, before, totalSize(app));
  });
}

/**
 * Gives free space back to the disk. Throws `storage_busy` while another cleaning up is under way, or while something runs
 * on a database whose file has to be written anew for it.
 */
export async function compactStorage(): Promise<CompactResult> {
  const app = await getApp();
  if (!mayCompact(app)) {
    throw new RetrographError(
      "storage_busy",
      "An earlier version made this database, so its file has to be written anew once, and nothing can be saved meanwhile. Wait until no run is active.",
    );
  }
  return asJob("compact", async (job) => {
    const before = totalSize(app);
    await compact(app.store, (done, total) => Object.assign(job, { done, total }));
    return { file_bytes_before: before, file_bytes_after: totalSize(app) };
  });
}

/** Gives deleted branches up for good, all of them without a list. */
export async function purgeDeleted(deletionIds: readonly string[] | null): Promise<PurgeResult> {
  const app = await getApp();
  return asJob("purge", async () => {
    let deletions = 0;
    if (deletionIds === null) deletions = await purgeDeletions(app.store, { before: new Date(Date.now() + DAY_MS).toISOString() });
    else for (const deletion_id of deletionIds) deletions += await purgeDeletions(app.store, { deletion_id });
    if (mayCompact(app)) await compact(app.store);
    return { deletions };
  });
}

/** A consistent copy of the whole database as a file to download, made while everything goes on. */
export async function backUp(): Promise<Response> {
  const { store, settings } = await getApp();
  const folder = await makeBackupFolder(settings.RETROGRAPH_DATA);
  const clean = () => void rm(folder, { recursive: true, force: true }).catch(() => undefined);
  try {
    const file = join(folder, "retrograph.db");
    await store.sqlite.backup(file);
    const { size } = await stat(file);
    const stream = createReadStream(file);
    stream.once("close", clean);
    const day = new Date().toISOString().slice(0, 10);
    return new Response(Readable.toWeb(stream) as ReadableStream<Uint8Array>, {
      headers: {
        "content-type": "application/vnd.sqlite3",
        "content-length": String(size),
        "content-disposition": `attachment; filename="retrograph-${day}.db"`,
        "cache-control": "no-store",
      },
    });
  } catch (error) {
    clean();
    throw error;
  }
}
