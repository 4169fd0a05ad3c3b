import { createHash } from "node:crypto";
import type { Json } from "../schema/json";

/** Verbs of names that only look. */
const PURE = new Set(
  (
    "get list search lookup look read find fetch query retrieve load browse show view describe inspect peek count sum average calculate calc compute " +
    "evaluate estimate parse format convert compare match rank sort filter classify extract summarize summarise translate check validate verify " +
    "is has can exists preview simulate explain think plan echo ping whoami status now today weather time date multiply subtract divide"
  ).split(" "),
);

/** Verbs of names that change something. */
const CHANGING = new Set(
  (
    "create delete del remove destroy drop truncate purge erase wipe send publish unpublish refund capture write overwrite update upsert insert edit " +
    "modify change replace patch put save append upload submit pay purchase buy notify deploy rollback dispatch execute exec invoke trigger invite " +
    "assign unassign approve reject cancel archive restore move rename merge commit push reserve subscribe unsubscribe register unregister enable " +
    "disable grant revoke ban unban lock unlock add start stop restart terminate kill reboot provision install uninstall migrate reset reply " +
    "forward withdraw deposit sync import sendmail escalate reschedule confirm set"
  ).split(" "),
);

/** Words that are things as often as deeds: they tell only where no other verb does. */
const CHANGING_OR_THING = new Set(
  (
    "book post email mail message sms tweet comment issue copy schedule share record log charge transfer ship block print store run order file " +
    "call open close release alert ticket"
  ).split(" "),
);

/** `createEvent`, `create_event`, `create-event` and `calendar__create_event` as their words. */
function wordsOf(name: string): string[] {
  return name
    .replace(/([a-z\d])([A-Z])/g, "$1 $2")
    .replace(/([A-Z]+)([A-Z][a-z])/g, "$1 $2")
    .toLowerCase()
    .split(/[^a-z\d]+/)
    .filter((word) => word !== "");
}

function tellingOf(name: string): "pure" | "effect" | null {
  const words = wordsOf(name.slice(0, 200));
  const first = words.findIndex((word) => PURE.has(word) || CHANGING.has(word));
  const verb = words[first];
  if (verb === undefined) return words.some((word, index) => CHANGING_OR_THING.has(word) && isVerbPlace(words, index)) ? "effect" : null;
  if (CHANGING.has(verb)) return "effect";
  // `get_or_create_user`, `find_and_delete`
  const also = words.slice(first + 1).some((word, index, rest) => /^(and|or|then)$/.test(rest[index - 1] ?? "") && isChanging(word));
  return also ? "effect" : "pure";
}

function isChanging(word: string): boolean {
  return CHANGING.has(word) || CHANGING_OR_THING.has(word);
}

function isVerbPlace(words: readonly string[], index: number): boolean {
  return index === 0 || index === words.length - 1;
}

/** Whether a name says that its function or tool changes something outside, e.g. `calendar_create_event`. */
export function isEffectName(name: string): boolean {
  return tellingOf(name) === "effect";
}

/** Verbs that reach outside; a function that writes or updates may as well write into the state. */
const SURE =
  /^(send|sendmail|publish|refund|capture|pay|charge|transfer|notify|email|deploy|submit|upload|purchase|buy|book|cancel|delete|remove|drop|post|tweet|sms|dispatch|invite|subscribe|unsubscribe|reserve|provision|terminate)$/;

/** Whether a name alone, of a function that is no tool, says for sure that it reaches outside: `send_invoice`, and not `write_draft`. */
export function isSureEffectName(name: string): boolean {
  return isEffectName(name) && wordsOf(name.slice(0, 200)).some((word) => SURE.test(word));
}

/** Whether a name says that its function or tool only looks, e.g. `get_order`. What says neither is neither. */
export function isPureName(name: string): boolean {
  return tellingOf(name) === "pure";
}

/** Names of idempotency keys without their hyphens, underscores and case: of Stripe and most others, AWS, PagerDuty. */
const KEY_NAMES = new Set([
  "idempotencykey",
  "xidempotencykey",
  "idempotencytoken",
  "clienttoken",
  "clientrequesttoken",
  "dedupkey",
  "deduplicationid",
  "messagededuplicationid",
]);
/** Longer keys stand as their hash. */
const LONGEST_KEY = 200;
/** What is nested deeper counts as equal. */
const DEEPEST = 200;

function isKeyName(name: string): boolean {
  return KEY_NAMES.has(name.replace(/[-_]/g, "").toLowerCase());
}

/**
 * What makes two calls the same: the SHA-256 of their arguments without their idempotency key, whatever order properties
 * are in, and that key, where one is given: `idempotency_key`, `idempotencyKey`, the header `Idempotency-Key` and the like,
 * at any depth, and `{ idempotency: { key } }`.
 */
export function effectInput(args: Json): { hash: string; key: string | null } {
  let key: string | null = null;
  const strip = (value: Json, depth: number): Json => {
    if (typeof value !== "object" || value === null) return value;
    if (depth > DEEPEST) return "…";
    if (Array.isArray(value)) return value.map((item) => strip(item, depth + 1));
    const kept: [string, Json][] = [];
    for (const name of Object.keys(value).sort()) {
      const item = value[name] ?? null;
      const told = isKeyName(name)
        ? item
        : name === "idempotency" && typeof item === "object" && item !== null && !Array.isArray(item)
          ? item["key"]
          : undefined;
      if (typeof told === "string" || typeof told === "number") key ??= String(told);
      else kept.push([name, strip(item, depth + 1)]);
    }
    return Object.fromEntries(kept);
  };
  const hash = sha256(JSON.stringify(strip(args, 0)));
  return { hash, key: key === null ? null : shortened(key) };
}

function sha256(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}

function shortened(key: string): string {
  return key.length > LONGEST_KEY ? sha256(key) : key;
}
