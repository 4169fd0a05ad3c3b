import { ERROR_STATUS, RetrographError, type ErrorCode } from "../errors";
import type { Breakpoint, BreakpointSpec } from "../schema/breakpoint";
import type { CheckpointDiff, CheckpointView, TimelinePage } from "../schema/checkpoint";
import type { ForkBody, ForkResult, Measure, NextBody, PreviewBody, PreviewResult, StartRunBody } from "../schema/debug-api";
import type { MigrateBody, RevisionReport, Routes, RoutesBody, Why } from "../schema/explain";
import type { Workflow } from "../schema/graph";
import type { Run } from "../schema/run";
import type { PriceTable, RunSpans, SpanDetail } from "../schema/span";
import type { CompactResult, PruneBody, PruneResult, PurgeResult, StorageReport } from "../schema/storage";
import type { SearchItemsBody, StoreItem } from "../schema/store";
import type { Interrupt, Thread, ThreadSummary } from "../schema/thread";
import type {
  Blame,
  BranchBody,
  BranchComparison,
  BranchDeletion,
  BranchMark,
  CheckpointMark,
  FindBody,
  FindResult,
  MarkBody,
  Marks,
  WatchBody,
  WatchResult,
} from "../schema/travel";
import { nameHeaders } from "./own-name";

export type Query = Record<string, string | number | undefined>;

export function withQuery(path: string, query: Query): string {
  const search = new URLSearchParams();
  for (const [key, value] of Object.entries(query)) if (value !== undefined) search.set(key, String(value));
  const text = search.toString();
  return text === "" ? path : `${path}?${text}`;
}

function isErrorCode(code: unknown): code is ErrorCode {
  return typeof code === "string" && code in ERROR_STATUS;
}

async function toError(response: Response): Promise<RetrographError> {
  const body: unknown = await response.json().catch(() => null);
  if (typeof body === "object" && body !== null && "error" in body) {
    const { error } = body;
    if (typeof error === "object" && error !== null && "code" in error && "message" in error && isErrorCode(error.code)) {
      return new RetrographError(error.code, String(error.message), "details" in error ? error.details : undefined);
    }
  }
  return new RetrographError("internal", `The server answered ${response.status} without saying why. Look at its log, then try again.`);
}

/** A request to the server with the answer as JSON. Throws what the server said as a `RetrographError`. */
export async function request<T>(path: string, init: RequestInit & { json?: unknown } = {}): Promise<T> {
  const { json, ...rest } = init;
  let response: Response;
  try {
    response = await fetch(path, {
      ...rest,
      headers: { ...nameHeaders(), ...(json === undefined ? {} : { "content-type": "application/json" }) },
      ...(json === undefined ? {} : { body: JSON.stringify(json) }),
    });
  } catch (cause) {
    // Nobody waits for the answer of an aborted request; it must not read as a server that is gone.
    if (init.signal?.aborted) throw cause;
    throw new RetrographError("runner_unresponsive", "The Retrograph server cannot be reached. Is it still running?", undefined, { cause });
  }
  if (!response.ok) throw await toError(response);
  return response.status === 204 ? (undefined as T) : ((await response.json()) as T);
}

const debug = (path: string) => `/api/debug/${path}`;
const thread = (threadId: string) => debug(`threads/${encodeURIComponent(threadId)}`);

/** Workflows of the project, failed ones with their error. */
export function listWorkflows(signal?: AbortSignal): Promise<Workflow[]> {
  return request("/api/design/graphs", { signal: signal ?? null });
}

/** `metadata` is JSON text; times are ISO 8601. */
export type ThreadListQuery = {
  graph_id?: string;
  status?: string;
  q?: string;
  metadata?: string;
  created_since?: string;
  created_until?: string;
  updated_since?: string;
  updated_until?: string;
  sort?: "updated_at" | "created_at";
  limit?: number;
  offset?: number;
};

/** Threads, newest activity first, with what their newest run came to. */
export function listThreads(query: ThreadListQuery, signal?: AbortSignal): Promise<{ threads: ThreadSummary[]; total: number }> {
  return request(withQuery(debug("threads"), query), { signal: signal ?? null });
}

export function renameThread(threadId: string, title: string): Promise<Thread> {
  return request(thread(threadId), { method: "PATCH", json: { title } });
}

/** Gives a thread that another program wrote its workflow. */
export function adoptThread(threadId: string, graphId: string): Promise<Thread> {
  return request(thread(threadId), { method: "PATCH", json: { graph_id: graphId } });
}

export function deleteThread(threadId: string): Promise<void> {
  return request(thread(threadId), { method: "DELETE" });
}

/** Checkpoints of a thread, newest first; with `subgraphs` those of its subgraphs in place of its own. */
export function getTimeline(
  threadId: string,
  query: { checkpoint_ns?: string; subgraphs?: "true"; before?: string; limit?: number },
  signal?: AbortSignal,
): Promise<TimelinePage> {
  return request(withQuery(`${thread(threadId)}/timeline`, query), { signal: signal ?? null });
}

