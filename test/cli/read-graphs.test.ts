import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { runGraphRead } from "../../lib/cli/read-graphs";

function projectWith(files: Record<string, string>): string {
  const folder = mkdtempSync(join(tmpdir(), "retrograph-read-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  for (const [file, text] of Object.entries(files)) {
    mkdirSync(join(folder, file, ".."), { recursive: true });
    writeFileSync(join(folder, file), text);
  }
  return folder;
}

function read(...files: string[]): { code: number; lines: unknown[] } {
  const lines: unknown[] = [];
  const code = runGraphRead(files, (line) => lines.push(JSON.parse(line)));
  return { code, lines };
}

const FLOW = `import { Annotation, Command, END, START, StateGraph } from "@langchain/langgraph";
import { State } from "@/state";
import { route } from "./route";
export const graph = new StateGraph(State)
  .addNode("ask", (state) => new Command({ goto: state.topic ? "work" : END }))
  .addNode("hand", () => ({}), { ends: ["ask", "work"] })
  .addNode("work", () => ({}))
  .addEdge(START, "ask")
  .addEdge(START, "ask")
  .addConditionalEdges("work", route, { again: "ask", done: END })
  .addConditionalEdges("work", (state) => state.topic);
`;

describe("graph:read", () => {
  it("follows imports into the packages that stand beside a file's own", () => {
    const folder = projectWith({
      "package.json": `{ "workspaces": ["packages/*"] }`,
      "packages/agent/package.json": "{}",
      "packages/agent/tsconfig.json": `{ "compilerOptions": { "paths": { "@shared/*": ["../shared/src/*"] } } }`,
      "packages/shared/src/names.ts": `export enum Nodes { Plan = "plan" }`,
      "packages/shared/src/state.ts": `import { Annotation } from "@langchain/langgraph";\nexport const State = Annotation.Root({ topic: Annotation<string> });`,
      "packages/agent/lib/steps.ts": `export const STEPS = ["work"];`,
      "packages/agent/lib/graphs/flow.ts": `import { StateGraph } from "@langchain/langgraph";
import { Nodes } from "@shared/names";
import { State } from "../../../shared/src/state";
import { STEPS } from "@/lib/steps";
export const graph = new StateGraph(State).addNode(Nodes.Plan, () => ({}));
for (const step of STEPS) graph.addNode(step, () => ({}));
`,
    });
    const { lines } = read(join(folder, "packages/agent/lib/graphs/flow.ts"));
    expect(lines).toMatchObject([
      { graphs: [{ nodes: [{ name: "plan" }, { name: "work" }], channels: [{ name: "topic", reducer: false }], locked: [] }] },
    ]);
  });

  it("prints one line per file, with names and lines alone", () => {
    const folder = projectWith({
      "package.json": "{}",
      "tsconfig.json": `{ "compilerOptions": { "paths": { "@/*": ["./src/*"] } } }`,
      "src/state.ts": `import { Annotation } from "@langchain/langgraph";\nexport const State = Annotation.Root({ topic: Annotation<string>, notes: Annotation<string[]>({ reducer: (a, b) => b }) });`,
      "src/graphs/route.ts": `export const route = () => "again";`,
      "src/graphs/flow.ts": FLOW,
      "src/broken.ts": `const x = ;\n`,
    });
    const flow = join(folder, "src/graphs/flow.ts");
    const broken = join(folder, "src/broken.ts");
    const { code, lines } = read(flow, broken);
    expect(code).toBe(0);
    expect(lines).toEqual([
      {
        file: flow,
        graphs: [
          {
            name: "graph",
            nodes: [
              { name: "ask", line: 5 },
              { name: "hand", line: 6 },
              { name: "work", line: 7 },
            ],
            edges: [{ source: "__start__", target: "ask" }],
            conditional: [
              { source: "work", targets: ["ask", "__end__"], labels: ["again", "done"] },
              { source: "work", targets: null, labels: [] },
              { source: "ask", targets: ["work", "__end__"], labels: ["work", "__end__"] },
              { source: "hand", targets: ["ask", "work"], labels: ["ask", "work"] },
            ],
            channels: [
              { name: "topic", reducer: false },
              { name: "notes", reducer: true },
            ],
            locked: [],
          },
        ],
        errors: [],
      },
      { file: broken, graphs: [], errors: [{ message: "Expression expected.", line: 1 }] },
    ]);
  });

  it("fails for a file that is not there, and says so", () => {
    const { code, lines } = read("/nowhere/flow.ts");
    expect(code).toBe(1);
    expect(lines).toEqual([{ file: "/nowhere/flow.ts", graphs: [], errors: [{ message: "The file is not there", line: 1 }] }]);
  });

  it("reads a file that belongs to no project by itself", () => {
    const folder = projectWith({ "flow.mts": FLOW });
    const { lines } = read(join(folder, "flow.mts"));
    expect(lines).toMatchObject([
      { graphs: [{ nodes: [{ name: "ask" }, { name: "hand" }, { name: "work" }], channels: [], locked: [{ line: 4 }] }] },
    ]);
  });

  it("takes a path from where npm was called", () => {
    const folder = projectWith({ "package.json": "{}", "graphs/flow.ts": FLOW });
    vi.stubEnv("INIT_CWD", join(folder, "graphs"));
    onTestFinished(() => void vi.unstubAllEnvs());
    const { code, lines } = read("flow.ts");
    expect(code).toBe(0);
    expect(lines).toMatchObject([{ file: "flow.ts", graphs: [{ name: "graph" }] }]);
  });
});
