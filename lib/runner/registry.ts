import { createHash } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";
import type { BaseCheckpointSaver, BaseStore } from "@langchain/langgraph-checkpoint";
import { RetrographError } from "../errors";
import type { GraphDescription, Workflow } from "../schema/graph";
import { describeWorkflow } from "./describe";
import { loadSchemaReaders } from "./describe-schemas";
import { FunctionLocator } from "./function-places";
import { findExports, instantiate, pickExport, workflowId, type GraphExport, type NamedExport } from "./graph-exports";
import { isBag, type Bag, type ConfigLike, type LangGraph, type PregelLike } from "./langgraph";
import { WorkflowLoadError, toLoadError } from "./load-error";
import type { Project, WorkflowFile } from "./project";
import { Sources } from "./source-text";

/** One workflow of a file, and how to get at it. */
type Subject = { id: string; isMain: boolean; pick: () => Promise<NamedExport> };
type Loaded = { value: GraphExport; graph: PregelLike; description: GraphDescription };

export type RegistryOptions = {
  project: Project;
  langgraph: LangGraph;
  saver: BaseCheckpointSaver;
  /** Long-term memory for the workflows that bring none of their own. */
  memory: BaseStore;
  /** Files that an earlier process could not get past, with the reason. */
  skip: ReadonlyMap<string, string>;
  /** A file whose top level has not come to its end after this long counts as failed, in milliseconds. */
  importMs: number;
  /** Called before each file is imported; the process may never come back from it. */
  onImport: (file: string) => Promise<void>;
};

/** The project's workflows, loaded once; a changed file needs a new process. */
export class Registry {
  readonly #options: RegistryOptions;
  readonly #loaded = new Map<string, Loaded>();
  #workflows: Workflow[] = [];
  #files: string[] = [];
  readonly #hashes: Record<string, string> = {};

  constructor(options: RegistryOptions) {
    this.#options = options;
  }

