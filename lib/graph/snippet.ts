import type { Place, SourceAction, SourceGraph } from "../schema/source";
import { END, START } from "./design-drawing";

type SnippetInput = {
  graph: SourceGraph;
  /** The file that the graph's places are in, and its text. */
  file: string;
  text: string;
  names: readonly string[];
};

/**
 * Nodes as TypeScript that can be pasted into another workflow or editor: the functions that they run, as far as they
 * stand in the same file, and a builder chain with the edges among them.
 */
export function toSnippet({ graph, file, text, names }: SnippetInput): string {
  const chosen = new Set(names);
  const cut = (place: Place | null) => (place !== null && place.file === file ? text.slice(place.start, place.end) : null);
  const nodes = graph.nodes.filter(({ name }) => chosen.has(name));
  const conditional = graph.conditional.filter(
    ({ source, branches }) => chosen.has(source) && (branches ?? []).every(({ target }) => target === END || chosen.has(target)),
  );
  const definitions = [...nodes.map(({ action }) => action), ...conditional.map(({ router }) => router)].flatMap((action) =>
    definitionOf(action, cut),
  );

  const calls = nodes.map(({ name, action, options_place }) => {
    const options = cut(options_place);
    return `.addNode(${[JSON.stringify(name), cut(action.place) ?? action.name ?? "() => ({})", ...(options === null ? [] : [options])].join(", ")})`;
  });
  const isInside = (id: string) => chosen.has(id);
  for (const { source, target } of graph.edges) {
    if (isInside(source) && isInside(target)) calls.push(`.addEdge(${JSON.stringify(source)}, ${JSON.stringify(target)})`);
  }
  for (const { place } of conditional) {
    const call = toCall(cut(place));
    if (call !== null) calls.push(call);
  }
  const builder = `new StateGraph(${graph.state.name ?? "State"})\n${calls.map((call) => `  ${call}`).join("\n")};`;
  return [...new Set(definitions), builder].join("\n\n") + "\n";
}

function definitionOf(action: SourceAction, cut: (place: Place | null) => string | null): string[] {
  if (action.definition === null || isWithin(action.definition, action.place)) return [];
  const definition = cut(action.definition);
  return definition === null ? [] : [definition.trim()];
}

/** An inline function is its own definition: it stands in the call already. */
function isWithin(definition: Place, place: Place | null): boolean {
  return place !== null && definition.file === place.file && definition.start >= place.start && definition.end <= place.end;
}

/** `.addConditionalEdges(…)` of a chain's part or of a whole statement; null where it is neither. */
function toCall(text: string | null): string | null {
  const start = text?.indexOf(".addConditionalEdges") ?? -1;
  if (text === null || start < 0) return null;
  return text.slice(start).trim().replace(/;$/, "");
}

const CALL = /\.\s*add(?:Node|Edge|ConditionalEdges|Sequence)\s*\(/;

/** Whether a text looks like builder code, which can be pasted as nodes. */
export function isBuilderCode(text: string): boolean {
  return CALL.test(text);
}

/** Names that the builder calls of a text add, as far as they are literals; the ends are not among them. */
export function namesOf(text: string): string[] {
  const found = [...text.matchAll(/\.\s*addNode\s*\(\s*(["'`])((?:\\.|(?!\1).)*)\1/g)].flatMap(([, , name]) => (name === undefined ? [] : [name]));
  return [...new Set(found)].filter((name) => name !== START && name !== END);
}
