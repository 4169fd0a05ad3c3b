import { isBag, isBuilder, isPregel, type Bag, type BuilderLike, type ConfigLike, type PregelLike } from "./langgraph";
import { WorkflowLoadError } from "./load-error";

/** What a file exports as its workflow. */
export type GraphExport =
  | { kind: "compiled"; graph: PregelLike }
  | { kind: "builder"; builder: BuilderLike }
  /** Called anew for every run, with the run's config. */
  | { kind: "factory"; make: (config: ConfigLike) => unknown };

export type NamedExport = { exportName: string; value: GraphExport };

const MAIN_NAMES = ["default", "graph"];
/** Exported functions are mostly nodes and helpers; these names say that one makes a graph. */
const FACTORY_NAME = /^(default|graph|agent|workflow|app|(make|create|build|get)\w*(Graph|Agent|Workflow))$/;

/** The compiled graph inside of what `createAgent` and its like return. */
function unwrap(value: unknown): unknown {
  if (!isBag(value) || isPregel(value) || isBuilder(value)) return value;
  const inner = value["graph"];
  return isPregel(inner) ? inner : value;
}

/** Tells what an export is, or null when it is no workflow. Promises must have been awaited. */
function classify(value: unknown, mayBeFactory: boolean): GraphExport | null {
  const graph = unwrap(value);
  if (isPregel(graph)) return { kind: "compiled", graph };
  if (isBuilder(graph)) return { kind: "builder", builder: graph };
  if (mayBeFactory && typeof graph === "function") return { kind: "factory", make: (config): unknown => Reflect.apply(graph, undefined, [config]) };
  return null;
}

/** The workflow under one name. Throws a `WorkflowLoadError` when there is none. */
export async function pickExport(module: Bag, exportName: string): Promise<NamedExport> {
  if (!(exportName in module)) {
    const names = Object.keys(module).join(", ");
    throw new WorkflowLoadError("ExportNotFound", `The file has no export "${exportName}". Its exports: ${names === "" ? "none" : names}.`);
  }
  const value = classify(await module[exportName], true);
  if (value === null) {
    throw new WorkflowLoadError(
      "NotAGraph",
      `The export "${exportName}" is no workflow: it is neither a StateGraph, a compiled graph, an entrypoint, nor a function that returns one.`,
    );
  }
  return { exportName, value };
}

/**
 * All workflows that a file exports, the main one first. A builder is left out when its compiled graph is exported too,
 * and functions count only when nothing else is a workflow. Throws `NoGraphExported` when there is none.
 */
export async function findExports(module: Bag): Promise<NamedExport[]> {
  const found: NamedExport[] = [];
  const seen = new Set<unknown>();
  for (const exportName of exportNames(module)) {
    const value = classify(await module[exportName], false);
    if (value === null) continue;
    const identity = value.kind === "compiled" ? value.graph : value.kind === "builder" ? value.builder : value.make;
    if (!seen.has(identity)) found.push({ exportName, value });
    seen.add(identity);
  }
  const builders = new Set(found.flatMap(({ value }) => (value.kind === "compiled" ? [value.graph.builder] : [])));
  const graphs = found.filter(({ value }) => value.kind !== "builder" || !builders.has(value.builder));
  if (graphs.length > 0) return graphs;
  for (const exportName of exportNames(module)) {
    const value = FACTORY_NAME.test(exportName) ? classify(module[exportName], true) : null;
    if (value !== null) return [{ exportName, value }];
  }
  const names = Object.keys(module).join(", ");
  throw new WorkflowLoadError("NoGraphExported", `The file exports no workflow. Its exports: ${names === "" ? "none" : names}.`);
}

function exportNames(module: Bag): string[] {
  const names = Object.keys(module).filter((name) => name !== "module.exports" && name !== "__esModule");
  return [...MAIN_NAMES.filter((name) => names.includes(name)), ...names.filter((name) => !MAIN_NAMES.includes(name))];
}

/** The id of a workflow that no `langgraph.json` names: the file's for the main or only one, else `<file>.<export>`. */
export function workflowId(fileId: string, exportName: string, count: number, index: number): string {
  return count === 1 || (index === 0 && MAIN_NAMES.includes(exportName)) ? fileId : `${fileId}.${exportName}`;
}

/** What a workflow runs with: always our checkpointer, and our store where it brings none. */
export type Surroundings = { checkpointer: unknown; store: unknown };

/**
 * The graph of an export, compiled with `checkpointer`. A compiled graph is copied, so that the checkpointer that the
 * workflow brought stays where the workflow's own code uses it. Throws what compiling or the factory throws.
 */
export async function instantiate(value: GraphExport, surroundings: Surroundings, config: ConfigLike): Promise<PregelLike> {
  switch (value.kind) {
    case "compiled":
      return withSurroundings(value.graph, surroundings);
    case "builder": {
      const graph = value.builder.compile(surroundings);
      if (!isPregel(graph)) throw new WorkflowLoadError("NotAGraph", "compile() did not return a graph.");
      return graph;
    }
    case "factory": {
      const made = classify(await value.make(config), false);
      if (made === null) throw new WorkflowLoadError("NotAGraph", "The function did not return a StateGraph, a compiled graph or an entrypoint.");
      return await instantiate(made, surroundings, config);
    }
  }
}

/** A shallow copy of a compiled graph with another checkpointer, and a store if it has none. */
function withSurroundings(graph: PregelLike, { checkpointer, store }: Surroundings): PregelLike {
  const parts = { checkpointer, store: hasOwnStore(graph) ? graph.store : store };
  const copy: unknown = Object.assign(Object.setPrototypeOf({}, Reflect.getPrototypeOf(graph)), graph, parts);
  if (!isPregel(copy)) throw new WorkflowLoadError("NotAGraph", "The graph could not be copied.");
  return copy;
}

/** True for a graph that was compiled with a store of its own. */
function hasOwnStore(graph: PregelLike): boolean {
  return graph.store !== undefined && graph.store !== null;
}
