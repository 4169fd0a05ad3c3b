import ts from "typescript";
import type { TextChange } from "../../../schema/edit";
import {
  cannotAppend,
  LANGGRAPH,
  LANGGRAPH_ZOD,
  propertyOf,
  Refusal,
  setPropertyValue,
  type ChannelChange,
  type ChannelSpec,
  type Dialect,
  type FileWriter,
} from "./dialect";
import { removeProperty } from "./object-literal";
import { isNoList } from "./state-schema";
import { callNamed, changeChain, readChain, toDefaultCall, type ZodChain } from "./zod-chain";

/** `z.object({ name: z.string(), list: z.array(z.string()).register(registry, { reducer: { fn } }) })`, or `withLangGraph(schema, meta)`. */
export const zodObject: Dialect = { write, change };

function write(spec: ChannelSpec, file: FileWriter): string | Refusal {
  if (spec.reducer === "messages") return messages(file);
  const type = file.zod(spec.type);
  if (type instanceof Refusal) return type;
  if (spec.reducer === "append" && isNoList(spec.type, type)) return cannotAppend(spec.type);
  const initial = spec.default ?? (spec.reducer === "append" ? "[]" : null);
  const schema = `${type}${initial === null ? "" : toDefaultCall(initial)}`;
  return spec.reducer === "last" ? schema : file.withOptions(`${schema}.register(${file.use(LANGGRAPH_ZOD, "registry")}, `, [toMeta(spec.reducer)]);
}

const toMeta = (reducer: Exclude<ChannelSpec["reducer"], "last" | "messages">) => `reducer: { fn: ${toCode(reducer, null)} }`;

function toCode(reducer: Exclude<ChannelSpec["reducer"], "last" | "messages">, type: string | null): string {
  if (reducer !== "append") return reducer.code.trim();
  return type === null ? "(current, next) => current.concat(next)" : `(current: ${type.trim()}, next: ${type.trim()}) => current.concat(next)`;
}

function messages(file: FileWriter): string {
  const z = file.z();
  const meta = file.use(LANGGRAPH, "MessagesZodMeta");
  const schema = file.isScript ? `${z}.array(${z}.any())` : `${z}.custom<${file.baseMessage()}[]>()`;
  // The types of `.register` do not take this meta.
  return `${file.use(LANGGRAPH_ZOD, "withLangGraph")}(${schema}, ${meta})`;
}

/** Where a channel's reducer stands, and what else has to be taken away with it. */
type Reduced = {
  schema: ts.Expression;
  meta: ts.Expression | undefined;
  /** `from` the schema to the end of what gives it its reducer. */
  rest: { start: number; end: number };
  isWrapped: boolean;
};

function read(value: ts.Expression, chain: ZodChain): Reduced | null {
  if (ts.isCallExpression(value) && ts.isIdentifier(value.expression) && value.expression.text === "withLangGraph") {
    const [schema, meta] = value.arguments;
    return schema === undefined ? null : { schema, meta, rest: { start: schema.end, end: value.end }, isWrapped: true };
  }
  const register = callNamed(chain, "register");
  if (register === null) return null;
  return { schema: value, meta: register.call.arguments[1], rest: { start: register.from, end: register.call.end }, isWrapped: false };
}

function change(value: ts.Expression, wanted: ChannelChange, file: FileWriter): TextChange[] | Refusal {
  const { sourceFile } = file;
  const all = { start: value.getStart(sourceFile), end: value.end };
  if (wanted.reducer === "messages") return [{ ...all, text: messages(file) }];
  const chain = readChain(value);
  const reduced = read(value, chain);
  const isOpaque = /\bMessagesZod(Meta|State)\b|\.langgraph\b/.test(value.getText(sourceFile));
  if (isOpaque) {
    if (wanted.reducer === undefined) return new Refusal("The reducer of this channel belongs to its type. Choose another reducer to change it.");
    const text = write({ type: wanted.type ?? "BaseMessage[]", reducer: wanted.reducer, default: wanted.default ?? null }, file);
    return text instanceof Refusal ? text : [{ ...all, text }];
  }
  if (reduced === null) return changePlain(value, chain, wanted, file);
  const inside = changeChain(reduced.schema, wanted, file);
  if (inside instanceof Refusal || wanted.reducer === undefined) return inside;
  const { meta } = reduced;
  if (meta === undefined || !ts.isObjectLiteralExpression(meta)) return new Refusal("The reducer stands elsewhere: change it in the code.");
  const known = propertyOf(meta, "reducer");
  if (wanted.reducer === "last") return [...inside, ...dropReducer(reduced, meta, known, value, file)];
  const type = wanted.type ?? null;
  const code = toCode(wanted.reducer, reduced.isWrapped ? (type ?? "any[]") : null);
  const fn =
    known !== null && ts.isPropertyAssignment(known) && ts.isObjectLiteralExpression(known.initializer) ? propertyOf(known.initializer, "fn") : null;
  if (fn !== null) return [...inside, setPropertyValue(sourceFile, fn, code)];
  if (known !== null) return [...inside, setPropertyValue(sourceFile, known, `{ fn: ${code} }`)];
  return [
    ...inside,
    {
      start: meta.getStart(sourceFile) + 1,
      end: meta.getStart(sourceFile) + 1,
      text: ` reducer: { fn: ${code} }${meta.properties.length > 0 ? "," : " "}`,
    },
  ];
}

function dropReducer(
  reduced: Reduced,
  meta: ts.ObjectLiteralExpression,
  known: ts.ObjectLiteralElementLike | null,
  value: ts.Expression,
  { sourceFile }: FileWriter,
): TextChange[] {
  if (known === null) return [];
  if (meta.properties.length > 1) return [removeProperty(sourceFile, meta, known)];
  const tail = { ...reduced.rest, text: "" };
  return reduced.isWrapped ? [{ start: value.getStart(sourceFile), end: reduced.schema.getStart(sourceFile), text: "" }, tail] : [tail];
}

function changePlain(value: ts.Expression, chain: ZodChain, wanted: ChannelChange, file: FileWriter): TextChange[] | Refusal {
  const { reducer } = wanted;
  if (reducer === undefined || reducer === "last" || reducer === "messages") return changeChain(value, wanted, file);
  const type = wanted.type ?? chain.base.getText(file.sourceFile);
  if (reducer === "append" && isNoList(type, wanted.type === undefined ? type : "")) return cannotAppend(type);
  const needsDefault = reducer === "append" && wanted.default === undefined && callNamed(chain, "default") === null;
  const inside = changeChain(value, needsDefault ? { ...wanted, default: "[]" } : wanted, file);
  if (inside instanceof Refusal) return inside;
  const registry = file.use(LANGGRAPH_ZOD, "registry");
  return [...inside, { start: value.end, end: value.end, text: `.register(${registry}, { ${toMeta(reducer)} })` }];
}
