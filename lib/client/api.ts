import { ERROR_STATUS, RetrographError, type ErrorCode } from "../errors";
import type { CheckpointDiff, CheckpointView, TimelinePage } from "../schema/checkpoint";
import type { ForkBody, ForkResult, PreviewBody, PreviewResult, StartRunBody } from "../schema/debug-api";
import type { Workflow } from "../schema/graph";
import type { Run } from "../schema/run";
import type { Interrupt, Thread, ThreadSummary } from "../schema/thread";

type Query = Record<string, string | number | undefined>;

function withQuery(path: string, query: Query): string {
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

async function request<T>(path: string, init: RequestInit & { json?: unknown } = {}): Promise<T> {
  const { json, ...rest } = init;
  let response: Response;
  try {
    response = await fetch(path, {
      ...rest,
      ...(json === undefined ? {} : { body: JSON.stringify(json), headers: { "content-type": "application/json" } }),
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

/** Threads, newest activity first, with what their newest run came to. */
export function listThreads(
  query: { graph_id?: string; status?: string; q?: string; limit?: number; offset?: number },
  signal?: AbortSignal,
): Promise<{ threads: ThreadSummary[]; total: number }> {
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

export function getDiff(threadId: string, from: string, to: string, signal?: AbortSignal): Promise<CheckpointDiff> {
  return request(withQuery(`${thread(threadId)}/diff`, { from, to }), { signal: signal ?? null });
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
