import type { Json } from "../schema/json";
import { readRow } from "./index-rows";
import type { Store } from "./open";
import { parseCheckpoint } from "./raw-checkpoint";
import { pendingTasks } from "./pending-tasks";
import { parseNames } from "./rows";

/** A question as the workflow's own checkpoint has it: `node` and `task_id` are of the outermost graph. */
export type AskedAt = { thread_id: string; interrupt_id: string; graph_id: string; task_id: string; node: string };

/** Who really asks: the node as it is drawn (`child:inner`), and the tasks that an answer runs again, from the outermost inwards. */
export type AskingPlace = { node: string; task_ids: string[] };

type InnerRow = { checkpoint_ns: string; checkpoint_id: string; task_id: string; value: string };

/** Questions in the namespaces inside of a task, innermost first. Every graph on the way has a row of its own. */
const INNER = `
  SELECT checkpoint_ns, checkpoint_id, task_id, CAST(value AS TEXT) AS value FROM writes INDEXED BY open_ends
  WHERE thread_id = @thread AND checkpoint_ns >= @own AND checkpoint_ns < @own || '}' AND idx IN (-1, -3) AND idx = -3
  ORDER BY length(checkpoint_ns) DESC, checkpoint_id DESC`;

/** What a saved `__interrupt__` write asks: one interrupt or a list of them. None for what cannot be read. */
export function readAsked(text: string): { id: string; response_schema?: Json }[] {
  try {
    const value = JSON.parse(text) as Json;
    return (Array.isArray(value) ? value : [value]).flatMap((item) => {
      if (typeof item !== "object" || item === null || Array.isArray(item) || typeof item.id !== "string") return [];
      const { id, response_schema } = item;
      return [{ id, ...(response_schema === undefined || response_schema === null ? {} : { response_schema }) }];
    });
  } catch {
    return [];
  }
}

/** `name:task` segments of a namespace. LangGraph puts numbers between them for a subgraph that a node calls again. */
function segmentsOf(namespace: string): { name: string; task: string }[] {
  return namespace.split("|").flatMap((segment) => {
    const at = segment.lastIndexOf(":");
    return at <= 0 ? [] : [{ name: segment.slice(0, at), task: segment.slice(at + 1) }];
  });
}

/** The node of a task of a subgraph: the only one that is next there, else the one whose task has this id. */
function nodeOfTask(store: Store, threadId: string, row: InnerRow): string | null {
  const found: unknown = store
    .prepare(`SELECT next, step FROM checkpoint_index WHERE thread_id = ? AND checkpoint_ns = ? AND checkpoint_id = ?`)
    .get(threadId, row.checkpoint_ns, row.checkpoint_id);
  if (typeof found !== "object" || found === null || !("next" in found) || !("step" in found)) return null;
  const [only, ...others] = new Set(parseNames(String(found.next)));
  if (only !== undefined && others.length === 0) return only;
  const stored = readRow(store, { thread_id: threadId, checkpoint_ns: row.checkpoint_ns }, row.checkpoint_id);
  if (stored === null) return null;
  try {
    const tasks = pendingTasks(parseCheckpoint(stored), { checkpoint_ns: row.checkpoint_ns, step: Number(found.step) });
    return tasks.find(({ ids }) => ids.includes(row.task_id))?.name ?? null;
  } catch {
    // The rows of the subgraph are damaged; who asks is known as far as its own node.
    return null;
  }
}

/** The id, or the nearest one around it that the workflow's newest drawing has: a subgraph that a node's code calls is not drawn. */
function asDrawn(store: Store, graphId: string, names: readonly string[]): string {
  const ids = store
    .prepare(
      `SELECT node.value ->> '$.id' FROM (SELECT description FROM revisions WHERE graph_id = ? ORDER BY created_at DESC LIMIT 1) AS newest,
         json_each(newest.description, '$.nodes') AS node`,
    )
    .pluck()
    .all(graphId);
  const known = new Set(ids.map(String));
  if (known.size === 0) return names.join(":");
  for (let length = names.length; length > 1; length--) {
    const id = names.slice(0, length).join(":");
    if (known.has(id)) return id;
  }
  return names[0] ?? "";
}

/** Finds which task asks, in whichever subgraph it is. Synchronous. */
export function askingPlace(store: Store, asked: AskedAt): AskingPlace {
  const outer = { node: asked.node, task_ids: asked.task_id === "" ? [] : [asked.task_id] };
  if (asked.task_id === "") return outer;
  const own = `${asked.node}:${asked.task_id}`;
  // Exactly these columns.
  const rows = store.prepare(INNER).all({ thread: asked.thread_id, own }) as InnerRow[];
  const row = rows.find(
    ({ checkpoint_ns, value }) =>
      (checkpoint_ns === own || checkpoint_ns.startsWith(`${own}|`)) && readAsked(value).some(({ id }) => id === asked.interrupt_id),
  );
  if (row === undefined) return outer;
  const segments = segmentsOf(row.checkpoint_ns);
  const inner = nodeOfTask(store, asked.thread_id, row);
  const names = [...segments.map(({ name }) => name), ...(inner === null ? [] : [inner])];
  return { node: asDrawn(store, asked.graph_id, names), task_ids: [...segments.map(({ task }) => task), row.task_id] };
}
