import { readFileSync } from "node:fs";
import { basename } from "node:path";
import type { LoadError } from "../schema/graph";
import { isBag } from "./langgraph";
import { projectPath } from "./project";
import { cleanStack, findPlace, type Place } from "./stack";

const HINTS: Record<string, string> = {
  TransformError: "Correct the syntax at this place.",
  SyntaxError: "Correct the syntax at this place, or the name of the import.",
  ERR_MODULE_NOT_FOUND: "Check the path of the import, or install the package that is missing.",
  MODULE_NOT_FOUND: "Check the path of the import, or install the package that is missing.",
  UnreachableNodeError: 'Add an edge that leads to the node, or name it in the "ends" of the node whose Command goes there.',
  NoGraphExported: "Export the graph: `export const graph = new StateGraph(…)…`, compiled or not.",
  ExportNotFound: "Export the graph under this name, or correct the name in langgraph.json.",
  FileNotFound: "Create the file, or correct its path in langgraph.json.",
  NotAGraph: "Export a StateGraph, compiled or not, an entrypoint, or a function that returns one.",
  LoadTimeout: "Move what waits at the top level of the file into a node.",
  LoadAborted: "Move what the top level of the file does into a node.",
};

const FALLBACK_HINT = "The code at the top level of the file threw: correct it, or move it into a node.";

/** An error of Retrograph itself about a workflow file, with a name that has a hint. */
export class WorkflowLoadError extends Error {
  constructor(name: "NoGraphExported" | "ExportNotFound" | "LoadTimeout" | "LoadAborted" | "NotAGraph" | "FileNotFound", message: string) {
    super(message);
    this.name = name;
  }
}

/** The compiler reports all its errors in one message; the first is the one to correct. */
function splitTransformError(message: string): { place: string; text: string } | null {
  const line = message.split("\n").find((candidate) => candidate.includes(": ERROR: "));
  if (line === undefined) return null;
  const at = line.indexOf(": ERROR: ");
  return { place: line.slice(0, at), text: line.slice(at + ": ERROR: ".length) };
}

/** What a person is told about a workflow that does not load. `file` is relative to the project folder. */
export function toLoadError(projectDir: string, file: string, thrown: unknown): LoadError {
  const error = thrown instanceof Error ? thrown : new Error(`The file threw ${typeof thrown}: ${String(thrown)}`);
  const code = isBag(error) && typeof error["code"] === "string" ? error["code"] : "";
  const transform = error.name === "TransformError" ? splitTransformError(error.message) : null;
  if (transform !== null) {
    const place = findPlace(projectDir, transform.place);
    return {
      name: "SyntaxError",
      message: transform.text,
      stack: null,
      file: place?.file ?? file,
      line: place?.line ?? null,
      // The compiler counts columns from 0.
      column: place === null || place.column === null ? null : place.column + 1,
      hint: HINTS["TransformError"] ?? null,
    };
  }
  const own = error instanceof WorkflowLoadError;
  const place = own ? null : (findPlace(projectDir, error.stack ?? "") ?? missingImport(projectDir, code, error.message));
  const stack = own ? null : cleanStack(projectDir, error);
  return {
    name: code.endsWith("MODULE_NOT_FOUND") ? "ModuleNotFound" : error.name,
    message: shorten(projectDir, error.message),
    stack: stack === null ? null : shorten(projectDir, stack),
    file: place?.file ?? file,
    line: place?.line ?? null,
    column: place?.column ?? null,
    hint: HINTS[code] ?? HINTS[error.name] ?? FALLBACK_HINT,
  };
}

/** Paths relative to the project, and without the web address that LangGraph appends to its messages. */
function shorten(projectDir: string, text: string): string {
  return (text.split("\n\nTroubleshooting URL:")[0] ?? text).replaceAll(`${projectDir}/`, "");
}

/** Node says which file imports a module that is missing, but not where: the line that names it is looked up. */
function missingImport(projectDir: string, code: string, message: string): Place | null {
  const [missing, importer] = [/Cannot find (?:module|package) '([^']+)'/.exec(message)?.[1], /imported from (\S+)/.exec(message)?.[1]];
  if (!code.endsWith("MODULE_NOT_FOUND") || missing === undefined || importer === undefined) return null;
  try {
    const lines = readFileSync(importer, "utf8").split("\n");
    const named = new RegExp(`["'/]${basename(missing).replaceAll(/[^\\w-]/g, ".")}["']`);
    const line = lines.findIndex((text) => named.test(text));
    const file = projectPath(projectDir, importer);
    return line === -1 || file.startsWith("..") ? null : { file, line: line + 1, column: null };
  } catch {
    return null;
  }
}
