import { AIMessage, type ToolMessage } from "@langchain/core/messages";
import type { RunnableConfig } from "@langchain/core/runnables";
import { tool } from "@langchain/core/tools";
import { Annotation, Command, InMemoryStore, MemorySaver, START, StateGraph, interrupt, task, type BaseStore } from "@langchain/langgraph";
import { ToolNode } from "@langchain/langgraph/prebuilt";
import { beforeEach, describe, expect, it } from "vitest";
import { z } from "zod";
import { effect } from "../../lib/kit/effect";

type Sent = { to: string; key: string };
let sent: Sent[] = [];
beforeEach(() => (sent = []));

const send = effect("send_mail", async ({ to }: { to: string }, { key }) => {
  sent.push({ to, key });
  return { number: sent.length };
});

const State = Annotation.Root({ to: Annotation<string[]>, results: Annotation<unknown[]>, fail: Annotation<boolean> });

/** A graph of one node on a thread of its own. */
function open(
  node: (state: typeof State.State, config: RunnableConfig) => Promise<Partial<typeof State.State>>,
  store: BaseStore = new InMemoryStore(),
) {
  const graph = new StateGraph(State).addNode("mail", node).addEdge(START, "mail").compile({ checkpointer: new MemorySaver(), store });
  const config = { configurable: { thread_id: "t.1" } };
  return {
    graph,
    config,
    store,
    start: (to: string[]) => graph.invoke({ to }, config),
    resume: () => graph.invoke(new Command({ resume: "yes" }), config),
  };
}

