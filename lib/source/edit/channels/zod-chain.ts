import ts from "typescript";
import type { TextChange } from "../../../schema/edit";
import { fromFactory, isPlainValue, toFactory } from "./code";
import { Refusal, type FileWriter } from "./dialect";

/** What a zod expression says after its type: none of these changes what values it takes. */
const SUFFIXES = new Set(["default", "prefault", "catch", "describe", "meta", "register"]);

/** `z.string().default("").meta({…})` in its parts. */
export type ZodChain = {
  /** The type: what stands before the calls that say nothing about it. */
  base: ts.Expression;
  calls: { name: string; call: ts.CallExpression; from: number }[];
};

export function readChain(value: ts.Expression): ZodChain {
  const calls: ZodChain["calls"] = [];
  let base = value;
  while (ts.isCallExpression(base) && ts.isPropertyAccessExpression(base.expression) && SUFFIXES.has(base.expression.name.text)) {
    calls.unshift({ name: base.expression.name.text, call: base, from: base.expression.expression.end });
    base = base.expression.expression;
  }
  return { base, calls };
}

export const callNamed = (chain: ZodChain, name: string) => chain.calls.find((each) => each.name === name) ?? null;

/** `.default(…)` for a value's code: plain values as they are, others as a function, so that no two states share them. */
export function toDefaultCall(code: string): string {
  const value = fromFactory(code);
  return `.default(${isPlainValue(value) ? value : toFactory(code)})`;
}

/** Changes of a schema's type and default. */
export function changeChain(value: ts.Expression, wanted: { type?: string; default?: string | null }, file: FileWriter): TextChange[] | Refusal {
  const { sourceFile } = file;
  const chain = readChain(value);
  const changes: TextChange[] = [];
  if (wanted.type !== undefined) {
    const type = file.zod(wanted.type);
    if (type instanceof Refusal) return type;
    changes.push({ start: chain.base.getStart(sourceFile), end: chain.base.end, text: type });
  }
  if (wanted.default === undefined) return changes;
  const known = callNamed(chain, "default");
  if (wanted.default === null) {
    if (known !== null) changes.push({ start: known.from, end: known.call.end, text: "" });
    return changes;
  }
  if (known === null) return [...changes, { start: chain.base.end, end: chain.base.end, text: toDefaultCall(wanted.default) }];
  return [...changes, { start: known.from, end: known.call.end, text: toDefaultCall(wanted.default) }];
}