export function getCheckpoint(threadId: string, checkpointId: string, checkpointNs = "", signal?: AbortSignal): Promise<CheckpointView> {
  return request(withQuery(`${thread(threadId)}/checkpoints/${encodeURIComponent(checkpointId)}`, { checkpoint_ns: checkpointNs || undefined }), {
    signal: signal ?? null,
  });
}

/** What differs between two checkpoints. With `items_only`, lists that changed come with the items that differ alone. */
export function getDiff(
  threadId: string,
  query: { from: string; to: string; checkpoint_ns?: string; items_only?: "true" },
  signal?: AbortSignal,
): Promise<CheckpointDiff> {
  return request(withQuery(`${thread(threadId)}/diff`, { ...query, checkpoint_ns: query.checkpoint_ns || undefined }), { signal: signal ?? null });
}

export function previewUpdate(threadId: string, body: PreviewBody, signal?: AbortSignal): Promise<PreviewResult> {
  return request(`${thread(threadId)}/preview`, { method: "POST", json: body, signal: signal ?? null });
}

export function forkThread(threadId: string, body: Partial<ForkBody> & { checkpoint_id: string }): Promise<ForkResult> {
  return request(`${thread(threadId)}/fork`, { method: "POST", json: body });
}

/** Interrupts of a thread, waiting ones first. */
export function listInterrupts(threadId: string, signal?: AbortSignal): Promise<Interrupt[]> {
  return request(`${thread(threadId)}/interrupts`, { signal: signal ?? null });
}

/** Runs of a thread, newest first. */
export function listRuns(threadId: string, signal?: AbortSignal): Promise<Run[]> {
  return request(`${thread(threadId)}/runs`, { signal: signal ?? null });
}

/** Starts, continues, replays or resumes; answers as soon as the run is saved. */
export function startRun(body: StartRunBody): Promise<Run> {
  return request(debug("runs"), { method: "POST", json: body });
}

/** Asks the run to stop; its process is killed if it does not within the server's limit. */
export function cancelRun(runId: string): Promise<void> {
  return request(debug(`runs/${encodeURIComponent(runId)}/cancel`), { method: "POST", json: {} });
}

/** Asks the run to stop at its next superstep; what is under way is finished and saved. */
export function pauseRun(runId: string): Promise<void> {
  return request(debug(`runs/${encodeURIComponent(runId)}/pause`), { method: "POST", json: {} });
}

const breakpoints = (graphId: string) => debug(`graphs/${encodeURIComponent(graphId)}/breakpoints`);

/** Breakpoints of a workflow, oldest first. */
export function listBreakpoints(graphId: string, signal?: AbortSignal): Promise<Breakpoint[]> {
  return request(breakpoints(graphId), { signal: signal ?? null });
}

export function createBreakpoint(graphId: string, spec: BreakpointSpec): Promise<Breakpoint> {
  return request(breakpoints(graphId), { method: "POST", json: { spec } });
}

export function changeBreakpoint(graphId: string, id: string, change: { spec?: BreakpointSpec; enabled?: boolean }): Promise<Breakpoint> {
  return request(`${breakpoints(graphId)}/${id}`, { method: "PATCH", json: change });
}

export function deleteBreakpoint(graphId: string, id: string): Promise<void> {
  return request(`${breakpoints(graphId)}/${id}`, { method: "DELETE" });
}

/** Skips a node, gives its output by hand, or goes elsewhere, by a checkpoint on top of the given one. */
export function changeNext(threadId: string, body: NextBody): Promise<ForkResult> {
  return request(`${thread(threadId)}/next`, { method: "POST", json: body });
}

export function getMarks(threadId: string, signal?: AbortSignal): Promise<Marks> {
  return request(`${thread(threadId)}/marks`, { signal: signal ?? null });
}

export function markCheckpoint(threadId: string, checkpointId: string, mark: MarkBody): Promise<CheckpointMark> {
  return request(`${thread(threadId)}/marks/${encodeURIComponent(checkpointId)}`, { method: "PUT", json: mark });
}

export function markBranch(threadId: string, branchId: string, mark: BranchBody): Promise<BranchMark> {
  return request(`${thread(threadId)}/branches/${encodeURIComponent(branchId)}`, { method: "PUT", json: mark });
}

/** Deletes the checkpoint with everything that came of it. */
export function deleteBranch(threadId: string, checkpointId: string): Promise<BranchDeletion> {
  return request(`${thread(threadId)}/branches/${encodeURIComponent(checkpointId)}`, { method: "DELETE" });
}

export function undoDeletion(threadId: string, deletionId: string): Promise<void> {
  return request(`${thread(threadId)}/deletions/${deletionId}/undo`, { method: "POST", json: {} });
}

export function getBlame(threadId: string, checkpointId: string, checkpointNs = "", signal?: AbortSignal): Promise<Blame> {
  return request(withQuery(`${thread(threadId)}/blame`, { checkpoint_id: checkpointId, checkpoint_ns: checkpointNs || undefined }), {
    signal: signal ?? null,
  });
}

