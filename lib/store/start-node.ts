import { GraphDescriptionSchema } from "../schema/graph";
import { inputNode } from "./index-entry";
import type { ControlState } from "./pending-tasks";
import type { Store } from "./open";

const START = "__start__";

const NameOnly = GraphDescriptionSchema.pick({ api: true, nodes: true });

/** An entrypoint's only node, by the newest revision of the thread's workflow. */
function fromRevision(store: Store, threadId: string): string | null {
  const description: unknown = store
    .prepare(
      `SELECT r.description FROM threads AS t JOIN revisions AS r ON r.graph_id = t.graph_id
       WHERE t.thread_id = ? ORDER BY r.created_at DESC LIMIT 1`,
    )
    .pluck()
    .get(threadId);
  if (typeof description !== "string") return null;
  const parsed = NameOnly.safeParse(JSON.parse(description));
  if (!parsed.success || parsed.data.api !== "entrypoint") return null;
  return parsed.data.nodes.find((node) => node.kind !== "start" && node.kind !== "end")?.name ?? null;
}

/** The node that a later checkpoint says took the input. */
function fromLaterCheckpoint(store: Store, threadId: string, checkpointNs: string, checkpointId: string): string | null {
  const names: unknown[] = store
    .prepare(
      `SELECT seen.key FROM (
         SELECT checkpoint FROM checkpoints WHERE thread_id = ? AND checkpoint_ns = ? AND parent_checkpoint_id = ? ORDER BY checkpoint_id LIMIT 1
       ) AS child, json_each(iif(json_valid(CAST(child.checkpoint AS TEXT)), CAST(child.checkpoint AS TEXT), '{}'), '$.versions_seen') AS seen
       WHERE seen.key NOT IN ('__interrupt__', '__input__') AND json_extract(seen.value, '$.__start__') IS NOT NULL`,
    )
    .pluck()
    .all(threadId, checkpointNs, checkpointId);
  const [name] = names;
  return typeof name === "string" ? name : null;
}

/**
 * The node that takes the input: `__start__` for a graph, its own name for a functional entrypoint. A first input
 * looks the same for both, so the rows after it and the workflow's description are asked.
 */
export function startNodeOf(store: Store, threadId: string, checkpointNs: string, control: ControlState): string {
  if (!(START in control.channel_values)) return START;
  const seen = inputNode(control);
  if (seen !== null) return seen;
  const described = checkpointNs === "" ? fromRevision(store, threadId) : null;
  return described ?? fromLaterCheckpoint(store, threadId, checkpointNs, control.id) ?? START;
}
