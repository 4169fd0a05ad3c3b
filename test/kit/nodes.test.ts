import { mkdtemp, mkdir, rm, writeFile } from "node:fs/promises";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { AIMessage, HumanMessage } from "@langchain/core/messages";
import { tool } from "@langchain/core/tools";
import { Command, END, MemorySaver, MessagesValue, START, StateGraph, StateSchema } from "@langchain/langgraph";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { z } from "zod";
import { agentNode } from "../../lib/kit/agent-node";
import { approvalNode } from "../../lib/kit/approval-node";
import { condition } from "../../lib/kit/condition";
import { httpNode } from "../../lib/kit/http-node";
import { mapNode } from "../../lib/kit/map-node";
import { modelNode } from "../../lib/kit/model-node";
import { retrieve } from "../../lib/kit/retrieve";
import { toolsNode } from "../../lib/kit/tools-node";

const State = new StateSchema({
  messages: MessagesValue,
  topic: z.string().default("tides"),
  amount: z.number().default(0),
  category: z.string().default(""),
  answer: z.string().default(""),
  decision: z.string().default(""),
  comment: z.string().default(""),
  items: z.array(z.number()).default(() => []),
  results: z.array(z.number()).default(() => []),
  documents: z.array(z.object({ file: z.string(), line: z.number(), text: z.string(), score: z.number() })).default(() => []),
  response: z.unknown(),
});
type S = typeof State.State;

/** Runs one node as a graph of its own. */
function alone(node: (state: S) => unknown) {
  return new StateGraph(State)
    .addNode("node", node as (state: S) => Promise<Record<string, unknown>>)
    .addEdge(START, "node")
    .addEdge("node", END)
    .compile();
}

describe("a model node", () => {
  it("sends the system text made from the state and the conversation, and appends the answer", async () => {
    let seen: string[] = [];
    const node = modelNode({
      system: (state: S) => `Speak of ${state.topic}.`,
      script: ({ messages }) => {
        seen = messages.map((message) => `${message.type}: ${message.text}`);
        return "The sea rises.";
      },
    });
    const { messages } = await alone(node).invoke({ messages: [new HumanMessage("Why?")] });
    expect(seen).toEqual(["system: Speak of tides.", "human: Why?"]);
    expect(messages.map((message) => message.text)).toEqual(["Why?", "The sea rises."]);
  });

  it("writes a text into a channel that is no conversation", async () => {
    const node = modelNode({ prompt: (state: S) => `What are ${state.topic}?`, into: "answer" });
    expect((await alone(node).invoke({})).answer).toBe("This is a scripted answer to “What are tides?”.");
  });

  it("gives scripted answers one after the other", async () => {
    const graph = alone(modelNode<S>({ script: ["One.", "Two."] }));
    const first = await graph.invoke({ messages: [new HumanMessage("a")] });
    const second = await graph.invoke({ messages: [...first.messages, new HumanMessage("b")] });
    expect(second.messages.map((message) => message.text)).toEqual(["a", "One.", "b", "Two."]);
  });

  it("writes the fields of a structured answer into their channels", async () => {
    const output = z.object({ category: z.enum(["refund", "other"]), amount: z.number().min(1) });
    const node = modelNode({ prompt: (state: S) => state.topic, output, script: { category: "other", amount: 7 } });
    expect(await alone(node).invoke({})).toMatchObject({ category: "other", amount: 7 });
    expect(await alone(modelNode({ prompt: (state: S) => state.topic, output })).invoke({})).toMatchObject({ category: "refund", amount: 1 });
  });

  it("says what to do when there is nothing to answer", async () => {
    await expect(alone(modelNode<S>({})).invoke({})).rejects.toThrow(/nothing to answer/);
  });
});

const add = tool(({ a, b }: { a: number; b: number }) => String(a + b), {
  name: "add",
  description: "Adds two numbers.",
  schema: z.object({ a: z.number(), b: z.number() }),
});

