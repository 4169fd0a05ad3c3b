import ts from "typescript";
import { placeOf } from "../ast";
import { onlyString, type Env, type Possible } from "../evaluate/values";
import { END, langGraphName } from "../library";
import type { SourceBranch, SourceConditional } from "../../schema/source";
import { readAction, type Action } from "./actions";
import { resultOf } from "./code";
import { readKitAnswers } from "./kit";
import { callPlace } from "./nodes";
import { nameNode, valueNode } from "./options";
import type { GraphReader } from "./reader";
import { byValue, placesOf, targetsOf, type Target, type Targets } from "./targets";
import type { BuilderCall } from "./trace";

type Parts = { source: ts.Expression | undefined; path: ts.Expression | undefined; map: ts.Expression | undefined; env: Env };

/** The conditional edges of a call; `names` are the nodes that are known. */
export function readConditionals(call: BuilderCall, names: ReadonlySet<string>, reader: GraphReader): SourceConditional[] {
  const parts = partsOf(call, reader);
  if (parts.source === undefined || parts.path === undefined) return [];
  const source = onlyString(reader.evaluator.evaluate(parts.source, parts.env));
  if (source === null) {
    reader.lock({ reason: "The node that a conditional edge leaves is computed", place: placeOf(call.node) });
    return [];
  }
  const router = readAction(parts.path, parts.env, reader.evaluator);
  const answers = readKitAnswers(parts.path);
  const results = answers === null ? routerTargets(router, reader) : { targets: answers, complete: true };
  const ways = parts.map === undefined ? null : readMap(parts.map, parts.env, reader);
  const branches = ways === null ? inferBranches(results, names) : ways.branches;
  return [
    {
      source: source.text,
      source_place: placeOf(parts.source),
      place: callPlace(call.node),
      router: router.action,
      returns: [...byValue(results.targets)].map(([value, targets]) => ({ value, places: placesOf(targets) })),
      map: ways?.map ?? (branches === null ? "unknown" : "inferred"),
      map_place: parts.map === undefined || ways === null ? null : placeOf(parts.map),
      branches,
      locked: call.doubt === null ? (ways?.locked ?? null) : `The call that adds it ${call.doubt.reason}`,
    },
  ];
}

/** Separate arguments, or one object. */
function partsOf(call: BuilderCall, { evaluator }: GraphReader): Parts {
  const [first, second, third] = call.node.arguments;
  const nothing: Parts = { source: undefined, path: undefined, map: undefined, env: call.env };
  if (first === undefined) return nothing;
  if (second !== undefined) return { source: first, path: second, map: isUndefined(third, call, evaluator) ? undefined : third, env: call.env };
  const [object] = evaluator.evaluate(first, call.env).values;
  if (object?.kind !== "object") return nothing;
  const part = (name: string): ts.Expression | undefined => {
    const node = object.fields.get(name)?.node;
    if (node === undefined || node === null) return undefined;
    if (ts.isShorthandPropertyAssignment(node)) return node.name;
    return ts.isPropertyAssignment(node) ? node.initializer : undefined;
  };
  return { source: part("source"), path: part("path"), map: part("pathMap"), env: call.env };
}

function isUndefined(node: ts.Expression | undefined, call: BuilderCall, evaluator: GraphReader["evaluator"]): boolean {
  if (node === undefined) return true;
  const { values, complete } = evaluator.evaluate(node, call.env);
  return complete && values.length > 0 && values.every((value) => value.kind === "primitive" && value.value == null);
}

/** What the library's own routers return. */
const PACKAGED_ROUTERS: Readonly<Record<string, readonly string[]>> = { toolsCondition: ["tools", END] };

