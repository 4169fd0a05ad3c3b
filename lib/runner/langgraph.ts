import { existsSync, realpathSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import { z } from "zod";

/** A value whose properties may be read. Functions count: LangGraph accepts them as nodes. */
export type Bag = Record<string, unknown>;

export function isBag(value: unknown): value is Bag {
  return (typeof value === "object" && value !== null) || typeof value === "function";
}

/** The value as a list, empty for anything else. */
export function asList(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

/** A node of a compiled graph, as far as Retrograph reads it. */
export type PregelNodeLike = {
  bound?: unknown;
  triggers?: string[];
  metadata?: Bag;
  subgraphs?: unknown[];
  ends?: string[];
  isErrorHandler?: boolean;
  /** What follows the node: writes of its result to the channels, and its outgoing edges. */
  getWriters?(): unknown[];
};

export type ConfigLike = { configurable?: Bag } & Bag;

export type SnapshotLike = { values: unknown; next: string[]; config: ConfigLike; tasks: { id: string; name: string; path?: unknown[] }[] };

export type UpdateLike = { values?: unknown; asNode?: string };

/** A compiled graph or an entrypoint, whichever copy of LangGraph made it. */
export type PregelLike = {
  lg_is_pregel: true;
  name?: string;
  description?: string;
  nodes: Record<string, PregelNodeLike>;
  channels: Record<string, unknown>;
  inputChannels: string | string[];
  outputChannels: string | string[];
  interruptBefore?: string[] | "*";
  interruptAfter?: string[] | "*";
  checkpointer?: unknown;
  store?: unknown;
  builder?: unknown;
  stream(input: unknown, config: Bag): Promise<AsyncIterable<unknown>>;
  streamEvents(input: unknown, config: Bag): AsyncIterable<unknown>;
  getState(config: ConfigLike): Promise<SnapshotLike>;
  bulkUpdateState(config: ConfigLike, supersteps: { updates: UpdateLike[] }[]): Promise<ConfigLike>;
  getGraphAsync(config: { xray?: boolean | number }): Promise<{ toJSON(): unknown }>;
};

/** What a `StateGraph` remembers of one node. */
export type BuilderNode = {
  runnable: unknown;
  metadata?: Bag;
  ends?: string[];
  defer?: boolean;
  subgraphs?: unknown[];
  isErrorHandler?: boolean;
  errorHandlerNode?: string;
};

/** A conditional edge: the router, and where its answers lead (`undefined`: the answer is the target). */
export type BuilderBranch = { path: unknown; ends?: Record<string, string> };

/** A `StateGraph` before it is compiled, whichever copy of LangGraph made it. */
export type BuilderLike = {
  nodes: Record<string, BuilderNode>;
  edges: Set<[string, string]>;
  waitingEdges?: Set<[string[], string]>;
  branches: Record<string, Record<string, BuilderBranch>>;
  compile(options: { checkpointer: unknown; store?: unknown }): unknown;
} & Bag;

/** Tells a compiled graph by its shape: an `instanceof` fails across copies of the library. */
export function isPregel(value: unknown): value is PregelLike {
  return isBag(value) && value["lg_is_pregel"] === true && typeof value["stream"] === "function" && isBag(value["nodes"]) && isBag(value["channels"]);
}

/** Tells a `StateGraph` by its shape. */
export function isBuilder(value: unknown): value is BuilderLike {
  return (
    isBag(value) &&
    typeof value["compile"] === "function" &&
    isBag(value["nodes"]) &&
    value["edges"] instanceof Set &&
    isBag(value["branches"]) &&
    value["lg_is_pregel"] !== true
  );
}

/** The compiled graph that a node runs: itself, a step of its sequence, or the first of its declared subgraphs. */
export function subgraphOf(node: { runnable?: unknown; bound?: unknown; subgraphs?: unknown[] }): PregelLike | null {
  const queue: unknown[] = [...(node.subgraphs ?? []), node.runnable, node.bound];
  for (const candidate of queue) {
    if (isPregel(candidate)) return candidate;
    if (isBag(candidate)) queue.push(...asList(candidate["steps"]));
  }
  return null;
}

type CommandFields = { resume?: unknown; update?: unknown; goto?: unknown };

/** What Retrograph itself needs of the project's copy of LangGraph. */
export type LangGraph = {
  version: string;
  /** Folder of the package. */
  root: string;
  createCommand(fields: CommandFields): unknown;
  createSend(node: string, input: unknown): unknown;
};

type Constructor = new (...args: unknown[]) => object;
const isConstructor = (value: unknown): value is Constructor => typeof value === "function";
const LangGraphModuleSchema = z.object({ Command: z.custom<Constructor>(isConstructor), Send: z.custom<Constructor>(isConstructor) });
const ConditionSchema = z.union([z.string(), z.object({ default: z.string() })]);
const PackageSchema = z.object({
  version: z.string(),
  main: z.string().default("index.js"),
  exports: z.record(z.string(), z.union([z.string(), z.object({ import: ConditionSchema.optional() })])).default({}),
});

/** Folder of a package as Node finds it from `from`, or null. */
export function findPackage(name: string, from: string): string | null {
  for (let dir = from; ; dir = dirname(dir)) {
    const candidate = join(dir, "node_modules", name);
    if (existsSync(join(candidate, "package.json"))) return candidate;
    if (dirname(dir) === dir) return null;
  }
}

/** Imports the module that `import "<package>/<subpath>"` gives, from the package in `root`. `subpath` is `"."` or `"./…"`. */
export async function importFrom(root: string, subpath: string): Promise<unknown> {
  const manifest = PackageSchema.parse(JSON.parse(await readFile(join(root, "package.json"), "utf8")));
  const entry = manifest.exports[subpath];
  const condition = typeof entry === "object" ? entry.import : entry;
  const path = typeof condition === "object" ? condition.default : (condition ?? (subpath === "." ? manifest.main : subpath));
  return await import(pathToFileURL(join(root, path)).href);
}

/** A module of the package in `root` as CommonJS code has loaded it, undefined when none did. Node knows it by its real path. */
export function loadedCommonJs(root: string, path: string): unknown {
  return createRequire(import.meta.url).cache[join(realpathSync(root), path)]?.exports;
}

/**
 * The copy of LangGraph that the project's workflows import, or Retrograph's own for a project without one.
 * Throws when neither is installed.
 */
export async function loadLangGraph(projectDir: string): Promise<LangGraph> {
  const root = findPackage("@langchain/langgraph", projectDir) ?? findPackage("@langchain/langgraph", import.meta.dirname);
  if (root === null) throw new Error(`@langchain/langgraph is not installed. Run npm install in ${projectDir}.`);
  const { Command, Send } = LangGraphModuleSchema.parse(await importFrom(root, "."));
  const { version } = PackageSchema.parse(JSON.parse(await readFile(join(root, "package.json"), "utf8")));
  return {
    version,
    root,
    createCommand: (fields) => new Command(fields),
    createSend: (node, input) => new Send(node, input),
  };
}
