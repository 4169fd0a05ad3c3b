import "server-only";
import { removeLostBackups } from "../store/backup-folder";
import { claimDatabase } from "../store/claim";
import { purgeDeletions } from "../store/deletions";
import { fillInbox } from "../store/inbox-fill";
import { adoptInterrupts } from "../store/interrupts";
import { openStore, type Store } from "../store/open";
import { reconcile } from "../store/reconcile";
import { createKeyedLock, type KeyedLock } from "./keyed-lock";
import { createLive, type Live } from "./live";
import { releaseUnused } from "./resume";
import { createRunnerPool, type RunnerPool } from "./runner-pool";
import { createScheduler, type Scheduler } from "./scheduler";
import { getSettings, type ServerSettings } from "./settings";
import { forgetShared, shared } from "./shared";

/** What every action of the server works with. */
export type App = {
  settings: ServerSettings;
  /** When the server started, ISO 8601. */
  startedAt: string;
  /** One start of a run, update or deletion at a time per thread. */
  threadLock: KeyedLock;
  store: Store;
  live: Live;
  scheduler: Scheduler;
  pool: RunnerPool;
  /** Adds what has to end before the runners and the database do. */
  beforeEnd(stop: () => void | Promise<void>): void;
};

/** How long a write waits for another program's lock: meanwhile the server answers nobody. */
const BUSY_MS = 2000;

/** How long a deleted branch can be brought back. */
const KEEP_DELETED_MS = 24 * 60 * 60 * 1000;

async function openApp(): Promise<App> {
  const settings = getSettings();
  const endClaim = claimDatabase(settings.databasePath);
  try {
    return await openClaimed(settings, endClaim);
  } catch (error) {
    endClaim();
    throw error;
  }
}

async function openClaimed(settings: ServerSettings, endClaim: () => void): Promise<App> {
  const store = openStore({ path: settings.databasePath, busyMs: BUSY_MS });
  const lost = await reconcile(store, "The server was stopped while it ran");
  if (lost.length > 0) console.warn(`${lost.length} unfinished run(s) of the last session were marked as crashed; resume them from their threads.`);
  for (const run of lost) await releaseUnused(store, run);
  for (const run of lost) await adoptInterrupts(store, run.thread_id);
  await fillInbox(store);
  await removeLostBackups(settings.RETROGRAPH_DATA);
  await purgeDeletions(store, { before: new Date(Date.now() - KEEP_DELETED_MS).toISOString() });
  const live = createLive();
  const scheduler = createScheduler(store, live, (listener) => createRunnerPool(settings, listener));
  const startedAt = new Date().toISOString();
  const stops: (() => void | Promise<void>)[] = [];
  const beforeEnd: App["beforeEnd"] = (stop) => void stops.push(stop);
  const app: App = { settings, startedAt, threadLock: createKeyedLock(), store, live, scheduler, pool: scheduler.pool, beforeEnd };
  const end = async () => {
    await Promise.allSettled(stops.map(async (stop) => stop()));
    await shutDown(app);
  };
  Object.assign(globalThis, { [SHUTDOWN_HOOK]: () => end().finally(endClaim) });
  return app;
}

/** `lib/cli` calls what stands here before the process ends; bundles share nothing but `globalThis`. */
const SHUTDOWN_HOOK = Symbol.for("retrograph.shutdown");

/** Ends the runners and closes the database, each run with its reason saved. */
async function shutDown(app: App): Promise<void> {
  await app.pool.close();
  await app.scheduler.allEnded();
  app.store.close();
}

/** The running application: opens the database and starts the first runner on the first call. */
export function getApp(): Promise<App> {
  return shared("app", () =>
    openApp().catch((error: unknown) => {
      // The next request tries again, for the reason may be gone by then.
      forgetShared("app");
      throw error;
    }),
  );
}
