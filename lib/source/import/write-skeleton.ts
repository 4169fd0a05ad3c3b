import { takeIdentifier, toIdentifier, upperFirst } from "./identifiers";
import { END, START, type SkeletonGraph, type SkeletonNode, type SkeletonRouter } from "./skeleton";

const IMPORTED = ["END", "ReducedValue", "START", "StateGraph", "StateSchema"];
const MAX_WIDTH = 120;

/**
 * The TypeScript of a workflow with these nodes and edges. Its nodes note that they ran, its routers go where the state's
 * `decision` says and otherwise by the shortest way to the end: it runs at once, and ends.
 */
export function writeSkeleton(graph: SkeletonGraph, about: { title: string; description: string }): string {
  return new Writer(graph, about).write();
}

type Names = { steps: string; decision: string };

class Writer {
  readonly #graph: SkeletonGraph;
  readonly #about: { title: string; description: string };
  readonly #taken = new Set([...IMPORTED, "z", "State", "graph", "title", "description"]);
  readonly #channels: Names;
  readonly #functions: string[] = [];
  readonly #subgraphs: string[] = [];

  constructor(graph: SkeletonGraph, about: { title: string; description: string }) {
    this.#graph = graph;
    this.#about = about;
    // LangGraph refuses a node that is called like a channel.
    const names = new Set(allNodes(graph).map(({ name }) => name));
    this.#channels = { steps: takeIdentifier("steps", names), decision: takeIdentifier("decision", names) };
  }

  write(): string {
    const builder = this.#builder(this.#graph);
    const hasRouters = allGraphs(this.#graph).some(({ routers }) => routers.length > 0);
    const text = [this.#header(), this.#state(hasRouters), ...this.#functions, ...this.#subgraphs, `export const graph = ${builder};`].join("\n\n");
    // Only what is used is imported.
    const used = IMPORTED.filter((name) => new RegExp(`\\b${name}\\b`).test(withoutStrings(text)));
    return `import { ${used.join(", ")} } from "@langchain/langgraph";\nimport { z } from "zod";\n\n${text}\n`;
  }

  #header(): string {
    const { title, description } = this.#about;
    return `export const title = ${quote(title)};\nexport const description = ${quote(description)};`;
  }

  #state(hasRouters: boolean): string {
    const { steps, decision } = this.#channels;
    const lines = [
      "const State = new StateSchema({",
      "  /** The nodes that have run, each once. */",
      `  ${steps}: new ReducedValue(`,
      "    z.array(z.string()).default(() => []),",
      "    { reducer: (current, next) => [...new Set([...current, ...next])] },",
      "  ),",
    ];
    if (hasRouters) {
      const last = allNodes(this.#graph).some(({ inside }) => inside !== null);
      lines.push("  /** Which way to go where the workflow branches: the label of a branch. */");
      // Subgraphs that run at the same time all hand it back.
      lines.push(
        last ? `  ${decision}: new ReducedValue(z.string().default(""), { reducer: (_, next) => next }),` : `  ${decision}: z.string().default(""),`,
      );
    }
    return [...lines, "});"].join("\n");
  }

  #builder(graph: SkeletonGraph): string {
    const calls = [...graph.nodes.map((node) => `.addNode(${quote(node.name)}, ${this.#node(node)})`), ...this.#ways(graph)];
    return `new StateGraph(State)\n${calls.map((call) => `  ${call}`).join("\n")}`;
  }

  #node({ name, description, inside }: SkeletonNode): string {
    const identifier = takeIdentifier(toIdentifier(name), this.#taken);
    if (inside !== null) {
      const builder = this.#builder(inside);
      this.#subgraphs.push(`${toComment(description)}const ${identifier} = ${builder}\n  .compile();`);
      return identifier;
    }
    this.#functions.push(`${toComment(description)}function ${identifier}() {\n  return { ${this.#channels.steps}: [${quote(name)}] };\n}`);
    return identifier;
  }

  /** Edges and routers, in the order of the nodes that they leave. */
  #ways(graph: SkeletonGraph): string[] {
    const order = new Map([START, ...graph.nodes.map(({ name }) => name)].map((name, index) => [name, index]));
    const at = (source: string) => order.get(source) ?? 0;
    return [...graph.edges.map(({ source, target }) => ({ source, call: `.addEdge(${toEnd(source)}, ${toEnd(target)})` })), ...this.#routers(graph)]
      .sort((a, b) => at(a.source) - at(b.source))
      .map(({ call }) => call);
  }

  #routers(graph: SkeletonGraph): { source: string; call: string }[] {
    const distance = distanceToEnd(graph);
    return graph.routers.map((router) => {
      const shortest = [...router.branches].sort((a, b) => (distance.get(a.target) ?? Infinity) - (distance.get(b.target) ?? Infinity))[0];
      const identifier = this.#router(router, shortest?.label ?? "");
      const entries = router.branches.map(({ label, target }) => `${toKey(label)}: ${toEnd(target)}`);
      const head = `.addConditionalEdges(${toEnd(router.source)}, ${identifier}, {`;
      const short = `${head} ${entries.join(", ")} })`;
      const call = short.length <= MAX_WIDTH ? short : `${head}\n${entries.map((entry) => `    ${entry},\n`).join("")}  })`;
      return { source: router.source, call };
    });
  }

