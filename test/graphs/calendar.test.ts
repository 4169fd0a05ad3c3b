import { Command, InMemoryStore, MemorySaver } from "@langchain/langgraph";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { exampleInputs, graph } from "../../graphs/calendar/graph";
import type { Guard } from "../../graphs/calendar/state";

beforeAll(() => {
  vi.stubEnv("RETROGRAPH_MODEL", "scripted");
  vi.stubEnv("RETROGRAPH_SCRIPTED_DELAY_MS", "0");
});
afterAll(() => vi.unstubAllEnvs());

const messages = [{ role: "user" as const, content: "Schedule the review, and clear the orders." }];

/** Runs to the question and answers it; counts what was started and what the services have then. */
async function story(input: { guard: Guard; idempotency_key?: boolean }, answer: string) {
  const started: Record<string, number> = {};
  const store = new InMemoryStore();
  const workflow = graph.compile({ checkpointer: new MemorySaver(), store });
  const onToolStart = (...[, , , , , , name = ""]: unknown[]) => {
    started[String(name)] = (started[String(name)] ?? 0) + 1;
  };
  const config = { configurable: { thread_id: "t" }, callbacks: [{ handleToolStart: onToolStart }] };
  await workflow.invoke({ messages, ...input }, config);
  const asked = { started: { ...started }, interrupts: (await workflow.getState(config)).tasks.flatMap(({ interrupts }) => interrupts) };
  const end = await workflow.invoke(new Command({ resume: answer }), config);
  return {
    asked,
    started,
    said: end.messages.at(-1)?.text,
    events: (await store.search(["calendar", "t", "events"])).map(({ value }) => value),
    deleted: (await store.search(["calendar", "t", "deleted"])).map(({ value }) => value),
  };
}

const EVENT = { title: "Review of the archive", starts_at: "2026-12-01T10:00" };

describe("The calendar without a guard", () => {
  it("makes the safe call again when the question after it is answered: two events where the calendar gets no key", async () => {
    const { asked, started, events } = await story({ guard: "none", idempotency_key: false }, "approve");
    expect(asked.started).toEqual({ calendar_create_event: 1 });
    expect(asked.interrupts).toHaveLength(1);
    expect(started).toEqual({ calendar_create_event: 2, delete_records: 1 });
    expect(events).toEqual([EVENT, EVENT]);
  });

  it("makes it again and has one event where the calendar gets a key", async () => {
    const { started, events } = await story({ guard: "none", idempotency_key: true }, "approve");
    expect(started).toEqual({ calendar_create_event: 2, delete_records: 1 });
    expect(events).toEqual([EVENT]);
  });
});

describe.each(["own_node", "node_per_call", "task"] as const)("The calendar with the guard %s", (guard) => {
  it("makes the safe call once, even where the calendar gets no key", async () => {
    const { started, events, deleted, said } = await story({ guard, idempotency_key: false }, "approve");
    expect(started).toEqual({ calendar_create_event: 1, delete_records: 1 });
    expect(events).toEqual([EVENT]);
    expect(deleted).toEqual([{ where: "1=1", deleted: 3 }]);
    expect(said).toBe("The review is in the calendar. The orders are deleted.");
  });
});

describe("The calendar with the guard key", () => {
  it("remembers what was done: the tool is asked twice, the calendar once", async () => {
    const { started, events } = await story({ guard: "key" }, "approve");
    expect(started).toMatchObject({ calendar_create_event: 2, delete_records: 1 });
    expect(events).toEqual([EVENT]);
  });
});

describe.each(["none", "key", "own_node", "node_per_call", "task"] as const)("A refusal with the guard %s", (guard) => {
  it("is an observation that the agent reacts to, and nothing is deleted", async () => {
    const { started, deleted, said } = await story({ guard }, "refuse");
    expect(started["delete_records"]).toBeUndefined();
    expect(deleted).toEqual([]);
    expect(said).toBe("The review is in the calendar. The orders are still there: the reviewer denied deleting them.");
  });
});

it("The examples show the unsafe way with and without a key, and every guard", () => {
  expect(exampleInputs.map(({ guard }) => guard)).toEqual(["none", "none", "key", "own_node", "node_per_call", "task"]);
});
