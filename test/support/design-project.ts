import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";

const ROOT = resolve(import.meta.dirname, "../..");

/** A project of its own on disk, whose files a test may change. */
export type DesignProject = {
  dir: string;
  read(file: string): string;
  write(file: string, text: string): void;
  remove(): void;
};

/** Makes a project of texts by file name, in which LangGraph can be imported. */
export function makeProject(files: Record<string, string>): DesignProject {
  const dir = mkdtempSync(join(tmpdir(), "retrograph-design-"));
  symlinkSync(join(ROOT, "node_modules"), join(dir, "node_modules"));
  writeFileSync(join(dir, "package.json"), `${JSON.stringify({ name: "project", private: true, type: "module" }, null, 2)}\n`);
  const write = (file: string, text: string) => {
    mkdirSync(dirname(join(dir, file)), { recursive: true });
    writeFileSync(join(dir, file), text);
  };
  for (const [file, text] of Object.entries(files)) write(file, text);
  return { dir, write, read: (file) => readFileSync(join(dir, file), "utf8"), remove: () => rmSync(dir, { recursive: true, force: true }) };
}

/** A small workflow in the usual form: two nodes, one after the other. */
export const PAIR = `import { END, START, StateGraph, StateSchema } from "@langchain/langgraph";
import { z } from "zod";

const State = new StateSchema({
  topic: z.string(),
  draft: z.string().default(""),
});

/** Writes a first draft. */
async function write(state: typeof State.State) {
  return { draft: \`About \${state.topic}\` };
}

/** Makes it shorter. */
async function shorten(state: typeof State.State) {
  return { draft: state.draft.slice(0, 100) };
}

export const graph = new StateGraph(State)
  .addNode("write", write)
  .addNode("shorten", shorten)
  .addEdge(START, "write")
  .addEdge("write", "shorten")
  .addEdge("shorten", END)
  .compile();
`;