/** All that a router's code may return. */
function routerTargets(router: Action, reader: GraphReader): Targets {
  const targets: Target[] = [];
  let complete = router.complete;
  for (const fn of router.functions) {
    const found = targetsOf(resultOf(fn, reader.state, reader.evaluator));
    targets.push(...found.targets);
    complete &&= found.complete;
  }
  if (router.functions.length === 0) return packagedTargets(router) ?? { targets, complete: false };
  return { targets, complete };
}

function packagedTargets(router: Action): Targets | null {
  const [value, ...others] = router.value.values;
  const name = value === undefined || others.length > 0 ? null : langGraphName(value);
  const known = name !== null && Object.hasOwn(PACKAGED_ROUTERS, name) ? PACKAGED_ROUTERS[name] : undefined;
  return known === undefined ? null : { targets: [], complete: true, packaged: known };
}

/** Without a path map the router's answers are the targets. What a type allows counts only where it is a node. */
function inferBranches(results: Targets, names: ReadonlySet<string>): SourceBranch[] | null {
  if (!results.complete) return null;
  const packaged = (results.packaged ?? []).map((target) => branch(target, null, false));
  const branches = [...byValue(results.targets)].flatMap(([value, targets]) => {
    const isNode = value === END || names.has(value);
    const [first] = targets;
    if (first === undefined || (!isNode && targets.every(({ origin }) => origin === "type"))) return [];
    return [
      branch(
        value,
        first.node,
        targets.some(({ send }) => send),
      ),
    ];
  });
  const all = [...packaged, ...branches];
  return all.length === 0 ? null : all;
}

function branch(target: string, node: ts.Node | null, send: boolean): SourceBranch {
  const place = node === null ? null : placeOf(node);
  return { label: target, target, place, label_place: place, target_place: place, send };
}

type Ways = { map: "object" | "array" | "unknown"; branches: SourceBranch[] | null; locked: string | null };

function readMap(node: ts.Expression, env: Env, reader: GraphReader): Ways {
  const value = reader.evaluator.evaluate(node, env);
  const [only, ...others] = value.values;
  if (value.complete && others.length === 0 && only?.kind === "array") return listWays(only.items, only.exact && !only.open, node, reader);
  if (value.complete && others.length === 0 && only?.kind === "object") return objectWays(only, node, reader);
  const reason = "Its path map is only known when it runs";
  reader.lock({ reason, place: placeOf(node) });
  return { map: "unknown", branches: null, locked: reason };
}

function listWays(items: readonly Possible[], exact: boolean, node: ts.Expression, reader: GraphReader): Ways {
  const names = items.map(onlyString);
  const known = names.flatMap((name) => (name === null ? [] : [branch(name.text, name.node, false)]));
  return partly({ map: "array", branches: known, locked: null }, exact && known.length === names.length, node, reader);
}

function objectWays(object: Extract<Possible["values"][number], { kind: "object" }>, node: ts.Expression, reader: GraphReader): Ways {
  const branches: SourceBranch[] = [];
  let complete = !object.open;
  for (const [label, field] of object.fields) {
    const value = field.value();
    const target = onlyString(value);
    if (target === null) {
      // An entry that may be missing is no way.
      complete &&= value.complete && value.values.every((each) => each.kind === "primitive" && each.value == null);
      continue;
    }
    const labelNode = nameNode(field.node) ?? (field.node !== null && ts.isPropertyAssignment(field.node) ? field.node.name : null);
    branches.push({
      label,
      target: target.text,
      place: field.node === null ? null : placeOf(field.node),
      label_place: labelNode === null ? null : placeOf(labelNode),
      target_place: field.node === null ? null : placeOf(valueNode(field.node)),
      send: false,
    });
  }
  return partly({ map: "object", branches, locked: null }, complete, node, reader);
}

function partly(ways: Ways, complete: boolean, node: ts.Expression, reader: GraphReader): Ways {
  if (complete) return ways;
  const reason = "Some entries of its path map are only known when it runs";
  reader.lock({ reason, place: placeOf(node) });
  return { ...ways, map: "unknown", branches: null, locked: reason };
}
