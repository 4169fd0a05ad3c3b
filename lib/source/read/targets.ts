import type ts from "typescript";
import { placeOf } from "../ast";
import type { Possible, Value } from "../evaluate/values";
import type { Place } from "../../schema/source";

/** One way that code may go: the name of a node, or a label of a path map. */
export type Target = { value: string; node: ts.Node; send: boolean; origin: "text" | "type" };
/** `packaged`: what a router of the library returns, which stands nowhere in the text. */
export type Targets = { targets: Target[]; complete: boolean; packaged?: readonly string[] };

const MAX_DEPTH = 20;

/** The names that a router's result may hold: strings, lists of them, and `Send`s. What says nothing (undefined, a boolean) is left out. */
export function targetsOf(result: Possible): Targets {
  const targets: Target[] = [];
  const complete = collect(result, false, targets, 0);
  return { targets, complete };
}

function collect(result: Possible, send: boolean, targets: Target[], depth: number): boolean {
  if (depth > MAX_DEPTH) return false;
  let { complete } = result;
  for (const value of result.values) complete = collectValue(value, send, targets, depth) && complete;
  return complete;
}

function collectValue(value: Value, send: boolean, targets: Target[], depth: number): boolean {
  switch (value.kind) {
    case "string":
      if (value.text !== "") targets.push({ value: value.text, node: value.node, send, origin: value.origin });
      return true;
    case "primitive":
      return true;
    case "send":
      return collect(value.target, true, targets, depth + 1);
    case "array": {
      let complete = !value.open;
      for (const item of value.items) complete = collect(item, send, targets, depth + 1) && complete;
      return complete;
    }
    default:
      return false;
  }
}

/** Targets by name, in the order of their first place, with all their places. */
export function byValue(targets: readonly Target[]): Map<string, Target[]> {
  const groups = new Map<string, Target[]>();
  for (const target of targets) {
    const group = groups.get(target.value);
    if (group === undefined) groups.set(target.value, [target]);
    else if (!group.some(({ node }) => node === target.node)) group.push(target);
  }
  return groups;
}

export function placesOf(targets: readonly Target[]): Place[] {
  return targets.map(({ node }) => placeOf(node));
}
