import { createHash, randomUUID } from "node:crypto";
import { RunnableLambda, type RunnableConfig } from "@langchain/core/runnables";
import { getConfig, type BaseStore } from "@langchain/langgraph";

export type EffectOptions<Args> = {
  /**
   * `resume` (the default): a task that runs again, because it was resumed, retried or cut off, does it once; another task,
   * also one of a replay or a fork, does it anew. `time_travel`: replays and forks of the thread do not do it again either.
   */
  across?: "resume" | "time_travel";
  /** What tells calls apart, where the arguments are not it: the same text is the same call. */
  key?: (args: Args) => string;
};

/** Does it once, and gives the kept result from then on. In a tool, hand on its config: the id of the model's call is in it. */
export type Effect<Args, Result> = (args: Args, config?: RunnableConfig) => Promise<Result>;

/**
 * Makes a function that does something outside of the workflow once, however often its node runs again.
 *
 * LangGraph runs a node from its first line when it is resumed after `interrupt()`, retried, or continued after a crash. An
 * effect remembers its result in LangGraph's store under a key made of the thread, the task, the model's tool call, its name
 * and its arguments, and gives that back. `run` receives the key too, so that a service that knows idempotency keys can be
 * told it: a crash between the two repeats the effect, and then the service is the one who knows.
 *
 * ```ts
 * const createEvent = effect("calendar_create_event", async (event: Event, { key }) => await calendar.create(event, { idempotencyKey: key }));
 *
 * async function book(state: State) {
 *   const event = await createEvent({ title: state.title });
 *   const answer = interrupt("Shall I invite everyone?");
 * }
 * ```
 *
 * Two calls in one task with the same arguments are the same call, unless a tool's config or `key` tells them apart. What
 * fails, or asks with `interrupt()`, is not remembered. The result must survive JSON.
 * @throws where there is no store or no thread, and what `run` throws.
 */
export function effect<Args, Result>(
  name: string,
  run: (args: Args, context: { key: string }) => Result | Promise<Result>,
  options: EffectOptions<Args> = {},
): Effect<Args, Result> {
  return async (args, config) => {
    const place = placeOf(name, config);
    const key = keyOf(place, name, args, options);
    // Callers in this process take turns, so that the second one finds what the first has done.
    const turn = (turns.get(key) ?? Promise.resolve())
      .catch(() => undefined)
      .then(() => recallOrRun({ ...place, name, key, config, args, run: () => run(args, { key }) }));
    turns.set(key, turn);
    try {
      return await turn;
    } finally {
      if (turns.get(key) === turn) turns.delete(key);
    }
  };
}

/** The last caller per key. */
const turns = new Map<string, Promise<unknown>>();

type Place = { store: BaseStore; threadId: string; namespace: string; toolCallId: string };

/** Where it is called, by the config of the tool or node, or by the one that LangChain carries along. */
function placeOf(name: string, given: RunnableConfig | undefined): Place {
  const config: Record<string, unknown> = { ...carriedConfig(), ...given };
  const configurable = asRecord(config["configurable"]);
  const store = lastingStore(config["store"]);
  const threadId = configurable["thread_id"];
  if (store === null) {
    throw new Error(
      `The effect "${name}" has no store to remember what it did. Compile the graph with one, e.g. compile({ checkpointer, store: new InMemoryStore() }), ` +
        `and call the effect from a node or a tool.`,
    );
  }
  if (typeof threadId !== "string" || threadId === "") {
    throw new Error(`The effect "${name}" belongs to no thread. Run the graph with a thread: { configurable: { thread_id: "…" } }.`);
  }
  const namespace = configurable["checkpoint_ns"];
  const toolCallId = asRecord(config["toolCall"])["id"] ?? config["toolCallId"];
  return { store, threadId, namespace: typeof namespace === "string" ? namespace : "", toolCallId: typeof toolCallId === "string" ? toolCallId : "" };
}