  #router({ source, name, branches }: SkeletonRouter, usual: string): string {
    const place = source === START ? "Start" : upperFirst(toIdentifier(source, ""));
    const identifier = takeIdentifier(toIdentifier(name ?? `routeAfter${place}`, "route"), this.#taken);
    const labels = branches.map(({ label }) => quote(label));
    const type = labels.join(" | ");
    const state = this.#channels.decision;
    const head = `function ${identifier}(state: typeof State.State): `;
    const signature = head.length + type.length <= MAX_WIDTH ? `${head}${type} {` : `${head}string {`;
    const others = branches.filter(({ label }) => label !== usual).map(({ label }) => quote(label));
    const tests = others.map((label) => `  if (state.${state} === ${label}) return ${label};\n`).join("");
    const words = source === START ? "Where it begins" : `Where it goes on from ${source}`;
    const what = `${words}: as \`${state}\` says, else by the shortest way to the end.`;
    this.#functions.push(
      others.length === 0
        ? `function ${identifier}(): ${type} {\n  return ${quote(usual)};\n}`
        : `${toComment(what)}${signature}\n${tests}  return ${quote(usual)};\n}`,
    );
    return identifier;
  }
}

function allGraphs(graph: SkeletonGraph): SkeletonGraph[] {
  return [graph, ...graph.nodes.flatMap(({ inside }) => (inside === null ? [] : allGraphs(inside)))];
}

function allNodes(graph: SkeletonGraph): SkeletonNode[] {
  return allGraphs(graph).flatMap(({ nodes }) => nodes);
}

/** Steps from each node to the end, where there is a way. */
function distanceToEnd(graph: SkeletonGraph): Map<string, number> {
  const before = new Map<string, string[]>();
  const add = (source: string, target: string) => {
    const known = before.get(target);
    if (known === undefined) before.set(target, [source]);
    else known.push(source);
  };
  for (const { source, target } of graph.edges) add(source, target);
  for (const { source, branches } of graph.routers) for (const { target } of branches) add(source, target);
  const distance = new Map([[END, 0]]);
  const queue = [END];
  for (const node of queue) {
    for (const source of before.get(node) ?? []) {
      if (distance.has(source)) continue;
      distance.set(source, (distance.get(node) ?? 0) + 1);
      queue.push(source);
    }
  }
  return distance;
}

function toEnd(name: string): string {
  return name === START ? "START" : name === END ? "END" : quote(name);
}

const quote = (text: string) => JSON.stringify(text);

/** A key of an object literal. `__proto__: …` would not be a property. */
function toKey(name: string): string {
  if (name === "__proto__") return '["__proto__"]';
  return /^[\p{ID_Start}$_][\p{ID_Continue}$]*$/u.test(name) ? name : quote(name);
}

function toComment(text: string | null): string {
  return text === null ? "" : `/** ${text.replace(/\s+/g, " ").replaceAll("*/", "*\\/")} */\n`;
}

function withoutStrings(text: string): string {
  return text.replace(/"(?:[^"\\\n]|\\.)*"/g, '""').replace(/\/\*\*.*?\*\//g, "");
}
