import ts from "typescript";
import { placeOf } from "../ast";
import { exactItems, onlyString, type Possible } from "../evaluate/values";
import { END, START } from "../library";
import type { Place, SourceEdge } from "../../schema/source";
import { callPlace } from "./nodes";
import type { GraphReader } from "./reader";
import type { BuilderCall } from "./trace";

type End = { name: string; place: Place | null };

/** The edges of an `addEdge`, `setEntryPoint` or `setFinishPoint` call. */
export function readEdges(call: BuilderCall, reader: GraphReader): SourceEdge[] {
  const [first, second] = call.node.arguments;
  const start: End[] = [{ name: START, place: null }];
  const end: End[] = [{ name: END, place: null }];
  if (call.method === "setEntryPoint") return connect(start, endsOf(first, call, reader), "entry", call, reader);
  if (call.method === "setFinishPoint") return connect(endsOf(first, call, reader), end, "finish", call, reader);
  const sources = endsOf(first, call, reader);
  return connect(sources, endsOf(second, call, reader), "edge", call, reader, isList(first, call, reader));
}

function connect(
  sources: End[] | null,
  targets: End[] | null,
  form: SourceEdge["form"],
  call: BuilderCall,
  reader: GraphReader,
  isJoin = false,
): SourceEdge[] {
  if (sources === null || targets === null) {
    const reason = call.doubt === null ? "An end of an edge is computed" : `An end of an edge is computed; the call ${call.doubt.reason}`;
    reader.lock({ reason, place: placeOf(call.node) });
    return [];
  }
  const place = callPlace(call.node);
  const join = isJoin && sources.length > 0 ? sources.map(({ name }) => name) : null;
  return sources.flatMap((source) =>
    targets.map((target) => ({
      source: source.name,
      target: target.name,
      place,
      source_place: source.place,
      target_place: target.place,
      form,
      join,
      locked: call.doubt === null ? null : `The call that adds it ${call.doubt.reason}`,
    })),
  );
}

function isList(node: ts.Expression | undefined, call: BuilderCall, { evaluator }: GraphReader): boolean {
  return node !== undefined && exactItems(evaluator.evaluate(node, call.env)) !== null;
}

function endsOf(node: ts.Expression | undefined, call: BuilderCall, { evaluator }: GraphReader): End[] | null {
  if (node === undefined || ts.isSpreadElement(node)) return null;
  const value = evaluator.evaluate(node, call.env);
  const name = onlyString(value);
  if (name !== null) return [{ name: name.text, place: placeOf(node) }];
  const items = exactItems(value);
  return items === null ? null : listEnds(items, node);
}

function listEnds(items: readonly Possible[], node: ts.Expression): End[] | null {
  const ends: End[] = [];
  for (const item of items) {
    const name = onlyString(item);
    if (name === null) return null;
    const isHere = name.node.getSourceFile() === node.getSourceFile() && node.pos <= name.node.pos && node.end >= name.node.end;
    ends.push({ name: name.text, place: isHere ? placeOf(name.node) : null });
  }
  return ends;
}
