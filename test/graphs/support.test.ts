import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { MemorySaver } from "@langchain/langgraph";
import { SqliteSaver } from "@langchain/langgraph-checkpoint-sqlite";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { graph } from "../../graphs/support";

const folder = mkdtempSync(join(tmpdir(), "support-"));
const ask = (content: string) => ({ messages: [{ role: "user" as const, content }] });

beforeAll(() => {
  vi.stubEnv("RETROGRAPH_MODEL", "scripted");
  vi.stubEnv("RETROGRAPH_SCRIPTED_DELAY_MS", "0");
});
afterAll(() => {
  vi.unstubAllEnvs();
  rmSync(folder, { recursive: true, force: true });
});

describe.each([
  ["a SQLite file", () => SqliteSaver.fromConnString(join(folder, "support.db"))],
  ["memory", () => new MemorySaver()],
])("The support agent with its checkpoints in %s", (_name, openSaver) => {
  const support = graph.compile({ checkpointer: openSaver() });
  const thread = (thread_id: string) => ({ configurable: { thread_id } });

  it("answers the first question with 4 messages, 2 model calls and 5 snapshots", async () => {
    const state = await support.invoke(ask("Where is order 123?"), thread("user-42"));
    expect(state.messages.map((message) => message.type)).toEqual(["human", "ai", "tool", "ai"]);
    expect(state.messages.at(-1)?.text).toBe("Order 123 is out for delivery.");
    expect(state.model_calls).toBe(2);
    const history: unknown[] = [];
    for await (const { metadata, next } of support.getStateHistory(thread("user-42"))) history.push([metadata?.source, metadata?.step, next]);
    expect(history).toEqual([
      ["loop", 3, []],
      ["loop", 2, ["model"]],
      ["loop", 1, ["tools"]],
      ["loop", 0, ["model"]],
      ["input", -1, ["__start__"]],
    ]);
  });

  it("goes on with the same thread: 6 messages after the second question", async () => {
    const state = await support.invoke(ask("Thanks!"), thread("user-42"));
    expect(state.messages).toHaveLength(6);
    expect(state.messages.at(-1)?.text).toBe("You are welcome.");
    expect(state.model_calls).toBe(3);
  });

  it("shares nothing with another thread", async () => {
    const state = await support.invoke(ask("Hello"), thread("user-7"));
    expect(state.messages).toHaveLength(2);
    expect(state.model_calls).toBe(1);
  });

  it("looks up two orders at once", async () => {
    const state = await support.invoke(ask("What about orders 124 and 999?"), thread("user-8"));
    expect(state.messages.map((message) => message.type)).toEqual(["human", "ai", "tool", "tool", "ai"]);
    expect(state.messages.at(-1)?.text).toBe("Order 124 is being packed. Order 999 is not known to us.");
  });

  it("asks for the number when none is given", async () => {
    const state = await support.invoke(ask("Where is my order?"), thread("user-9"));
    expect(state.messages.at(-1)?.text).toMatch(/number/);
  });
});

describe("The drawing of the support agent", () => {
  it("labels both ways out of the model", async () => {
    const { edges } = (await graph.compile().getGraphAsync()).toJSON() as { edges: { source: string; target: string; data?: string }[] };
    expect(edges).toContainEqual({ source: "model", target: "tools", conditional: true, data: "call tools" });
    expect(edges).toContainEqual({ source: "model", target: "__end__", conditional: true, data: "answer" });
  });
});
