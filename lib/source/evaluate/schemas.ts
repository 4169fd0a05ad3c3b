import ts from "typescript";
import { langGraphName, zodName } from "../library";
import { fieldsOf } from "./state-fields";
import { exactly, NOTHING, only, union, UNKNOWN, type Env, type Evaluator, type Possible, type Value } from "./values";

type Made = Extract<Value, { kind: "made" }>;

const MAX_DEPTH = 30;
/** Methods of a schema that take nothing from what it allows. */
const ALLOWS_THE_SAME = new Set([
  "describe",
  "meta",
  "register",
  "readonly",
  "brand",
  "refine",
  "superRefine",
  "catch",
  "optional",
  "nullable",
  "nullish",
  "default",
  "prefault",
  "unwrap",
  "min",
  "max",
  "length",
  "nonempty",
  "clone",
  "check",
  "strict",
  "passthrough",
  "partial",
  "required",
  "reducer",
  "metadata",
]);
/** Methods that run what was asked to answer in a schema's shape. */
const RUNS = new Set(["invoke", "call", "stream", "parse", "parseAsync", "predict", "run"]);

/** `model.withStructuredOutput(Schema)`, also behind a prompt: known by the schema of what it answers. */
export function structuredChain(call: {
  name: string;
  receiver: Possible;
  node: ts.CallExpression;
  env: Env;
  evaluator: Evaluator;
}): Possible | null {
  const { name, node, env, evaluator, receiver } = call;
  const nowhere: Value = { kind: "external", module: "?", path: "" };
  if (name === "withStructuredOutput") {
    return exactly({ kind: "made", of: { kind: "member", of: receiver.values[0] ?? nowhere, name, node }, node, env });
  }
  const argument = node.arguments[0];
  if (argument === undefined || ts.isSpreadElement(argument)) return null;
  const next = evaluator.evaluate(argument, env);
  return next.values.some((value) => value.kind === "made" && structuredSchema(value, evaluator) !== null) ? next : null;
}

/** The schema that a chain answers in, or null. */
function structuredSchema(made: Made, evaluator: Evaluator): Possible | null {
  if (made.of.kind === "member" && made.of.name === "withStructuredOutput") {
    const schema = made.node.arguments?.[0];
    return schema === undefined ? null : evaluator.evaluate(schema, made.env);
  }
  if (made.of.kind === "external" && /RunnableSequence\.from$/.test(made.of.path)) {
    const steps = made.node.arguments?.[0];
    const list = steps === undefined ? null : only(evaluator.evaluate(steps, made.env));
    const last = list?.kind === "array" ? list.items.at(-1)?.values[0] : undefined;
    return last?.kind === "made" ? structuredSchema(last, evaluator) : null;
  }
  if (made.of.kind === "member" && made.of.of.kind === "made" && /^with(Config|Retry|Fallbacks)$/.test(made.of.name))
    return structuredSchema(made.of.of, evaluator);
  return null;
}

/** A property of what a library call gives, where a schema tells about it; null where none does. */
export function schemaMember(made: Made, name: string, evaluator: Evaluator): Possible | null {
  if (made.of.kind !== "member" || !RUNS.has(made.of.name) || made.of.of.kind !== "made") return null;
  const schema = structuredSchema(made.of.of, evaluator) ?? (/^parse/.test(made.of.name) ? exactly(made.of.of) : null);
  if (schema === null) return null;
  const answers = union(schema.values.map((value) => schemaValues(value, evaluator)));
  return evaluator.member({ values: answers.values, complete: schema.complete && answers.complete }, name, made.node);
}

/** All that a zod schema allows, as far as it names it. */
export function schemaValues(value: Value, evaluator: Evaluator, depth = 0): Possible {
  if (depth > MAX_DEPTH || !evaluator.spend()) return UNKNOWN;
  if (value.kind === "member") return memberSchema(value, evaluator, depth);
  if (value.kind !== "made") return UNKNOWN;
  const zod = zodName(value.of);
  if (zod !== null) return builtSchema(zod, value, evaluator, depth);
  const name = langGraphName(value.of);
  if (name !== null) return /^(withLangGraph|ReducedValue|UntrackedValue|DeltaValue)$/.test(name) ? argumentSchema(value, evaluator, depth) : UNKNOWN;
  if (value.of.kind !== "member") return UNKNOWN;
  const { of, name: method } = value.of;
  if (method === "or") return union([schemaValues(of, evaluator, depth + 1), argumentSchema(value, evaluator, depth)]);
  if (ALLOWS_THE_SAME.has(method)) return schemaValues(of, evaluator, depth + 1);
  return fieldsOf(value, evaluator) === null ? UNKNOWN : shapeOf(value, evaluator, depth);
}

