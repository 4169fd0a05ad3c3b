import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { GraphDescription } from "../../lib/schema/graph";
import { getRevision } from "../../lib/store/revisions";
import { RunnerHarness, lastValues } from "./harness";

let runner: RunnerHarness;
beforeAll(async () => {
  runner = new RunnerHarness("basic");
  await runner.ready;
});
afterAll(() => runner.close());

function edgesOf(description: GraphDescription): string[] {
  return description.edges.map(
    ({ source, target, kind, labels }) => `${source} -> ${target} ${kind}${labels.length > 0 ? ` [${labels.join("|")}]` : ""}`,
  );
}

function nodeOf(description: GraphDescription, id: string) {
  return description.nodes.find((node) => node.id === id);
}

describe("describing a workflow", () => {
  it("finds every kind of export", async () => {
    const { workflows } = await runner.ready;
    expect(workflows.every(({ status }) => status === "loaded")).toBe(true);
    expect(workflows.map(({ graph_id }) => graph_id)).toEqual(
      expect.arrayContaining(["approval", "chat", "commands", "counter", "entry", "factory", "several", "several.two", "several.three"]),
    );
    expect(workflows.some(({ graph_id }) => graph_id.includes("helper"))).toBe(false);
  });

  it("answers the same to a request as at the start", async () => {
    expect(await runner.ask({ type: "describe" })).toEqual((await runner.ready).workflows);
  });

  it("gives each node the TypeScript of its function and its place", async () => {
    const counter = await runner.describe("counter");
    expect(nodeOf(counter, "increment")).toMatchObject({
      kind: "node",
      description: "Adds one to the number.",
      source: { file: "graphs/counter.ts", line: 15, column: 1, end_line: 18 },
    });
    expect(nodeOf(counter, "increment")?.source?.text).toMatch(/^async function increment\(state: typeof State\.State\) \{[\s\S]*\}$/);
    expect(nodeOf(counter, "double")?.source?.text).toBe('const double = (state: typeof State.State) => ({ n: state.n * 2, log: ["double"] });');
    expect(counter).toMatchObject({
      title: "Counter",
      description: "Counts, and remembers in its module how often it ran.",
      example_inputs: [{ n: 1 }],
    });
  });

  it("draws conditional edges with their labels, once per pair", async () => {
    const edges = edgesOf(await runner.describe("branches"));
    expect(edges).toContain("read -> small conditional");
    expect(edges).toContain("read -> large conditional [very large]");
    expect(edges).toContain("read -> __end__ conditional [none]");
    expect(edges.filter((edge) => edge.startsWith("read -> large"))).toHaveLength(1);
  });

  it("reads where a router without a path map can go", async () => {
    const edges = edgesOf(await runner.describe("branches"));
    expect(edges.filter((edge) => edge.startsWith("large -> ")).sort()).toEqual([
      "large -> __end__ conditional",
      "large -> again conditional",
      "large -> finish conditional",
    ]);
  });

  it("draws a router that cannot be read to everything", async () => {
    const edges = edgesOf(await runner.describe("branches"));
    expect(edges.filter((edge) => edge.startsWith("again -> ")).sort()).toEqual(
      ["__end__", "finish", "large", "read", "small"].map((target) => `again -> ${target} conditional`),
    );
  });

  it("draws the ends that a Command may go to", async () => {
    const commands = await runner.describe("commands");
    expect(edgesOf(commands).filter((edge) => edge.startsWith("judge"))).toEqual(["judge -> accept command", "judge -> refuse command"]);
    expect(nodeOf(commands, "judge")?.ends).toEqual(["accept", "refuse"]);
    expect(nodeOf(commands, "accept")?.description).toBe("Says yes.");
  });

  it("opens a subgraph into a frame that is connected, its edge to the end included", async () => {
    const nested = await runner.describe("nested");
    expect(nodeOf(nested, "child")).toMatchObject({ kind: "subgraph", parent: null });
    expect(nested.nodes.filter(({ parent }) => parent === "child").map(({ id, kind }) => `${id} ${kind}`)).toEqual([
      "child:__start__ start",
      "child:check node",
      "child:shout node",
      "child:__end__ end",
    ]);
    expect(edgesOf(nested)).toEqual(
      expect.arrayContaining([
        "split -> child conditional",
        "child -> join static",
        "child:__start__ -> child:check static",
        "child:check -> child:shout conditional [long]",
        "child:check -> child:__end__ conditional [short]",
        "child:shout -> child:__end__ static",
      ]),
    );
    expect(edgesOf(nested).filter((edge) => edge.startsWith("split"))).toEqual(["split -> child conditional"]);
  });

  it("draws a join of several nodes as their edges", async () => {
    const edges = edgesOf(await runner.describe("approval"));
    expect(edges).toEqual(expect.arrayContaining(["legal -> publish static", "finance -> publish static"]));
  });

  it("shows a functional entrypoint as one step", async () => {
    const entry = await runner.describe("entry");
    expect(entry.api).toBe("entrypoint");
    expect(edgesOf(entry)).toEqual(["__start__ -> flow static", "flow -> __end__ static"]);
    expect(nodeOf(entry, "flow")?.source?.text).toContain("await double(input.n)");
  });

  it("knows tools, error handlers and bound methods", async () => {
    const handled = await runner.describe("handled");
    expect(nodeOf(handled, "tools")).toMatchObject({ kind: "tools", metadata: { tools: ["clock"] }, source: null });
    expect(nodeOf(handled, "call")).toMatchObject({ kind: "node", description: "A method, bound to its object." });
    expect(nodeOf(handled, "call")?.source?.text).toMatch(/^call\(\) \{/);
    const handler = nodeOf(handled, "__error_handler__risky");
    expect(handler?.kind).toBe("error_handler");
    expect(handler?.source?.text).toContain("handled ${error.message}");
    expect(edgesOf(handled)).toContain("risky -> __error_handler__risky conditional [error]");
    const { run, events } = await runner.run("handled");
    expect(run.state.status).toBe("success");
    expect(lastValues(events)).toMatchObject({ log: "handled Too risky" });
  });

  it("tells each channel's reducer", async () => {
    const channels = (id: string) =>
      runner.describe(id).then(({ channels: list }) => Object.fromEntries(list.map(({ name, reducer }) => [name, reducer.label])));
    expect(await channels("counter")).toEqual({ n: "last value", calls: "last value", log: "append" });
    expect(await channels("branches")).toMatchObject({ path: "append" });
    expect(await channels("chat")).toEqual({ messages: "messages" });
    expect(await channels("typed")).toMatchObject({ messages: "messages", level: "last value", topic: "last value" });
  });

  it("gives JSON schemas that a form can be made from", async () => {
    const typed = await runner.describe("typed");
    expect(typed.schemas.input).toMatchObject({
      type: "object",
      properties: {
        topic: { type: "string", title: "Topic" },
        level: { enum: ["low", "high"], default: "low" },
        messages: { type: "array", items: { properties: { role: {}, content: { type: "string" } } } },
      },
    });
    expect(typed.schemas.context).toMatchObject({ properties: { user: { type: "string" } } });
    expect(JSON.stringify(typed.schemas)).not.toMatch(/"properties":\{[^}]*"\$schema"/);
    const chat = await runner.describe("chat");
    expect(chat.schemas.input).toMatchObject({ properties: { messages: { langgraph_type: "messages" } } });
  });

  it("reads the types of annotations where the library keeps none", async () => {
    const branches = await runner.describe("branches");
    expect(branches.schemas.input).toEqual({
      type: "object",
      properties: { kind: { type: "string", enum: ["small", "large", "none"] }, path: { type: "array", items: { type: "string" } } },
    });
    // A subgraph in the same file has a channel of the same name and type.
    const nested = await runner.describe("nested");
    expect(nested.schemas.input).toMatchObject({ properties: { text: { type: "string" }, words: { type: "array", items: { type: "string" } } } });
  });

  it("marks deferred nodes", async () => {
    expect(nodeOf(await runner.describe("typed"), "later")?.defer).toBe(true);
  });

  it("saves each revision in the store", async () => {
    const counter = await runner.describe("counter");
    expect(await getRevision(runner.store, "counter", counter.revision)).toEqual(counter);
  });

  it("gives LangGraph's own drawing", async () => {
    const drawing = await runner.ask({ type: "drawing", graph_id: "nested", xray: true });
    expect(drawing).toMatchObject({ nodes: expect.arrayContaining([expect.objectContaining({ id: "child:check" })]) });
  });

  it("says which of its files it has loaded", async () => {
    expect((await runner.ready).files.some((file) => file.endsWith("/basic/graphs/counter.ts"))).toBe(true);
  });
});