describe("a tools node", () => {
  it("runs what the model asked for", async () => {
    const call = new AIMessage({ content: "", tool_calls: [{ name: "add", args: { a: 2, b: 3 }, id: "c1", type: "tool_call" }] });
    const { messages } = await alone(toolsNode({ tools: [add] })).invoke({ messages: [call] });
    expect(messages.at(-1)?.text).toBe("5");
  });

  it("does nothing where nothing was asked for", async () => {
    const { messages } = await alone(toolsNode({ tools: [add] })).invoke({ messages: [new HumanMessage("Hello")] });
    expect(messages).toHaveLength(1);
  });

  it("calls a tool of an MCP server that it starts", { timeout: 60_000 }, async () => {
    const server = join(import.meta.dirname, "mcp-server.mjs");
    const call = new AIMessage({ content: "", tool_calls: [{ name: "words__count", args: { text: "a b c" }, id: "c1", type: "tool_call" }] });
    const node = toolsNode({ mcpServers: { words: { command: process.execPath, args: [server] } } });
    const { messages } = await alone(node).invoke({ messages: [call] });
    expect(messages.at(-1)?.text).toBe("3 words");
  });
});

describe("an agent node", () => {
  it("calls tools in a loop and appends all that it said", async () => {
    const node = agentNode({
      system: (state: S) => `You count ${state.topic}.`,
      tools: [add],
      script: ({ messages }) =>
        messages.at(-1)?.type === "tool" ? `It is ${messages.at(-1)?.text}.` : { toolCalls: [{ name: "add", args: { a: 1, b: 1 } }] },
    });
    const { messages } = await alone(node).invoke({ messages: [new HumanMessage("How many?")] });
    expect(messages.map((message) => message.type)).toEqual(["human", "ai", "tool", "ai"]);
    expect(messages.at(-1)?.text).toBe("It is 2.");
  });
});

describe("a condition", () => {
  const check = condition({ rules: [{ label: "above 50", when: (state: S) => state.amount > 50 }], otherwise: "up to 50" });
  const graph = new StateGraph(State)
    .addNode("check", check)
    .addNode("ask", () => ({ answer: "ask" }))
    .addNode("pay", () => ({ answer: "pay" }))
    .addEdge(START, "check")
    .addConditionalEdges("check", check.route, { "above 50": "ask", "up to 50": "pay" })
    .addEdge("ask", END)
    .addEdge("pay", END)
    .compile();

  it.each([
    [51, "ask"],
    [50, "pay"],
  ])("sends %i to %s", async (value, answer) => {
    expect((await graph.invoke({ amount: value })).answer).toBe(answer);
  });
});

describe("an approval node", () => {
  const approval = approvalNode({
    title: (state: S) => `Refund ${state.amount}?`,
    show: ["topic"],
    edit: ["amount"],
    choices: [
      { value: "approve", label: "Approve" },
      { value: "refuse", label: "Refuse", comment: "required" },
    ],
    into: "decision",
    comment: "comment",
  });
  const graph = new StateGraph(State)
    .addNode("approval", approval)
    .addNode("refund", (state: S) => ({ answer: `paid ${state.amount}` }))
    .addEdge(START, "approval")
    .addConditionalEdges("approval", approval.route, { approve: "refund", refuse: END })
    .addEdge("refund", END)
    .compile({ checkpointer: new MemorySaver() });

  it("shows what was asked for, and goes on with what the person corrected", async () => {
    const config = { configurable: { thread_id: "a" } };
    await graph.invoke({ amount: 80 }, config);
    const [task] = (await graph.getState(config)).tasks;
    expect(task?.interrupts[0]?.value).toMatchObject({ type: "approval", title: "Refund 80?", topic: "tides", edit: { amount: 80 } });
    const result = await graph.invoke(new Command({ resume: { choice: "approve", changes: { amount: 60 } } }), config);
    expect(result).toMatchObject({ decision: "approve", answer: "paid 60" });
  });

  it("goes the other way on a refusal, with its comment", async () => {
    const config = { configurable: { thread_id: "b" } };
    await graph.invoke({ amount: 80 }, config);
    const result = await graph.invoke(new Command({ resume: { choice: "refuse", comment: "Too late" } }), config);
    expect(result).toMatchObject({ decision: "refuse", comment: "Too late", answer: "" });
  });

  it("lets nothing be changed that was not offered", async () => {
    const config = { configurable: { thread_id: "c" } };
    await graph.invoke({ amount: 80 }, config);
    await expect(graph.invoke(new Command({ resume: { choice: "approve", changes: { answer: "x" } } }), config)).rejects.toThrow(/Unrecognized key/);
  });
});

