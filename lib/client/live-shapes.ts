import type { LiveMessage } from "../schema/live";
import type { Lifecycle } from "../schema/run";

/*
 * What the event stream brings, checked by hand: the schemas of `lib/schema` would bring a tenth of what a page loads,
 * and take their time with hundreds of events a second. The server made these messages with the same schemas, so it is
 * enough to know what a newer or older server would send differently.
 */

type Fields = Record<string, unknown>;

function isFields(value: unknown): value is Fields {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function hasTexts(value: Fields, ...names: string[]): boolean {
  return names.every((name) => typeof value[name] === "string");
}

function isListOf(value: unknown, isItem: (item: unknown) => boolean): boolean {
  return Array.isArray(value) && value.every(isItem);
}

const isText = (value: unknown) => typeof value === "string";

const RUN_STATES = new Set(["pending", "running", "success", "interrupted", "error", "cancelled", "budget_exceeded", "crashed"]);

function isRunState(value: unknown): boolean {
  if (!isFields(value) || typeof value["status"] !== "string" || !RUN_STATES.has(value["status"])) return false;
  if (value["status"] === "interrupted") return Array.isArray(value["interrupts"]);
  return value["status"] !== "error" || isFields(value["error"]);
}

function isRun(value: unknown): boolean {
  return isFields(value) && hasTexts(value, "run_id", "thread_id", "created_at") && isRunState(value["state"]);
}

function isThread(value: unknown): boolean {
  return isFields(value) && hasTexts(value, "thread_id", "status");
}

function isEvent(value: unknown): boolean {
  return isFields(value) && Number.isInteger(value["seq"]) && hasTexts(value, "event", "data");
}

/** True for a message of the thread's event stream that this version knows. */
export function isLiveMessage(value: unknown): value is LiveMessage {
  if (!isFields(value)) return false;
  switch (value["type"]) {
    case "hello":
      return isThread(value["thread"]) && isListOf(value["active_runs"], isRun);
    case "run":
      return isRun(value["run"]);
    case "events":
      return hasTexts(value, "run_id") && isListOf(value["events"], isEvent);
    case "thread":
      return value["thread"] === null || isThread(value["thread"]);
    case "workflow":
    case "breakpoints":
      return hasTexts(value, "graph_id");
    case "marks":
      return hasTexts(value, "thread_id");
    case "runner":
      return typeof value["responsive"] === "boolean" && hasTexts(value, "message");
    default:
      return false;
  }
}

const OUTCOMES = new Set<unknown>(["done", "interrupted", "failed", "cached"]);

function isTask(value: Fields): boolean {
  return hasTexts(value, "task_id", "node", "checkpoint_ns") && typeof value["step"] === "number";
}

function isEntry(value: unknown): boolean {
  if (!isFields(value) || !hasTexts(value, "checkpoint_id", "checkpoint_ns", "source", "created_at")) return false;
  const parent = value["parent_checkpoint_id"];
  const lists = ["next", "nodes", "changed"].every((name) => isListOf(value[name], isText));
  return lists && (parent === null || isText(parent)) && typeof value["step"] === "number";
}

/** True for what Retrograph itself tells of a run, in the events named `lifecycle`. */
export function isLifecycle(value: unknown): value is Lifecycle {
  if (!isFields(value)) return false;
  switch (value["type"]) {
    case "run_started":
      return hasTexts(value, "run_id");
    case "task_started":
      return isTask(value);
    case "task_finished": {
      const error = value["error"];
      const isError = error === null || (isFields(error) && hasTexts(error, "name", "message"));
      return isTask(value) && typeof value["ms"] === "number" && OUTCOMES.has(value["outcome"]) && isError;
    }
    case "checkpoint":
      return isEntry(value["entry"]);
    case "run_finished":
      return hasTexts(value, "run_id", "at") && isRunState(value["state"]);
    default:
      return false;
  }
}
