import type { BaseStore } from "@langchain/langgraph-checkpoint";
import { InMemoryCache } from "@langchain/langgraph-checkpoint";
import { RetrographError } from "../../errors";
import type { RunSpec } from "../../schema/run";
import type { Store } from "../../store/open";
import { latestEntry, readEntry } from "../../store/timeline";
import { isBag, type Bag, type PregelLike } from "../langgraph";
import type { ReplayContext } from "./context";
import type { ReplayHook } from "./hook";
import { OverlayStore } from "./overlay-store";
import { Randomness } from "./sandbox/randomness";
import { closeSqlite } from "./sandbox/sqlite-door";
import type { ReplaySession } from "./session";

/** The clock of a run that starts from nothing. */
const NO_TIME = Date.UTC(2020, 0, 1);

/** When what the run goes on from came to be. A copy, or an edit, of a checkpoint is as old as what it was made of. */
async function startOf(store: Store, spec: RunSpec): Promise<number> {
  const { thread_id, checkpoint_id, checkpoint_ns } = spec;
  const entry = await (checkpoint_id === null ? latestEntry(store, thread_id, "") : readEntry(store, thread_id, checkpoint_ns, checkpoint_id));
  const parent = entry?.source === "fork" || entry?.source === "update" ? entry.parent_checkpoint_id : null;
  const from = parent === null ? entry : await readEntry(store, thread_id, entry?.checkpoint_ns ?? "", parent);
  const at = Date.parse((from ?? entry)?.created_at ?? "");
  return Number.isFinite(at) ? at : NO_TIME;
}

/**
 * The context that a run's code is executed in. Throws `invalid_request` for a replay where the versions of the project's
 * packages do not let calls be answered.
 */
export async function rootContext(
  { store, replayHook, projectDir }: { store: Store; replayHook: ReplayHook; projectDir: string },
  session: ReplaySession,
  spec: RunSpec,
): Promise<ReplayContext> {
  replayHook.refresh();
  if (session.mode !== "live" && replayHook.unavailable !== null) {
    throw new RetrographError("invalid_request", `The run cannot be replayed. ${replayHook.unavailable} Run it live.`, { field: "replay" });
  }
  if (session.mode === "dry") closeSqlite(store.sqlite, projectDir);
  const startedAt = session.isRepeatable ? await startOf(store, spec) : null;
  return {
    session,
    place: "",
    taskId: null,
    randomness: startedAt === null ? null : new Randomness(`${spec.graph_id}@${startedAt}`, startedAt),
    isLoop: true,
    isDry: session.mode === "dry",
    attempts: null,
  };
}

function isStore(value: unknown): value is BaseStore {
  return isBag(value) && typeof value["batch"] === "function" && typeof value["get"] === "function";
}

/** What a replay's config has besides: what it caches is its own, and of a dry run what it remembers, too. */
export function replayConfig(session: ReplaySession, graph: PregelLike): Bag {
  if (session.mode === "live") return {};
  const cache = new InMemoryCache();
  return session.mode === "dry" && isStore(graph.store) ? { cache, store: new OverlayStore(graph.store) } : { cache };
}
