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
 * stand in the same file, with the imports that they need, and a builder chain with the edges among them.
 */
export function toSnippet({ graph, file, text, names }: SnippetInput): string {
  const chosen = new Set(names);
  const cut = (place: Place | null) => (place !== null && place.file === file ? text.slice(place.start, place.end) : null);
  const nodes = graph.nodes.filter(({ name }) => chosen.has(name));
  const conditional = graph.conditional.filter(
    ({ source, branches }) => chosen.has(source) && (branches ?? []).every(({ target }) => target === END || chosen.has(target)),
  );
  const definitions = [...nodes.map(({ action }) => action), ...conditional.map(({ router }) => router)].flatMap((action) =>
    definitionOf(action, file, text),
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
  const code = [...new Set(definitions), builder].join("\n\n");
  const imports = importsFor(code, text);
  return `${imports.length === 0 ? "" : `${imports.join("\n")}\n\n`}${code}\n`;
}

const NAMED_IMPORT = /^import\s+(type\s+)?\{([^{}]*)\}\s*from\s*(["'][^"'\n]+["']);?/gm;

/** The named imports of a text that a part of it needs, narrowed to what it uses. */
function importsFor(code: string, text: string): string[] {
  const words = new Set(code.match(/[\p{L}_$][\p{L}\p{N}_$]*/gu));
  return [...text.matchAll(NAMED_IMPORT)].flatMap(([, type = "", names = "", from = ""]) => {
    const used = names
      .split(",")
      .map((name) => name.trim())
      .filter((name) => words.has(name.split(/\s+/).at(-1) ?? ""));
    return used.length === 0 ? [] : [`import ${type}{ ${used.join(", ")} } from ${from};`];
  });
}

const COMMENT_BEFORE = /\/\*\*(?:(?!\*\/)[\s\S])*\*\/\s*$/;

/** No comment that describes a node is longer. */
const COMMENT_LENGTH = 4000;

/** The declaration of what a node runs, with the comment that describes it. */
function definitionOf({ definition, place }: SourceAction, file: string, text: string): string[] {
  if (definition === null || definition.file !== file || isWithin(definition, place)) return [];
  const comment = COMMENT_BEFORE.exec(text.slice(Math.max(0, definition.start - COMMENT_LENGTH), definition.start))?.[0] ?? "";
  return [(comment + text.slice(definition.start, definition.end)).trim()];
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
