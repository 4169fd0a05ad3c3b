import type { LoadError } from "../schema/graph";
import { isBag } from "./langgraph";
import { cleanStack, findPlace } from "./stack";

const HINTS: Record<string, string> = {
  TransformError: "Correct the syntax at this place.",
  SyntaxError: "Correct the syntax at this place, or the name of the import.",
  ERR_MODULE_NOT_FOUND: "Check the path of the import, or install the package that is missing.",
  MODULE_NOT_FOUND: "Check the path of the import, or install the package that is missing.",
  UnreachableNodeError: 'Add an edge that leads to the node, or name it in the "ends" of the node whose Command goes there.',
  NoGraphExported: "Export the graph: `export const graph = new StateGraph(…)…`, compiled or not.",
  ExportNotFound: "Export the graph under this name, or correct the name in langgraph.json.",
  LoadTimeout: "Move what waits at the top level of the file into a node.",
};

const FALLBACK_HINT = "The code at the top level of the file threw: correct it, or move it into a node.";

/** An error of Retrograph itself about a workflow file, with a name that has a hint. */
export class WorkflowLoadError extends Error {
  constructor(name: "NoGraphExported" | "ExportNotFound" | "LoadTimeout" | "NotAGraph", message: string) {
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
  const place = own ? null : findPlace(projectDir, error.stack ?? "");
  return {
    name: error.name,
    message: error.message.split("\n\nTroubleshooting URL:")[0] ?? error.message,
    stack: own ? null : cleanStack(projectDir, error),
    file: place?.file ?? file,
    line: place?.line ?? null,
    column: place?.column ?? null,
    hint: HINTS[code] ?? HINTS[error.name] ?? FALLBACK_HINT,
  };
}
