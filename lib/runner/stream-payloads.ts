import { isBag, type Bag } from "./langgraph";

/** LangGraph's own keys in `configurable` are functions and queues of the running process. */
const INTERNAL_KEY = "__pregel";

function cleanConfigurable(configurable: unknown): Bag {
  if (!isBag(configurable)) return {};
  return Object.fromEntries(Object.entries(configurable).filter(([key]) => !key.startsWith(INTERNAL_KEY)));
}

/**
 * Leaves out properties that are `undefined`, as JSON does, from what the library itself made. Class instances and the
 * workflow's own values further down stay as they are.
 */
export function withoutUndefined(value: unknown, depth = 4): unknown {
  if (depth === 0) return value;
  if (Array.isArray(value)) return value.map((item) => withoutUndefined(item, depth - 1));
  if (!isBag(value) || typeof value === "function" || Object.getPrototypeOf(value) !== Object.prototype) return value;
  return Object.fromEntries(Object.entries(value).flatMap(([key, item]) => (item === undefined ? [] : [[key, withoutUndefined(item, depth - 1)]])));
}

/** A config as the API shows it: without callbacks and LangGraph's internals. */
export function cleanConfig(config: unknown): Bag | null {
  if (!isBag(config)) return null;
  const { callbacks: _callbacks, configurable, ...rest } = config;
  return { ...Object.fromEntries(Object.entries(rest).filter(([, value]) => value !== undefined)), configurable: cleanConfigurable(configurable) };
}

/** The checkpoint that a config points at, in the API's shape. */
export function checkpointOf(config: unknown): Bag | null {
  const configurable = isBag(config) ? cleanConfigurable(config["configurable"]) : {};
  if (typeof configurable["thread_id"] !== "string") return null;
  return {
    thread_id: configurable["thread_id"],
    checkpoint_ns: configurable["checkpoint_ns"] ?? "",
    ...(configurable["checkpoint_id"] === undefined ? {} : { checkpoint_id: configurable["checkpoint_id"] }),
    checkpoint_map: configurable["checkpoint_map"] ?? null,
  };
}

function taskOf(task: unknown): unknown {
  if (!isBag(task)) return task;
  const { state, error, result, ...rest } = task;
  return { ...rest, ...(result === undefined ? {} : { result }), error: error ?? null, checkpoint: checkpointOf(state), state: null };
}

/** A `checkpoints` payload with the ids that the library leaves to be found in the config. */
export function checkpointPayload(payload: unknown): unknown {
  if (!isBag(payload)) return payload;
  const { config, parentConfig, tasks, ...rest } = payload;
  return {
    ...rest,
    tasks: Array.isArray(tasks) ? tasks.map(taskOf) : [],
    config: cleanConfig(config),
    parent_config: cleanConfig(parentConfig),
    checkpoint: checkpointOf(config),
    parent_checkpoint: checkpointOf(parentConfig),
  };
}

/** A `debug` payload: only its checkpoints need another shape. */
export function debugPayload(payload: unknown): unknown {
  if (!isBag(payload) || payload["type"] !== "checkpoint") return payload;
  return { ...payload, payload: checkpointPayload(payload["payload"]) };
}
