import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import type { StateGraph } from "@langchain/langgraph";
import { onTestFinished } from "vitest";

/** Loads a workflow's text as its own module, as the runner would, and gives what it exports as `graph`. */
export async function loadGraph(text: string): Promise<StateGraph<unknown>> {
  const folder = mkdtempSync(join(tmpdir(), "retrograph-import-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  symlinkSync(resolve("node_modules"), join(folder, "node_modules"));
  const file = join(folder, "workflow.ts");
  writeFileSync(file, text);
  const module: { graph: StateGraph<unknown> } = await import(/* @vite-ignore */ pathToFileURL(file).href);
  return module.graph;
}
