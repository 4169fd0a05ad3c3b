import { afterEach, describe, expect, it } from "vitest";
import { RunnerHarness, lastValues } from "./harness";

let runner: RunnerHarness;
afterEach(() => runner.close());

async function errorOf(id: string) {
  const workflow = await runner.workflow(id);
  if (workflow.status !== "failed") throw new Error(`${id} loaded`);
  return workflow.error;
}

describe("loading a project", () => {
  it("keeps a workflow that does not load with its error, and runs the others", async () => {
    runner = new RunnerHarness("broken");
    expect(await errorOf("syntax")).toMatchObject({ name: "SyntaxError", message: 'Unexpected "="', file: "graphs/syntax.ts", line: 3, column: 15 });
    const thrown = await errorOf("throws");
    expect(thrown).toMatchObject({ name: "RangeError", message: "Cannot build the workflow", file: "graphs/throws.ts", line: 6, column: 9 });
    expect(thrown.stack).toContain("at build (graphs/throws.ts:6:9)");
    expect(thrown.stack).not.toContain("node_modules");
    expect(await errorOf("nothing")).toMatchObject({ name: "NoGraphExported", message: "The file exports no workflow. Its exports: answer." });
    expect(await errorOf("unreachable")).toMatchObject({ name: "UnreachableNodeError", file: "graphs/unreachable.ts" });
    expect(await errorOf("import-missing")).toMatchObject({ name: "ModuleNotFound", file: "graphs/import-missing.ts", line: 1 });
    expect(await errorOf("import-name")).toMatchObject({ name: "SyntaxError", file: "graphs/import-name.ts", line: 1 });
    for (const id of ["syntax", "throws", "nothing", "unreachable", "import-missing", "import-name"]) expect((await errorOf(id)).hint).not.toBeNull();
    const { run } = await runner.run("good");
    expect(run.state.status).toBe("success");
    const failed = await runner.run("syntax");
    expect(failed.run.state).toMatchObject({ status: "error", error: { name: "graph_failed" } });
  });

  it("leaves helpers in folders without an entry alone", async () => {
    runner = new RunnerHarness("broken");
    expect((await runner.ready).workflows.some(({ graph_id }) => graph_id.startsWith("folder"))).toBe(false);
  });

  it("reads langgraph.json: names, exports and environment", async () => {
    runner = new RunnerHarness("config");
    expect((await runner.ready).workflows.map(({ graph_id, status }) => `${graph_id} ${status}`).sort()).toEqual([
      "absent failed",
      "bye loaded",
      "hello loaded",
      "missing failed",
    ]);
    expect(await errorOf("missing")).toMatchObject({ name: "ExportNotFound" });
    expect(await errorOf("absent")).toMatchObject({ name: "FileNotFound", message: "The file flows/absent.ts does not exist." });
    expect(lastValues((await runner.run("hello")).events)).toEqual({ text: "Good day" });
    expect(lastValues((await runner.run("bye")).events)).toEqual({ text: "Bye" });
  });

  it("loads a CommonJS project", async () => {
    runner = new RunnerHarness("commonjs");
    expect((await runner.run("good")).run.state.status).toBe("success");
    expect((await runner.describe("good")).nodes.find(({ id }) => id === "a")?.source?.text).toBe("() => ({ n: 1 })");
  });

  it("gives up a file whose top level waits, spins or ends the process, and loads the rest", async () => {
    runner = new RunnerHarness("hanging", { importMs: 1500 });
    expect(await errorOf("waits-at-top")).toMatchObject({ name: "LoadTimeout" });
    expect(await errorOf("spins-at-top")).toMatchObject({ name: "LoadAborted", message: expect.stringContaining("kept the process busy") });
    expect(await errorOf("exits-at-top")).toMatchObject({
      name: "LoadAborted",
      message: "The top level of graphs/exits-at-top.ts ended the process: it exited with code 3.",
    });
    expect((await runner.run("good")).run.state.status).toBe("success");
  });
});