export function compareBranches(threadId: string, a: string, b: string, checkpointNs = "", signal?: AbortSignal): Promise<BranchComparison> {
  return request(withQuery(`${thread(threadId)}/compare`, { a, b, checkpoint_ns: checkpointNs || undefined }), { signal: signal ?? null });
}

export function watchExpressions(threadId: string, body: WatchBody, signal?: AbortSignal): Promise<WatchResult> {
  return request(`${thread(threadId)}/watch`, { method: "POST", json: body, signal: signal ?? null });
}

export function findCheckpoint(threadId: string, body: FindBody, signal?: AbortSignal): Promise<FindResult> {
  return request(`${thread(threadId)}/find`, { method: "POST", json: body, signal: signal ?? null });
}

/** Why a node ran, or did not, in the superstep that starts from the checkpoint. */
export function getWhy(threadId: string, query: { checkpoint_id: string; checkpoint_ns?: string; node: string }, signal?: AbortSignal): Promise<Why> {
  return request(withQuery(`${thread(threadId)}/why`, query), { signal: signal ?? null });
}

/** Asks the conditional edges that leave a node again, with the current code. */
export function evaluateRoutes(threadId: string, body: RoutesBody, signal?: AbortSignal): Promise<Routes> {
  return request(`${thread(threadId)}/routes`, { method: "POST", json: body, signal: signal ?? null });
}

/** What of the workflow is not as it was when the checkpoint was written. */
export function getRevisionReport(threadId: string, checkpointId: string, checkpointNs = "", signal?: AbortSignal): Promise<RevisionReport> {
  return request(withQuery(`${thread(threadId)}/revision`, { checkpoint_id: checkpointId, checkpoint_ns: checkpointNs || undefined }), {
    signal: signal ?? null,
  });
}

/** Forks a checkpoint with nodes and channels under their new names. */
export function migrateCheckpoint(threadId: string, body: MigrateBody): Promise<ForkResult> {
  return request(`${thread(threadId)}/migrate`, { method: "POST", json: body });
}

export function getSpans(runId: string, signal?: AbortSignal): Promise<RunSpans> {
  return request(debug(`runs/${encodeURIComponent(runId)}/spans`), { signal: signal ?? null });
}

export function getSpan(runId: string, spanId: string, signal?: AbortSignal): Promise<SpanDetail> {
  return request(debug(`runs/${encodeURIComponent(runId)}/spans/${encodeURIComponent(spanId)}`), { signal: signal ?? null });
}

export function getPrices(signal?: AbortSignal): Promise<PriceTable> {
  return request(debug("prices"), { signal: signal ?? null });
}

export function putPrices(table: PriceTable): Promise<PriceTable> {
  return request(debug("prices"), { method: "PUT", json: table });
}

export function getStorageReport(signal?: AbortSignal): Promise<StorageReport> {
  return request(debug("storage"), { signal: signal ?? null });
}

export function pruneStorage(body: PruneBody): Promise<PruneResult> {
  return request(debug("storage/prune"), { method: "POST", json: body });
}

/** Namespaces of the long-term memory that hold items. */
export function listStoreNamespaces(signal?: AbortSignal): Promise<{ namespaces: string[][] }> {
  return request("/api/store/namespaces", { method: "POST", json: { limit: 10_000 }, signal: signal ?? null });
}

/** Items of the long-term memory in a namespace and below it, newest first. */
export function searchStore(body: SearchItemsBody, signal?: AbortSignal): Promise<{ items: StoreItem[] }> {
  return request("/api/store/items/search", { method: "POST", json: body, signal: signal ?? null });
}

export function putStoreItem(item: Pick<StoreItem, "namespace" | "key" | "value">): Promise<void> {
  return request("/api/store/items", { method: "PUT", json: item });
}

export function deleteStoreItem(namespace: string[], key: string): Promise<void> {
  return request("/api/store/items", { method: "DELETE", json: { namespace, key } });
}

/** Gives free space back to the disk. */
export function compactStorage(): Promise<CompactResult> {
  return request(debug("storage/compact"), { method: "POST", json: {} });
}

/** Gives deleted branches up for good; all of them without a list. */
export function purgeDeletions(deletionIds: string[] | null): Promise<PurgeResult> {
  return request(debug("storage/purge"), { method: "POST", json: { deletion_ids: deletionIds } });
}

/** Where a copy of the database is downloaded from. */
export const BACKUP_HREF = debug("storage/backup");

/** What the supersteps that start from the given checkpoints took, node by node. */
export function getMeasures(
  threadId: string,
  places: { checkpoint_id: string; checkpoint_ns: string }[],
  signal?: AbortSignal,
): Promise<{ measures: Measure[] }> {
  return request(`${thread(threadId)}/measures`, { method: "POST", json: { places }, signal: signal ?? null });
}