  /** Imports, compiles and describes every workflow. One that fails is kept with its error and stops no other. */
  async load(): Promise<void> {
    const { project, langgraph } = this.#options;
    const readers = await loadSchemaReaders(langgraph);
    const locator = new FunctionLocator();
    try {
      const workflows: Workflow[] = project.failures.map((failure) => ({ status: "failed", ...failure }));
      const context = { locator, sources: new Sources(project.dir), readers };
      for (const file of project.files) workflows.push(...(await this.#loadFile(file, context)));
      this.#workflows = workflows;
      this.#files = this.#projectFiles(locator);
    } finally {
      locator.close();
    }
  }

  workflows(): Workflow[] {
    return this.#workflows;
  }

  /** Absolute paths of the project's own files that were loaded, and of those that should have been. */
  files(): string[] {
    return this.#files;
  }

  /** SHA-256 of the workflow files' texts, read just before each was imported, by path relative to the project. */
  hashes(): Record<string, string> {
    return this.#hashes;
  }

  /** The loaded workflow. Throws `graph_not_found` or, for one that does not load, `graph_failed`. */
  find(graphId: string): { description: GraphDescription } {
    const loaded = this.#loaded.get(graphId);
    if (loaded !== undefined) return loaded;
    const failed = this.#workflows.find((workflow) => workflow.graph_id === graphId);
    if (failed?.status === "failed") {
      throw new RetrographError("graph_failed", `The workflow "${graphId}" does not load: ${failed.error.message}`, failed.error);
    }
    throw new RetrographError("graph_not_found", `There is no workflow "${graphId}" in this project.`, { graph_id: graphId });
  }

  /** The workflow's graph with the project's checkpointer; a workflow that is a function is called with `config`. */
  async graph(graphId: string, config: ConfigLike, checkpointer: unknown = this.#options.saver): Promise<PregelLike> {
    this.find(graphId);
    const loaded = this.#loaded.get(graphId);
    if (loaded === undefined) throw new RetrographError("graph_not_found", `There is no workflow "${graphId}" in this project.`);
    if (loaded.value.kind === "factory" || checkpointer !== this.#options.saver)
      return await instantiate(loaded.value, { checkpointer, store: this.#options.memory }, config);
    return loaded.graph;
  }

  async #loadFile(file: WorkflowFile, context: Parameters<typeof describeWorkflow>[1]): Promise<Workflow[]> {
    const fail = (graphId: string, error: unknown): Workflow => ({
      status: "failed",
      graph_id: graphId,
      file: file.file,
      error: toLoadError(this.#options.project.dir, file.file, error),
    });
    let module: Bag;
    try {
      module = await this.#import(file);
    } catch (error) {
      return (file.named?.map(({ id }) => id) ?? [file.id]).map((id) => fail(id, error));
    }
    const workflows: Workflow[] = [];
    let subjects: Subject[];
    try {
      subjects = await this.#subjects(file, module);
    } catch (error) {
      return [fail(file.id, error)];
    }
    for (const { id, isMain, pick } of subjects) {
      try {
        const { value } = await pick();
        const graph = await instantiate(value, { checkpointer: this.#options.saver, store: this.#options.memory }, { configurable: {} });
        const described = describeWorkflow({ graphId: id, graph, module, isMain, path: file.path, file: file.file }, context);
        const description = graph.store === this.#options.memory ? described : { ...described, own_store: true };
        this.#loaded.set(id, { value, graph, description });
        workflows.push({ status: "loaded", graph_id: id, file: file.file, description });
      } catch (error) {
        workflows.push(fail(id, error));
      }
    }
    return workflows;
  }

  /** Which workflows a file has, by `langgraph.json` or by its exports. */
  async #subjects(file: WorkflowFile, module: Bag): Promise<Subject[]> {
    if (file.named !== null) {
      const count = file.named.length;
      return file.named.map(({ id, exportName }) => ({
        id,
        isMain: count === 1,
        pick: async () => {
          if (exportName !== null) return await pickExport(module, exportName);
          const [first] = await findExports(module);
          if (first === undefined) throw new WorkflowLoadError("NoGraphExported", "The file exports no workflow.");
          return first;
        },
      }));
    }
    const found = await findExports(module);
    return found.map((named, index) => {
      const id = workflowId(file.id, named.exportName, found.length, index);
      return { id, isMain: id === file.id, pick: () => Promise.resolve(named) };
    });
  }

  async #import(file: WorkflowFile): Promise<Bag> {
    if (existsSync(file.path)) this.#hashes[file.file] = createHash("sha256").update(readFileSync(file.path, "utf8")).digest("hex");
    const skipped = this.#options.skip.get(file.path);
    if (skipped !== undefined) throw new WorkflowLoadError("LoadAborted", skipped);
    if (!existsSync(file.path)) throw new WorkflowLoadError("FileNotFound", `The file ${file.file} does not exist.`);
    await this.#options.onImport(file.path);
    const { importMs } = this.#options;
    let timer: NodeJS.Timeout | undefined;
    const timeout = new Promise<never>((_, reject) => {
      const message = `The file did not finish loading within ${importMs / 1000} seconds: its top level waits for something.`;
      timer = setTimeout(() => reject(new WorkflowLoadError("LoadTimeout", message)), importMs);
    });
    try {
      const module: unknown = await Promise.race([import(pathToFileURL(file.path).href), timeout]);
      return exportsOf(module);
    } finally {
      clearTimeout(timer);
    }
  }

  #projectFiles(locator: FunctionLocator): string[] {
    const { project } = this.#options;
    const own = locator.loadedFiles().filter((path) => path.startsWith(`${project.dir}/`) && !path.includes("/node_modules/"));
    return [...new Set([...project.files.map(({ path }) => path), ...own])].sort();
  }
}

/** A CommonJS module hides its exports in `default`. */
function exportsOf(module: unknown): Bag {
  if (!isBag(module)) return {};
  const inner = module["default"];
  return isBag(inner) && inner["__esModule"] === true ? { ...module, ...inner } : module;
}
