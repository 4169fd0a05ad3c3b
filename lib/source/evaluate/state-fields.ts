import { isLangGraph, langGraphName, zodName } from "../library";
import { exactly, type Evaluator, type Field, type Possible, type Value } from "./values";

/** The named entries of an object, of a state's definition, or of a schema. `open`: there may be others. */
export type Fields = { fields: Map<string, Field>; open: boolean };
type Made = Extract<Value, { kind: "made" }>;

/** Properties that hand out a definition's entries. */
const ENTRIES = new Set(["spec", "fields", "shape", "_def", "def", "entries"]);
const ZOD_OBJECTS = new Set(["object", "strictObject", "looseObject", "interface"]);
/** Methods of a schema that keep its entries. */
const KEEPS_ENTRIES = new Set([
  "strict",
  "strip",
  "passthrough",
  "loose",
  "catchall",
  "describe",
  "meta",
  "register",
  "readonly",
  "brand",
  "refine",
  "superRefine",
  "partial",
  "deepPartial",
  "required",
  "optional",
  "nullable",
  "nullish",
  "default",
  "catch",
  "clone",
  "check",
]);

/** What a package's own state definitions hold. `MessagesValue` stands for a list of messages with its reducer. */
const PACKAGED: { module: RegExp; path: RegExp; fields: Record<string, string> }[] = [
  { module: /@langchain\/langgraph/, path: /(^|\.)(MessagesAnnotation|MessagesZodState)$/, fields: { messages: "MessagesValue" } },
  {
    module: /@langchain\/langgraph/,
    path: /(^|\.)createReactAgentAnnotation$/,
    fields: { messages: "MessagesValue", structuredResponse: "LastValue" },
  },
  { module: /@copilotkit\/sdk-js/, path: /(^|\.)CopilotKitStateAnnotation$/, fields: { copilotkit: "LastValue", messages: "MessagesValue" } },
];

/** The entries of a value, or null where it has none that can be told. */
export function fieldsOf(value: Value, evaluator: Evaluator): Fields | null {
  if (value.kind === "object") return { fields: value.fields, open: value.open };
  if (value.kind === "external") return packagedFields(value);
  if (value.kind === "member") return ENTRIES.has(value.name) ? fieldsOf(value.of, evaluator) : null;
  return value.kind === "made" ? madeFields(value, evaluator) : null;
}

/** The entries of whatever a value may be; null where it can be nothing of the kind. */
export function fieldsOfAny(possible: Possible, evaluator: Evaluator): Fields | null {
  const all = possible.values.map((value) => fieldsOf(value, evaluator)).filter((found) => found !== null);
  const [first, ...others] = all;
  if (first === undefined) return null;
  const fields = new Map(first.fields);
  for (const other of others) for (const [name, field] of other.fields) if (!fields.has(name)) fields.set(name, field);
  return { fields, open: !possible.complete || all.length < possible.values.length || all.some(({ open }) => open) };
}

function packagedFields(value: Extract<Value, { kind: "external" }>): Fields | null {
  const known = PACKAGED.find(({ module, path }) => module.test(value.module) && path.test(value.path));
  if (known === undefined) return null;
  const fields = new Map<string, Field>();
  for (const [name, path] of Object.entries(known.fields)) {
    fields.set(name, { node: null, value: () => exactly({ kind: "external", module: "@langchain/langgraph", path }) });
  }
  return { fields, open: false };
}

function madeFields(made: Made, evaluator: Evaluator): Fields | null {
  const name = langGraphName(made.of);
  if (name === "Annotation.Root" || name === "StateSchema") return argumentFields(made, evaluator);
  if (name === "withLangGraph") return argumentFields(made, evaluator);
  const zod = zodName(made.of);
  if (zod !== null) return ZOD_OBJECTS.has(zod) ? argumentFields(made, evaluator) : null;
  if (made.of.kind === "external") return packagedFields(made.of);
  if (made.of.kind !== "member") return null;
  const base = fieldsOf(made.of.of, evaluator);
  if (base === null) return null;
  if (made.of.name === "extend" || made.of.name === "merge" || made.of.name === "safeExtend" || made.of.name === "augment") {
    const added = argumentFields(made, evaluator);
    return { fields: new Map([...base.fields, ...(added?.fields ?? [])]), open: base.open || added === null || added.open };
  }
  if (made.of.name === "pick" || made.of.name === "omit") return selected(base, made, made.of.name === "pick", evaluator);
  return KEEPS_ENTRIES.has(made.of.name) ? base : null;
}

/** The entries of a call's first argument; none at all where it is left out. */
function argumentFields(made: Made, evaluator: Evaluator): Fields | null {
  const argument = made.node.arguments?.[0];
  return argument === undefined ? { fields: new Map(), open: false } : fieldsOfAny(evaluator.evaluate(argument, made.env), evaluator);
}

function selected(base: Fields, made: Made, keeps: boolean, evaluator: Evaluator): Fields {
  const mask = argumentFields(made, evaluator);
  if (mask === null) return { fields: base.fields, open: true };
  return { fields: new Map([...base.fields].filter(([name]) => mask.fields.has(name) === keeps)), open: base.open };
}

/** True for the library's list of messages. */
export function isMessagesValue(value: Value): boolean {
  return value.kind === "external" && isLangGraph(value.module) && /(^|\.)(MessagesValue|MessagesZodMeta|MessagesDeltaValue)$/.test(value.path);
}
