import type ts from "typescript";
import type { FunctionNode } from "../ast";
import type { Modules } from "../modules";

/** What is known of variables and parameters while an expression is read, by their declarations. */
export type Env = ReadonlyMap<ts.Node, Possible>;
export const EMPTY_ENV: Env = new Map();

/** A property of an object: its value is read when somebody asks. */
export type Field = { value: () => Possible; /** null for what a package declares. */ node: ts.Node | null };

/** What an expression of the text may come to. */
export type Value =
  /** `type`: it is only known that it may be this, from a type or schema. */
  | { kind: "string"; text: string; node: ts.Node; origin: "text" | "type" }
  | { kind: "primitive"; value: number | boolean | null | undefined }
  /** `exact`: these items in this order. `open`: there may be others that cannot be told. */
  | { kind: "array"; items: Possible[]; exact: boolean; open: boolean; node: ts.Node }
  | { kind: "object"; fields: Map<string, Field>; open: boolean; node: ts.Node }
  /** `members`: what `Object.assign` has put on it. */
  | { kind: "function"; node: FunctionNode; env: Env; members?: Map<string, Field> }
  | { kind: "class"; node: ts.ClassLikeDeclaration; env: Env }
  | { kind: "instance"; of: ts.ClassLikeDeclaration; env: Env; node: ts.Node }
  | { kind: "module"; file: string }
  /** Something of a package, e.g. `StateGraph` or `Annotation.Root`; `type` is what it is given, as in `Annotation<string>`. */
  | { kind: "external"; module: string; path: string; type?: ts.TypeNode }
  /** What calling or constructing a package's function gives. */
  | { kind: "made"; of: Value; node: ts.CallExpression | ts.NewExpression; env: Env }
  /** A property or method of such a thing. */
  | { kind: "member"; of: Value; name: string; node: ts.Node }
  /** Known by its type or schema alone. */
  | { kind: "shape"; member: (name: string) => Possible }
  | { kind: "send"; target: Possible; node: ts.Node }
  | { kind: "command"; fields: Map<string, Field>; open: boolean; node: ts.Node };

/** All that an expression may come to; not `complete` where it may be something else, too. */
export type Possible = { values: readonly Value[]; complete: boolean };

export const UNKNOWN: Possible = { values: [], complete: false };
/** Adds nothing: a value that depends on itself, a function that returns nothing. */
export const NOTHING: Possible = { values: [], complete: true };

/** More alternatives than this say nothing. */
const MAX_VALUES = 400;

export function exactly(...values: Value[]): Possible {
  return { values, complete: true };
}

/** Any of these. */
export function union(possibles: readonly Possible[]): Possible {
  const values: Value[] = [];
  const seen = new Set<unknown>();
  let complete = true;
  for (const possible of possibles) {
    complete &&= possible.complete;
    for (const value of possible.values) {
      const key = "node" in value ? value.node : value.kind === "primitive" ? `primitive ${String(value.value)}` : value;
      if (value.kind === "string" || value.kind === "primitive" || !seen.has(key)) {
        if (value.kind === "string" && values.some((other) => other.kind === "string" && other.text === value.text && other.node === value.node))
          continue;
        if (value.kind === "primitive" && seen.has(key)) continue;
        values.push(value);
      }
      seen.add(key);
    }
  }
  return values.length > MAX_VALUES ? { values: values.slice(0, MAX_VALUES), complete: false } : { values, complete };
}

/** The one value that it is, or null where there are several or it cannot be told. */
export function only(possible: Possible): Value | null {
  const [first, ...others] = possible.values;
  return possible.complete && first !== undefined && others.length === 0 ? first : null;
}

/** The one string that it is, whatever place it comes from. */
export function onlyString(possible: Possible): Extract<Value, { kind: "string" }> | null {
  const [first] = possible.values;
  if (!possible.complete || first?.kind !== "string") return null;
  return possible.values.every((value) => value.kind === "string" && value.text === first.text) ? first : null;
}

/** The items of a list that is known exactly, or null. */
export function exactItems(possible: Possible): Possible[] | null {
  const value = only(possible);
  return value?.kind === "array" && value.exact && !value.open ? value.items : null;
}

/** The strings of a list that is known exactly, or null. */
export function exactStrings(possible: Possible): string[] | null {
  const items = exactItems(possible)?.map(onlyString);
  return items === undefined || items.some((item) => item === null) ? null : items.flatMap((item) => item?.text ?? []);
}

export function isFalsy(value: Value): boolean {
  return (value.kind === "primitive" && !value.value) || (value.kind === "string" && value.text === "");
}

/** Whether a condition holds, or null where that is only known when it runs. */
export function truth(possible: Possible): boolean | null {
  if (!possible.complete || possible.values.length === 0) return null;
  const [first, ...others] = possible.values.map(truthOf);
  return first === undefined || others.some((other) => other !== first) ? null : first;
}

/** What a package's function gives, and what is known by its type alone, may be anything. */
function truthOf(value: Value): boolean | null {
  if (value.kind === "string") return value.origin === "text" ? value.text !== "" : null;
  if (value.kind === "made" || value.kind === "member" || value.kind === "shape" || value.kind === "external") return null;
  return !isFalsy(value);
}

/** Reads expressions without running them: what they may come to, as far as the text says. */
export type Evaluator = {
  readonly modules: Modules;
  evaluate(node: ts.Expression, env: Env): Possible;
  /** What calling a function of the project with these arguments may return. */
  apply(fn: Extract<Value, { kind: "function" }>, args: readonly Possible[]): Possible;
  /** A property of what a value may be. */
  member(possible: Possible, name: string, node: ts.Node): Possible;
  /** What a value of this type may be. */
  ofType(type: ts.TypeNode, env: Env): Possible;
  /** Reads unless this very thing is being read already: what depends on itself adds nothing. */
  once(node: ts.Node, read: () => Possible): Possible;
  /** To be called for every step; false when the reading has become too long. */
  spend(): boolean;
};