/** The config of the node or tool that is running, which LangChain carries through everything asynchronous. */
function carriedConfig(): Record<string, unknown> {
  return asRecord(getConfig());
}

function asRecord(value: unknown): Record<string, unknown> {
  return typeof value === "object" && value !== null ? { ...value } : {};
}

/**
 * LangGraph wraps a store for each run, and what is asked of the wrapping when the run ends is never answered. An effect
 * beside a question may come to its end after that, and must be remembered all the same.
 */
function lastingStore(store: unknown): BaseStore | null {
  const { lg_name: kind, store: inner } = asRecord(store);
  if (kind === "AsyncBatchedStore" && isStore(inner)) return inner;
  return isStore(store) ? store : null;
}

function isStore(value: unknown): value is BaseStore {
  return typeof value === "object" && value !== null && "get" in value && typeof value.get === "function" && "put" in value;
}

function keyOf<Args>(place: Place, name: string, args: Args, { across = "resume", key }: EffectOptions<Args>): string {
  const segments = place.namespace.split("|");
  // `node:<task>`: the same task has the same id whenever it runs again, and another one after time travel.
  const where = across === "resume" ? (segments.at(-1) ?? "") : segments.map((segment) => segment.split(":")[0]).join("|");
  const parts = [place.threadId, where, place.toolCallId, name, key === undefined ? canonical(name, args) : key(args)];
  return createHash("sha256").update(JSON.stringify(parts)).digest("hex").slice(0, 32);
}

/** The arguments as JSON with sorted keys: the order in which a model wrote them does not matter. */
function canonical(name: string, args: unknown): string {
  const sort = (_key: string, value: unknown): unknown =>
    typeof value === "object" && value !== null && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
      : value;
  try {
    return JSON.stringify(args, sort) ?? "";
  } catch (error) {
    throw new Error(
      `The arguments of the effect "${name}" cannot be written as JSON. Give it the option "key", which says what tells its calls apart.`,
      {
        cause: error,
      },
    );
  }
}

type Call<Args, Result> = Place & { name: string; key: string; config: RunnableConfig | undefined; args: Args; run: () => Result | Promise<Result> };

async function recallOrRun<Args, Result>(call: Call<Args, Result>): Promise<Result> {
  const kept = await call.store.get(folderOf(call), call.key);
  if (kept === null) return await told(call, false, async () => await runAndKeep(call));
  if (kept.value["unkept"] === true) throw unkept(call.name);
  // What was put there is what `run` returned.
  return await told(call, true, async () => kept.value["result"] as Result);
}

/** Labels of a store's namespace must not have dots. */
function folderOf({ threadId }: Place): string[] {
  return ["effects", threadId.replaceAll(".", "_")];
}

async function runAndKeep<Args, Result>(call: Call<Args, Result>): Promise<Result> {
  const { store, name, key } = call;
  const result = await call.run();
  const entry = { name, at: new Date().toISOString() };
  try {
    await store.put(folderOf(call), key, { ...entry, result });
  } catch (error) {
    // It has happened, so it must not happen again, even though nobody will know what came of it.
    await store.put(folderOf(call), key, { ...entry, unkept: true });
    throw unkept(name, error);
  }
  return result;
}

function unkept(name: string, cause?: unknown): Error {
  return new Error(`The effect "${name}" was done, but its result could not be kept, so it is not done again. Let it return what JSON can hold.`, {
    cause,
  });
}

/** Lets a trace see the effect as a step of its own; nothing is told where nobody traces. */
async function told<Args, Result>({ name, key, config, args }: Call<Args, Result>, kept: boolean, run: () => Promise<Result>): Promise<Result> {
  // LangChain takes a given metadata for all there is.
  const around = { ...asRecord(carriedConfig()["metadata"]), ...config?.metadata };
  const metadata = { ...around, effect: { call: randomUUID(), name, key, kept } };
  return await new RunnableLambda<Args, Result>({ func: run }).invoke(args, { ...config, runName: name, metadata });
}
