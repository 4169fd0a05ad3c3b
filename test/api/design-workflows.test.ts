import { existsSync, rmSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { CreatedGraphSchema, DeletedGraphSchema, TemplateSchema } from "../../lib/schema/design-api";
import { WorkflowSchema } from "../../lib/schema/graph";
import { call, codeOf, eventually, sdk } from "../support/client";
import { makeProject, PAIR, type DesignProject } from "../support/design-project";
import { startTestServer, type TestServer } from "../support/server";

const USER = `import { END, START, StateGraph, StateSchema } from "@langchain/langgraph";
import { z } from "zod";
import { graph as inner } from "./old";
import { help } from "./folder/help";

const State = new StateSchema({ topic: z.string(), draft: z.string().default("") });

export const graph = new StateGraph(State)
  .addNode("inner", inner)
  .addNode("help", help)
  .addEdge(START, "inner")
  .addEdge("inner", "help")
  .addEdge("help", END)
  .compile();
`;
const HELP = `export async function help() {\n  return {};\n}\n`;
const IN_FOLDER = PAIR.replace("async function shorten", "async function cut").replace('"shorten", shorten', '"shorten", cut');

async function workflows(server: TestServer): Promise<string[]> {
  return WorkflowSchema.array()
    .parse((await call(server.url, "/api/design/graphs")).body)
    .map(({ graph_id, status }) => (status === "loaded" ? graph_id : `${graph_id} failed`));
}

async function create(server: TestServer, id: string, from: unknown) {
  const answer = await call(server.url, "/api/design/graphs", { json: { id, from } });
  expect(answer.status, answer.text).toBe(200);
  return CreatedGraphSchema.parse(answer.body);
}

describe("a project with a folder of workflows", () => {
  let project: DesignProject;
  let server: TestServer;

  beforeAll(async () => {
    project = makeProject({
      "graphs/old.ts": PAIR,
      "graphs/user.ts": USER,
      "graphs/folder/graph.ts": IN_FOLDER,
      "graphs/folder/help.ts": HELP,
    });
    server = await startTestServer({ project: project.dir });
  }, 300_000);

  afterAll(async () => {
    await server.close();
    project.remove();
  });

  test("every template becomes a workflow that is there at once", async () => {
    const templates = TemplateSchema.array().parse((await call(server.url, "/api/design/templates")).body);
    expect(templates).toHaveLength(6);
    for (const { id } of templates) {
      const made = await create(server, `from-${id}`, { kind: "template", template: id });
      expect(made).toMatchObject({ graph_id: `from-${id}`, file: `graphs/from-${id}.ts` });
      expect(await workflows(server)).toContain(`from-${id}`);
    }
    expect(codeOf(await call(server.url, "/api/design/graphs", { json: { id: "From-Blank", from: { kind: "template", template: "blank" } } }))).toBe(
      "already_exists",
    );
  }, 120_000);

  test("a copy in another folder imports what the original does, and has its layout", async () => {
    project.write("graphs/folder/folder.layout.json", '{"version":1,"nodes":{"write":{"x":1,"y":2}}}');
    project.write("graphs/folder/graph.ts", `import { help } from "./help";\n${IN_FOLDER.replace('"shorten", cut', '"shorten", help')}`);
    await create(server, "copied", { kind: "copy", graph_id: "folder" });
    expect(project.read("graphs/copied.ts")).toContain('import { help } from "./folder/help";');
    expect(JSON.parse(project.read("graphs/copied.layout.json"))).toMatchObject({ nodes: { write: { x: 1, y: 2 } } });
    expect(await workflows(server)).toContain("copied");
  });

  test("what is imported is a workflow of the text, a flowchart included", async () => {
    await create(server, "typed", { kind: "import", text: PAIR, name: "anything.ts" });
    expect(project.read("graphs/typed.ts")).toBe(PAIR);
    await create(server, "drawn", { kind: "import", text: "flowchart TD\n  a[Ask] --> b[Answer]\n", name: "" });
    expect(await workflows(server)).toEqual(expect.arrayContaining(["typed", "drawn"]));
    const python = { id: "python", from: { kind: "import", text: "from langgraph.graph import StateGraph\n", name: "x.py" } };
    expect(codeOf(await call(server.url, "/api/design/graphs", { json: python }))).toBe("edit_refused");
  });

  test("a renamed workflow takes its threads, breakpoints, layout and those who import it along", async () => {
    const client = sdk(server.url);
    const thread = await client.threads.create();
    await client.runs.wait(thread.thread_id, "old", { input: { topic: "cats" } });
    await call(server.url, "/api/debug/graphs/old/breakpoints", { json: { spec: { kind: "node", node: "write", when: "before" } } });
    await call(server.url, "/api/design/graphs/old/pins", { method: "PUT", json: [{ node: "write", values: { draft: "x" }, enabled: true }] });
    await call(server.url, "/api/design/graphs/old/layout", {
      method: "PUT",
      json: { base_hash: null, layout: { version: 1, nodes: { write: { x: 1, y: 2 } } } },
    });
    const answer = await call(server.url, "/api/design/graphs/old", { method: "PATCH", json: { id: "new" } });
    expect(answer.status, answer.text).toBe(200);
    expect(answer.body).toMatchObject({ graph_id: "new", file: "graphs/new.ts", notes: ["1 file that imports it was changed."] });
    expect(project.read("graphs/user.ts")).toBe(USER.replace("./old", "./new"));
    expect([existsSync(join(project.dir, "graphs/old.ts")), existsSync(join(project.dir, "graphs/old.layout.json"))]).toEqual([false, false]);
    expect(JSON.parse(project.read("graphs/new.layout.json"))).toMatchObject({ nodes: { write: { x: 1, y: 2 } } });
    expect(await workflows(server)).toEqual(expect.arrayContaining(["new", "user"]));
    expect((await call(server.url, "/api/debug/threads?graph_id=new")).body).toMatchObject({ total: 1, threads: [{ thread_id: thread.thread_id }] });
    expect((await call(server.url, "/api/debug/graphs/new/breakpoints")).body).toMatchObject([{ graph_id: "new" }]);
    expect((await call(server.url, "/api/design/graphs/new/pins")).body).toMatchObject([{ node: "write" }]);
    const [assistant] = await client.assistants.search({ graphId: "new" });
    expect((await client.threads.get(thread.thread_id)).metadata).toMatchObject({ graph_id: "new", assistant_id: assistant?.assistant_id });
    // The thread goes on under the new name.
    await client.runs.wait(thread.thread_id, "new", { input: { topic: "dogs" } });
    expect((await client.runs.list(thread.thread_id)).length).toBe(2);
  });

  test("a workflow that is a folder is renamed with its folder", async () => {
    const answer = await call(server.url, "/api/design/graphs/folder", { method: "PATCH", json: { id: "renamed" } });
    expect(answer.body).toMatchObject({ graph_id: "renamed", file: "graphs/renamed/graph.ts" });
    expect(project.read("graphs/user.ts")).toContain('from "./renamed/help"');
    expect(existsSync(join(project.dir, "graphs/renamed/renamed.layout.json"))).toBe(true);
    expect(await workflows(server)).toEqual(expect.arrayContaining(["renamed", "user", "copied"]));
  });

  test("what is deleted is in the bin, and comes back as it was", async () => {
    const before = project.read("graphs/new.ts");
    const deleted = DeletedGraphSchema.parse((await call(server.url, "/api/design/graphs/new", { method: "DELETE" })).body);
    expect(existsSync(join(project.dir, "graphs/new.ts"))).toBe(false);
    expect(await workflows(server)).not.toContain("new");
    const restore = (token: string) => call(server.url, "/api/design/graphs/new/restore", { json: { token } });
    project.write("graphs/new.ts", "// somebody else's");
    expect(codeOf(await restore(deleted.token))).toBe("already_exists");
    expect(project.read("graphs/new.ts")).toBe("// somebody else's");
    await import("node:fs").then(({ rmSync }) => rmSync(join(project.dir, "graphs/new.ts")));
    expect((await restore(deleted.token)).body).toMatchObject({ graph_id: "new", file: "graphs/new.ts" });
    expect(project.read("graphs/new.ts")).toBe(before);
    expect(existsSync(join(project.dir, "graphs/new.layout.json"))).toBe(true);
    expect(await workflows(server)).toContain("new");
    expect(codeOf(await restore(deleted.token))).toBe("deletion_not_found");
    const folder = DeletedGraphSchema.parse((await call(server.url, "/api/design/graphs/renamed", { method: "DELETE" })).body);
    expect(existsSync(join(project.dir, "graphs/renamed"))).toBe(false);
    await call(server.url, "/api/design/graphs/renamed/restore", { json: { token: folder.token } });
    expect(project.read("graphs/renamed/help.ts")).toBe(HELP);
  });

  test("edits every 300 ms start few processes, and leave a server that answers", async () => {
    const pids = new Set<number>();
    for (let index = 0; index < 33; index++) {
      const model = (await call(server.url, "/api/design/graphs/typed/model")).body as { hash: string };
      const edits = [{ type: "replace_text", changes: [{ start: 0, end: index === 0 ? 0 : 5, text: `// ${String(index % 10)}\n` }] }];
      expect((await call(server.url, "/api/design/graphs/typed/edits", { json: { base_hash: model.hash, edits } })).status).toBe(200);
      for (const pid of server.runnerPids()) pids.add(pid);
      await new Promise((resolve) => setTimeout(resolve, 300));
    }
    expect(pids.size).toBeLessThan(9);
    await eventually(
      async () => server.runnerPids().length,
      (count) => count === 1,
    );
    const output = await sdk(server.url).runs.wait(null, "typed", { input: { topic: "birds" } });
    expect(output).toMatchObject({ draft: "About birds" });
  });
});

describe("a project with langgraph.json", () => {
  const CONFIG = `{
  "node_version": "20",
  "graphs": {
    "agent": "./src/agent.ts:graph",
    "twice": "./src/agent.ts:graph"
  }
}
`;
  let project: DesignProject;
  let server: TestServer;

  beforeAll(async () => {
    project = makeProject({ "langgraph.json": CONFIG, "src/agent.ts": PAIR });
    server = await startTestServer({ project: project.dir });
  }, 300_000);

  afterAll(async () => {
    await server.close();
    project.remove();
  });

  test("a new workflow is named there, beside the others, and nothing else changes", async () => {
    const made = await create(server, "fresh", { kind: "template", template: "blank" });
    expect(made.file).toBe("src/fresh.ts");
    expect(project.read("langgraph.json")).toBe(
      CONFIG.replace('"twice": "./src/agent.ts:graph"', '"twice": "./src/agent.ts:graph",\n    "fresh": "./src/fresh.ts:graph"'),
    );
    expect(await workflows(server)).toEqual(["agent", "fresh", "twice"]);
  });

  test("a renamed one is called otherwise there, with its file where it is only its", async () => {
    await call(server.url, "/api/design/graphs/fresh", { method: "PATCH", json: { id: "better" } });
    expect(project.read("langgraph.json")).toContain('"better": "./src/better.ts:graph"');
    expect(existsSync(join(project.dir, "src/fresh.ts"))).toBe(false);
    await call(server.url, "/api/design/graphs/agent", { method: "PATCH", json: { id: "first" } });
    expect(project.read("langgraph.json")).toContain('"first": "./src/agent.ts:graph"');
    expect(await workflows(server)).toEqual(["better", "first", "twice"]);
  });

  test("a deleted one is taken out, and put in again; a file that others use stays", async () => {
    const deleted = DeletedGraphSchema.parse((await call(server.url, "/api/design/graphs/twice", { method: "DELETE" })).body);
    expect(project.read("langgraph.json")).not.toContain("twice");
    expect(project.read("src/agent.ts")).toBe(PAIR);
    expect(await workflows(server)).toEqual(["better", "first"]);
    await call(server.url, "/api/design/graphs/twice/restore", { json: { token: deleted.token } });
    expect(JSON.parse(project.read("langgraph.json"))).toMatchObject({ graphs: { twice: "./src/agent.ts:graph" } });
    expect(await workflows(server)).toEqual(["better", "first", "twice"]);
  });

  test("where its file is gone, an edit says so and makes none", async () => {
    rmSync(join(project.dir, "src/better.ts"));
    const edits = [{ type: "add_node", graph: "graph", name: "more", kind: "code" }];
    const answer = await call(server.url, "/api/design/graphs/better/edits", { json: { base_hash: "", edits } });
    expect(answer.text).toMatch(/it was deleted/);
    expect(existsSync(join(project.dir, "src/better.ts"))).toBe(false);
  });
});
