import { existsSync } from "node:fs";
import { readFile, readdir } from "node:fs/promises";
import { basename, extname, join, relative, resolve } from "node:path";
import { parseEnv } from "node:util";
import { z } from "zod";
import type { LoadError } from "../schema/graph";

/** A file that should hold workflows. */
export type WorkflowFile = {
  /** Absolute. */
  path: string;
  /** Relative to the project folder, with forward slashes. */
  file: string;
  /** Which export is which workflow, or null to find out by looking at all exports. */
  named: { id: string; exportName: string | null }[] | null;
  /** What the workflows are called after when `named` is null. */
  id: string;
};

export type ProjectFailure = { graph_id: string; file: string; error: LoadError };

export type Project = {
  dir: string;
  files: WorkflowFile[];
  /** Environment variables that the project sets for its workflows. */
  env: Record<string, string>;
  failures: ProjectFailure[];
};

const CONFIG_FILE = "langgraph.json";
const EXTENSIONS = new Set([".ts", ".tsx", ".mts", ".cts", ".js", ".jsx", ".mjs", ".cjs"]);
const NO_WORKFLOW = /\.(d|test|spec|config|stories)\.[cm]?[jt]sx?$/;
const FOLDER_ENTRIES = ["index", "graph"];

const ConfigSchema = z.looseObject({
  graphs: z.record(z.string().min(1), z.union([z.string().min(1), z.looseObject({ path: z.string().min(1) })])),
  env: z.union([z.string(), z.array(z.string()), z.record(z.string(), z.coerce.string())]).optional(),
});

/** Path of `path` as the interface shows it: relative to the project folder, with forward slashes. */
export function projectPath(dir: string, path: string): string {
  return relative(dir, path).replaceAll("\\", "/");
}

/** Finds the project's workflow files: those that `langgraph.json` names, else those in `graphs/`. Loads none of them. */
export async function readProject(dir: string): Promise<Project> {
  const config = join(dir, CONFIG_FILE);
  if (existsSync(config)) return await readConfig(dir, config);
  return { dir, files: await readGraphsFolder(dir), env: {}, failures: [] };
}

function configFailure(message: string, hint: string): ProjectFailure {
  return {
    graph_id: CONFIG_FILE,
    file: CONFIG_FILE,
    error: { name: "InvalidConfig", message, stack: null, file: CONFIG_FILE, line: null, column: null, hint },
  };
}

async function readConfig(dir: string, path: string): Promise<Project> {
  const empty: Project = { dir, files: [], env: {}, failures: [] };
  let json: unknown;
  try {
    json = JSON.parse(await readFile(path, "utf8"));
  } catch (error) {
    const message = `${CONFIG_FILE} is not valid JSON: ${error instanceof Error ? error.message : String(error)}`;
    return { ...empty, failures: [configFailure(message, `Correct ${CONFIG_FILE}.`)] };
  }
  const parsed = ConfigSchema.safeParse(json);
  if (!parsed.success) {
    const message = `${CONFIG_FILE} has the wrong shape: ${z.prettifyError(parsed.error)}`;
    return { ...empty, failures: [configFailure(message, 'It needs {"graphs": {"<id>": "./path/to/file.ts:exportName"}}.')] };
  }
  const { env, failures } = await readEnv(dir, parsed.data.env);
  return { dir, files: namedFiles(dir, parsed.data.graphs), env, failures };
}

function namedFiles(dir: string, graphs: z.infer<typeof ConfigSchema>["graphs"]): WorkflowFile[] {
  const files = new Map<string, WorkflowFile>();
  for (const [id, value] of Object.entries(graphs)) {
    const text = typeof value === "string" ? value : value.path;
    // A colon right after a drive letter belongs to the path.
    const colon = text.lastIndexOf(":");
    const hasExport = colon > 1;
    const path = resolve(dir, hasExport ? text.slice(0, colon) : text);
    const exportName = hasExport ? text.slice(colon + 1) : null;
    const file = files.get(path) ?? { path, file: projectPath(dir, path), named: [], id };
    file.named?.push({ id, exportName });
    files.set(path, file);
  }
  return [...files.values()];
}

async function readEnv(dir: string, env: z.infer<typeof ConfigSchema>["env"]): Promise<{ env: Record<string, string>; failures: ProjectFailure[] }> {
  if (env === undefined || Array.isArray(env)) return { env: {}, failures: [] };
  if (typeof env === "object") return { env, failures: [] };
  try {
    const parsed = parseEnv(await readFile(resolve(dir, env), "utf8"));
    return { env: Object.fromEntries(Object.entries(parsed).flatMap(([key, value]) => (value === undefined ? [] : [[key, value]]))), failures: [] };
  } catch (error) {
    const message = `Cannot read the environment file ${env}: ${error instanceof Error ? error.message : String(error)}`;
    return { env: {}, failures: [configFailure(message, `Create ${env}, or correct "env" in ${CONFIG_FILE}.`)] };
  }
}

async function readGraphsFolder(dir: string): Promise<WorkflowFile[]> {
  const folder = join(dir, "graphs");
  if (!existsSync(folder)) return [];
  const files: WorkflowFile[] = [];
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    if (entry.name.startsWith(".") || entry.name === "node_modules") continue;
    if (entry.isDirectory()) {
      const path = await folderEntry(join(folder, entry.name));
      if (path !== null) files.push({ path, file: projectPath(dir, path), named: null, id: entry.name });
    } else if (EXTENSIONS.has(extname(entry.name)) && !NO_WORKFLOW.test(entry.name)) {
      const path = join(folder, entry.name);
      files.push({ path, file: projectPath(dir, path), named: null, id: basename(entry.name, extname(entry.name)) });
    }
  }
  return files.sort((a, b) => a.id.localeCompare(b.id));
}

/** `index` or `graph` of a folder under `graphs/`; the folder's other files are its own business. */
async function folderEntry(folder: string): Promise<string | null> {
  const names = await readdir(folder);
  for (const stem of FOLDER_ENTRIES) {
    const name = names.find((candidate) => EXTENSIONS.has(extname(candidate)) && basename(candidate, extname(candidate)) === stem);
    if (name !== undefined) return join(folder, name);
  }
  return null;
}