describe("effect", () => {
  it("happens once though the node runs again after interrupt(), and gives the same result", async () => {
    const { start, resume } = open(async ({ to }) => {
      const result = await send({ to: to[0] ?? "" });
      return { results: [result, interrupt("Go on?")] };
    });
    await start(["a"]);
    expect((await resume()).results).toEqual([{ number: 1 }, "yes"]);
    expect(sent).toHaveLength(1);
  });

  it("does what nothing protects twice: the test of the tests", async () => {
    const { start, resume } = open(async ({ to }) => {
      sent.push({ to: to[0] ?? "", key: "" });
      return { results: [interrupt("Go on?")] };
    });
    await start(["a"]);
    await resume();
    expect(sent).toHaveLength(2);
  });

  it("tells different arguments apart, whatever order they are in", async () => {
    const ordered = effect("ordered", (_args: Record<string, number>, { key }) => key);
    const { start } = open(async () => ({
      results: [await ordered({ a: 1, b: 2 }), await ordered({ b: 2, a: 1 }), await ordered({ a: 1, b: 3 })],
    }));
    const [first, same, other] = (await start([])).results;
    expect(same).toBe(first);
    expect(other).not.toBe(first);
  });

  it("tells threads apart", async () => {
    const node = async ({ to }: typeof State.State) => ({ results: [await send({ to: to[0] ?? "" })] });
    const { graph } = open(node);
    for (const thread_id of ["1", "2"]) await graph.invoke({ to: ["a"] }, { configurable: { thread_id } });
    expect(new Set(sent.map(({ key }) => key)).size).toBe(2);
  });

  it("runs once when many call it at the same time", async () => {
    const { start } = open(async () => ({ results: await Promise.all(Array.from({ length: 20 }, () => send({ to: "a" }))) }));
    expect(new Set((await start([])).results.map((result) => JSON.stringify(result)))).toEqual(new Set(['{"number":1}']));
    expect(sent).toHaveLength(1);
  });

  it("keeps nothing of what failed, and tries it again", async () => {
    let tries = 0;
    const flaky = effect("flaky", () => {
      tries += 1;
      if (tries === 1) throw new Error("offline");
      return tries;
    });
    const { graph, config, start } = open(async () => ({ results: [await flaky(undefined)] }));
    await expect(start([])).rejects.toThrow("offline");
    expect((await graph.invoke(null, config)).results).toEqual([2]);
  });

  it("asks again when a question inside of it was answered", async () => {
    const asking = effect("asking", () => interrupt<string, string>("Really?"));
    const { start, resume } = open(async () => ({ results: [await asking(undefined)] }));
    await start([]);
    expect((await resume()).results).toEqual(["yes"]);
  });

  it("happens again on a replay, unless it is kept across time travel", async () => {
    const kept = effect("send_kept", (args: { to: string }, { key }) => sent.push({ ...args, key }), { across: "time_travel" });
    const { graph, config, start } = open(async () => {
      await send({ to: "anew" });
      await kept({ to: "kept" });
      return { results: [] };
    });
    await start([]);
    for await (const { next, config: before } of graph.getStateHistory(config)) if (next.includes("mail")) await graph.invoke(null, before);
    expect(sent.map(({ to }) => to)).toEqual(["anew", "kept", "anew"]);
  });

  it("takes the id of the model's call from a tool's config, so that two equal calls are two", async () => {
    const mail = tool(async (args: { to: string }, config: RunnableConfig) => JSON.stringify(await send(args, config)), {
      name: "mail",
      description: "Sends mail.",
      schema: z.object({ to: z.string() }),
    });
    const ask = tool(() => interrupt<string, string>("Go on?"), { name: "ask", description: "Asks.", schema: z.object({}) });
    const tools = new ToolNode([mail, ask]);
    const call = (id: string, name: string, args: object) => ({ id, name, args: { ...args }, type: "tool_call" as const });
    const message = new AIMessage({
      content: "",
      tool_calls: [call("1", "mail", { to: "a" }), call("2", "mail", { to: "a" }), call("3", "ask", {})],
    });
    const { start, resume } = open(async (_state, config) => {
      const result: unknown = await tools.invoke({ messages: [message] }, config);
      return { results: (result as { messages: ToolMessage[] }).messages.map(({ text }) => text) };
    });
    await start([]);
    expect((await resume()).results).toEqual(['{"number":1}', '{"number":2}', "yes"]);
    expect(sent).toHaveLength(2);
  });

  it("is remembered though the run ends while it is still at it", async () => {
    let finish: () => void = () => undefined;
    const finished = new Promise<void>((resolve) => (finish = resolve));
    const slow = effect("slow", async () => {
      await finished;
      return sent.push({ to: "slow", key: "" });
    });
    const { start, resume } = open(async () => ({
      results: await Promise.all([slow(undefined), Promise.resolve().then(() => interrupt("Go on?"))]),
    }));
    await start([]);
    const end = resume();
    finish();
    expect((await end).results).toEqual([1, "yes"]);
    expect(sent).toHaveLength(1);
  });

  it("works in a task()", async () => {
    const mail = task("mail_task", (to: string) => send({ to }));
    const { start, resume } = open(async () => ({ results: [await mail("a"), interrupt("Go on?")] }));
    await start([]);
    expect((await resume()).results).toEqual([{ number: 1 }, "yes"]);
    expect(sent).toHaveLength(1);
  });

  it("is not done again when its result could not be kept, and says so", async () => {
    class Strict extends InMemoryStore {
      override async put(...[folder, key, value]: Parameters<InMemoryStore["put"]>): Promise<void> {
        JSON.stringify(value);
        await super.put(folder, key, value);
      }
    }
    const odd = effect("odd", () => {
      sent.push({ to: "", key: "" });
      return { many: 1n };
    });
    const { graph, config, start } = open(async () => ({ results: [await odd(undefined)] }), new Strict());
    await expect(start([])).rejects.toThrow('The effect "odd" was done, but its result could not be kept');
    await expect(graph.invoke(null, config)).rejects.toThrow('The effect "odd" was done');
    expect(sent).toHaveLength(1);
  });

  it("says what it needs where there is no store or no thread", async () => {
    await expect(send({ to: "a" })).rejects.toThrow('The effect "send_mail" has no store');
    const alone = new StateGraph(State)
      .addNode("mail", async () => ({ results: [await send({ to: "a" })] }))
      .addEdge(START, "mail")
      .compile({ store: new InMemoryStore() });
    await expect(alone.invoke({ to: [] })).rejects.toThrow('The effect "send_mail" belongs to no thread');
    expect(sent).toEqual([]);
  });

  it("has a key of its own choice where the arguments cannot be written", async () => {
    const odd = effect("odd", (args: { id: bigint }) => String(args.id));
    const chosen = effect("chosen", (args: { id: bigint }) => String(args.id), { key: ({ id }) => String(id) });
    const { start } = open(async () => ({ results: [await chosen({ id: 1n }), await odd({ id: 1n }).catch((error: Error) => error.message)] }));
    const [given, refused] = (await start([])).results;
    expect(given).toBe("1");
    expect(refused).toMatch(/cannot be written as JSON/);
  });
});
