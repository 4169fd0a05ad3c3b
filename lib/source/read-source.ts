import { createHash } from "node:crypto";
import { syntaxErrors } from "./ast";
import { createEvaluator } from "./evaluate/evaluator";
import type { SourceHost } from "./host";
import { Modules } from "./modules";
import { readAgent } from "./read/agents";
import { readEntrypoint } from "./read/entrypoints";
import { readGraph } from "./read/graph";
import { findRoots, type Root } from "./read/roots";
import type { Evaluator } from "./evaluate/values";
import type { SourceGraph, SourceModel } from "../schema/source";

/**
 * What a file says about its workflows, without running it; imports are followed among the files that `host` has.
 * Never throws: what cannot be read is in `errors`, or locked in its graph.
 */
export function readSource(host: SourceHost, file: string): SourceModel {
  const text = host.read(file);
  const model: SourceModel = { file, hash: hashOf(text ?? ""), graphs: [], errors: [], files: [] };
  const place = { file, start: 0, end: 0, line: 1, column: 1 };
  if (text === null) return { ...model, errors: [{ message: "The file is not there", place }] };
  const modules = new Modules(host);
  const sourceFile = modules.sourceFile(file);
  if (sourceFile === null) return { ...model, errors: [{ message: "The file is too large or nested too deeply to be read", place }] };
  const evaluator = createEvaluator(modules);
  model.errors = syntaxErrors(sourceFile);
  try {
    for (const root of findRoots(sourceFile, evaluator)) model.graphs.push(readRoot(root, evaluator));
  } catch (error) {
    // Nesting that is deeper than the stack; whatever was read before stands.
    model.errors.push({ message: error instanceof RangeError ? "The file is nested too deeply to be read" : String(error), place });
  }
  return { ...model, files: modules.files.filter((other) => other !== file) };
}

function readRoot(root: Root, evaluator: Evaluator): SourceGraph {
  if (root.api === "entrypoint") return readEntrypoint(root, evaluator);
  return root.api === "agent" ? readAgent(root, evaluator) : readGraph(root, evaluator);
}

function hashOf(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}