describe("a map node", () => {
  it("gives the results in the order of the list, whoever is done first", async () => {
    const node = mapNode({
      over: (state: S) => state.items,
      each: async (item) => {
        await new Promise((done) => setTimeout(done, item));
        return item * 2;
      },
      into: "results",
    });
    expect((await alone(node).invoke({ items: [20, 1, 10] })).results).toEqual([40, 2, 20]);
    expect((await alone(node).invoke({ items: [] })).results).toEqual([]);
  });
});

describe("a retrieve node", () => {
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "retrograph-kit-"));
    await mkdir(join(folder, "more"));
    await writeFile(join(folder, "tides.md"), "# Tides\n\nThe moon pulls at the sea.\n\n# Seasons\n\nThe axis is tilted.\n");
    await writeFile(join(folder, "more/orders.txt"), "Refunds take five days.\n");
    await writeFile(join(folder, "more/data.bin"), "moon moon moon");
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  it("finds the passages that fit best, with file and line", async () => {
    const { documents } = await alone(retrieve({ folder, query: (state: S) => state.topic, into: "documents" })).invoke({
      topic: "Do moons pull at seas?",
    });
    expect(documents.map(({ file, line }) => `${file}:${line}`)).toEqual(["tides.md:1"]);
  });

  it("asks with the last message where it has no query, and finds the plural too", async () => {
    const { documents } = await alone(retrieve<S>({ folder, into: "documents" })).invoke({ messages: [new HumanMessage("My refund?")] });
    expect(documents.map(({ file }) => file)).toEqual(["more/orders.txt"]);
  });

  it("says which folder it did not find", async () => {
    await expect(alone(retrieve<S>({ folder: "nowhere", into: "documents" })).invoke({})).rejects.toThrow(/no folder "nowhere"/);
  });
});

describe("an HTTP node", () => {
  let server: Server;
  let address: string;
  beforeAll(async () => {
    server = createServer((request, response) => {
      if (request.url === "/slow") return;
      if (request.url === "/bad") return void response.writeHead(404, { "content-type": "text/plain" }).end("no such order");
      let body = "";
      request.on("data", (part: Buffer) => (body += part.toString()));
      request.on("end", () => {
        response.writeHead(200, { "content-type": "application/json" });
        response.end(JSON.stringify({ method: request.method, key: request.headers["x-key"], body }));
      });
    });
    await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
    address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  afterAll(() => {
    server.closeAllConnections();
    server.close();
  });

  it("sends what the state says and writes the parsed answer", async () => {
    const node = httpNode({
      method: "POST",
      url: (state: S) => `${address}/${state.topic}`,
      headers: { "x-key": "k" },
      body: (state: S) => ({ amount: state.amount }),
      into: "response",
    });
    expect((await alone(node).invoke({ amount: 3 })).response).toEqual({ method: "POST", key: "k", body: '{"amount":3}' });
  });

  it("fails with what was asked and what came back", async () => {
    await expect(alone(httpNode<S>({ url: `${address}/bad`, into: "response" })).invoke({})).rejects.toThrow(
      /GET http.*\/bad answered 404.*no such order/,
    );
    await expect(alone(httpNode<S>({ url: `${address}/slow`, into: "response", timeoutMs: 100 })).invoke({})).rejects.toThrow(
      /did not answer within 0.1 seconds/,
    );
    await expect(alone(httpNode<S>({ url: "http://127.0.0.1:9/", into: "response" })).invoke({})).rejects.toThrow(/could not be reached/);
  });
});
