import type { BaseMessage } from "@langchain/core/messages";
import { Command, MemorySaver } from "@langchain/langgraph";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { graph } from "../../graphs/refund-desk";

beforeAll(() => {
  vi.stubEnv("RETROGRAPH_MODEL", "scripted");
  vi.stubEnv("RETROGRAPH_SCRIPTED_DELAY_MS", "0");
});
afterAll(() => {
  vi.unstubAllEnvs();
});

const ask = (content = "Refund order A17") => ({ messages: [{ role: "user" as const, content }] });

function open() {
  const workflow = graph.compile({ checkpointer: new MemorySaver() });
  const config = { configurable: { thread_id: "t" } };
  return {
    start: (input: Parameters<typeof workflow.invoke>[0]) => workflow.invoke(input, config),
    answer: (choice: string) => workflow.invoke(new Command({ resume: choice }), config),
    state: () => workflow.getState(config),
  };
}

describe("The refund desk", () => {
  it("refunds 40 where the rule allows 50: 2 steps, 2,700 tokens, 6 messages", async () => {
    const end = await open().start({ ...ask(), limit: 50 });
    expect(end.messages.map((message) => message.type)).toEqual(["human", "ai", "tool", "ai", "tool", "ai"]);
    expect(end.messages.at(-1)?.text).toBe("Refund of 40.00 issued for order A17.");
    expect({ steps: end.steps, tokens: end.tokens }).toEqual({ steps: 2, tokens: 2700 });
  });

  it("denies 40 where the rule allows 30: the tool never runs, and the model reads why", async () => {
    const end = await open().start({ ...ask(), limit: 30 });
    expect(end.messages.at(-2)?.text).toBe('{"error":"denied by reviewer"}');
    expect(end.messages.at(-1)?.text).toMatch(/the reviewer denied it/);
  });

  it.each([
    ["approve", '{"refunded":40}'],
    ["refuse", '{"error":"denied by reviewer"}'],
  ])("asks a person, who answers %s", async (choice, result) => {
    const desk = open();
    await desk.start({ ...ask(), reviewer: "person" });
    expect((await desk.state()).tasks[0]?.interrupts[0]?.value).toMatchObject({ title: "Refund 40.00 for order A17?" });
    const end = await desk.answer(choice);
    expect(end.messages.at(-2)?.text).toBe(result);
  });

  it("stops when the tokens are used up, with what was done until then kept", async () => {
    const desk = open();
    await expect(desk.start({ ...ask(), max_tokens: 1500 })).rejects.toThrow("token budget exhausted: 2000 tokens are more than 1500");
    expect((await desk.state()).values).toMatchObject({ tokens: 900, steps: 1 });
  });

  it("stops when the steps are used up", async () => {
    await expect(open().start({ ...ask(), max_steps: 1 })).rejects.toThrow("step budget exhausted: 1 of 1 steps are done");
  });

  it("tells the model of a call that it repeats, and ends a run that goes on with it", async () => {
    const desk = open();
    await expect(desk.start(ask("Refund order A17, and keep looking it up"))).rejects.toThrow("the model made the same call of lookup_order 4 times");
    const { messages } = (await desk.state()).values as { messages: BaseMessage[] };
    const answers = messages.filter((message) => message.type === "tool").map((message) => message.text);
    expect(answers[0]).toContain('"total":40');
    expect(answers.slice(1).every((text) => text.includes("repeated call"))).toBe(true);
  });
});
