import ts from "typescript";
import type { TextChange } from "../../../schema/edit";
import {
  canAppend,
  cannotAppend,
  LANGGRAPH,
  propertyOf,
  Refusal,
  setPropertyValue,
  type ChannelChange,
  type ChannelSpec,
  type Dialect,
  type FileWriter,
} from "./dialect";
import { appendProperty, removeProperty } from "./object-literal";
import { callNamed, changeChain, readChain, toDefaultCall } from "./zod-chain";

/** `new StateSchema({ name: z.string(), list: new ReducedValue(z.array(z.string()), { reducer }) })` */
export const stateSchema: Dialect = { write, change };

const APPEND = "(current, next) => [...current, ...next]";

function write(spec: ChannelSpec, file: FileWriter): string | Refusal {
  if (spec.reducer === "messages") return file.use(LANGGRAPH, "MessagesValue");
  const type = file.zod(spec.type);
  if (type instanceof Refusal) return type;
  if (spec.reducer === "append" && isNoList(spec.type, type)) return cannotAppend(spec.type);
  const initial = spec.default ?? (spec.reducer === "append" ? "[]" : null);
  const schema = `${type}${initial === null ? "" : toDefaultCall(initial)}`;
  return spec.reducer === "last" ? schema : wrap(schema, toCode(spec.reducer), file);
}

const toCode = (reducer: Exclude<ChannelSpec["reducer"], "last" | "messages">) => (reducer === "append" ? APPEND : reducer.code.trim());

/** True for a type, or a schema that was given in its place, that is clearly no list. */
export function isNoList(type: string, schema: string): boolean {
  const isSchema = type.trim() === schema;
  return isSchema ? /^\w+\.(string|number|boolean|object|record|literal|enum|date|map|set)\(/.test(schema) : !canAppend(type);
}

/** Prettier gives arguments a line each where one of them has a function in it. */
function wrap(schema: string, code: string, file: FileWriter): string {
  const head = `new ${file.use(LANGGRAPH, "ReducedValue")}(`;
  const { eol, indent, trailingCommas } = file.style;
  const line = `${head}${schema}, { reducer: ${code} })`;
  if (!schema.includes("=>") && !line.includes("\n") && line.length <= 110) return line;
  return `${head}${eol}${indent}${schema},${eol}${indent}${file.withOptions("", [`reducer: ${code}`], "").replaceAll(eol, eol + indent)}${trailingCommas ? "," : ""}${eol})`;
}

function newCall(value: ts.Expression, name: string): ts.NewExpression | null {
  if (!ts.isNewExpression(value)) return null;
  const callee = ts.isPropertyAccessExpression(value.expression) ? value.expression.name : value.expression;
  return ts.isIdentifier(callee) && callee.text === name ? value : null;
}

function isMessages(value: ts.Expression): boolean {
  const name = ts.isPropertyAccessExpression(value) ? value.name : value;
  return ts.isIdentifier(name) && /^Messages(Delta)?Value$/.test(name.text);
}

function change(value: ts.Expression, wanted: ChannelChange, file: FileWriter): TextChange[] | Refusal {
  const all = { start: value.getStart(file.sourceFile), end: value.end };
  if (wanted.reducer === "messages") return [{ ...all, text: file.use(LANGGRAPH, "MessagesValue") }];
  if (isMessages(value)) {
    if (wanted.reducer === undefined) return new Refusal("This channel holds messages. Choose another reducer to give it another type or default.");
    const spec = { type: wanted.type ?? "BaseMessage[]", reducer: wanted.reducer, default: wanted.default ?? null };
    const text = write(spec, file);
    return text instanceof Refusal ? text : [{ ...all, text }];
  }
  const reduced = newCall(value, "ReducedValue");
  if (reduced !== null) return changeReduced(reduced, wanted, file);
  const untracked = newCall(value, "UntrackedValue");
  if (untracked !== null) {
    if (wanted.reducer !== undefined && wanted.reducer !== "last") return new Refusal("A value that is not saved (`UntrackedValue`) has no reducer.");
    const schema = untracked.arguments?.[0];
    return schema === undefined ? new Refusal("This value has no schema to change: write one in the code.") : changeChain(schema, wanted, file);
  }
  if (ts.isNewExpression(value)) return new Refusal(`A channel made by \`new ${value.expression.getText(file.sourceFile)}\` is changed in the code.`);
  return changePlain(value, wanted, file);
}

function changePlain(value: ts.Expression, wanted: ChannelChange, file: FileWriter): TextChange[] | Refusal {
  const { reducer } = wanted;
  if (reducer === undefined || reducer === "last" || reducer === "messages") return changeChain(value, wanted, file);
  const type = wanted.type ?? readChain(value).base.getText(file.sourceFile);
  if (reducer === "append" && isNoList(type, wanted.type === undefined ? type : "")) return cannotAppend(type);
  const hasDefault = wanted.default !== undefined || callNamed(readChain(value), "default") !== null;
  const inside = changeChain(value, reducer === "append" && !hasDefault ? { ...wanted, default: "[]" } : wanted, file);
  if (inside instanceof Refusal) return inside;
  const start = value.getStart(file.sourceFile);
  const head = `new ${file.use(LANGGRAPH, "ReducedValue")}(`;
  return [{ start, end: start, text: head }, ...inside, { start: value.end, end: value.end, text: `, { reducer: ${toCode(reducer)} })` }];
}

function changeReduced(value: ts.NewExpression, wanted: ChannelChange, file: FileWriter): TextChange[] | Refusal {
  const { sourceFile } = file;
  const [schema, init] = value.arguments ?? [];
  if (schema === undefined || init === undefined || !ts.isObjectLiteralExpression(init)) {
    return new Refusal("This reduced value is not written as `new ReducedValue(schema, { reducer })`: change it in the code.");
  }
  const inside = changeChain(schema, wanted, file);
  if (inside instanceof Refusal) return inside;
  const { reducer } = wanted;
  if (reducer === undefined || reducer === "messages") return inside;
  if (reducer === "last") {
    const before = { start: value.getStart(sourceFile), end: schema.getStart(sourceFile), text: "" };
    return [before, ...inside, { start: schema.end, end: value.end, text: "" }];
  }
  const known = propertyOf(init, "reducer");
  const changes =
    known === null ? appendProperty(sourceFile, init, `reducer: ${toCode(reducer)}`) : [setPropertyValue(sourceFile, known, toCode(reducer))];
  // Lists are joined with lists: what was put in one by one is no input any more.
  const input = reducer === "append" ? propertyOf(init, "inputSchema") : null;
  return [...inside, ...(input === null ? [] : [removeProperty(sourceFile, init, input)]), ...changes];
}