/** `Schema.shape.field`, `schema.langgraph`. */
function memberSchema(value: Extract<Value, { kind: "member" }>, evaluator: Evaluator, depth: number): Possible {
  if (value.name === "langgraph" || value.name === "element") return schemaValues(value.of, evaluator, depth + 1);
  const field = fieldsOf(value.of, evaluator)?.fields.get(value.name)?.value();
  return field === undefined ? UNKNOWN : valuesOfAll(field, evaluator, depth);
}

function builtSchema(name: string, made: Made, evaluator: Evaluator, depth: number): Possible {
  if (name === "enum" || name === "nativeEnum") return enumValues(made, evaluator);
  if (name === "literal") return asTyped(firstArgument(made, evaluator));
  if (name === "optional" || name === "nullable" || name === "nullish") return argumentSchema(made, evaluator, depth);
  if (name === "union" || name === "discriminatedUnion" || name === "xor")
    return unionSchema(made, name === "discriminatedUnion" ? 1 : 0, evaluator, depth);
  if (name === "null" || name === "undefined" || name === "never" || name === "void") return NOTHING;
  if (name === "boolean") return exactly({ kind: "primitive", value: true }, { kind: "primitive", value: false });
  if (name === "array" || name === "set") {
    return exactly({ kind: "array", items: [argumentSchema(made, evaluator, depth)], exact: false, open: false, node: made.node });
  }
  return fieldsOf(made, evaluator) === null ? UNKNOWN : shapeOf(made, evaluator, depth);
}

function firstArgument(made: Made, evaluator: Evaluator): Possible {
  const argument = made.node.arguments?.[0];
  return argument === undefined ? UNKNOWN : evaluator.evaluate(argument, made.env);
}

function argumentSchema(made: Made, evaluator: Evaluator, depth: number): Possible {
  return valuesOfAll(firstArgument(made, evaluator), evaluator, depth);
}

function valuesOfAll(schemas: Possible, evaluator: Evaluator, depth: number): Possible {
  const all = union(schemas.values.map((schema) => schemaValues(schema, evaluator, depth + 1)));
  return schemas.complete ? all : { values: all.values, complete: false };
}

function enumValues(made: Made, evaluator: Evaluator): Possible {
  const list = firstArgument(made, evaluator);
  const found = list.values.map((value): Possible => {
    if (value.kind === "array") return value.open ? UNKNOWN : union(value.items);
    if (value.kind !== "object") return UNKNOWN;
    return value.open ? UNKNOWN : union([...value.fields.values()].map((field) => field.value()));
  });
  return list.complete ? asTyped(union(found)) : UNKNOWN;
}

function unionSchema(made: Made, index: number, evaluator: Evaluator, depth: number): Possible {
  const argument = made.node.arguments?.[index];
  const list = argument === undefined ? null : only(evaluator.evaluate(argument, made.env));
  return list?.kind === "array" && !list.open ? union(list.items.map((item) => valuesOfAll(item, evaluator, depth))) : UNKNOWN;
}

function shapeOf(value: Value, evaluator: Evaluator, depth: number): Possible {
  const member = (name: string): Possible => {
    const field = fieldsOf(value, evaluator)?.fields.get(name);
    return field === undefined ? UNKNOWN : valuesOfAll(field.value(), evaluator, depth);
  };
  return exactly({ kind: "shape", member });
}

/** What a schema or type allows is less sure than what the text says. */
export function asTyped(possible: Possible): Possible {
  const values = possible.values.flatMap((value): Value[] => {
    if (value.kind === "string") return [{ ...value, origin: "type" }];
    return value.kind === "array" ? value.items.flatMap((item) => asTyped(item).values) : [value];
  });
  return { values, complete: possible.complete };
}
