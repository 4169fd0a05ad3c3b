import { Command, InMemoryStore, MemorySaver } from "@langchain/langgraph";
import { describe, expect, it } from "vitest";
import { DEFINITIONS } from "../../graphs/work-order/definitions";
import { graph } from "../../graphs/work-order/graph";
import type { WorkOrder } from "../../graphs/work-order/state";

type Input = Partial<Pick<WorkOrder, "scenario" | "escalation" | "fault">>;

/** The workflow on a thread of its own, with what the tool layer keeps. */
function open(recursionLimit = 25) {
  const store = new InMemoryStore();
  const workflow = graph.compile({ checkpointer: new MemorySaver(), store });
  const config = { configurable: { thread_id: "t" }, recursionLimit };
  return {
    start: (input: Input) => workflow.invoke(input, config),
    goOn: () => workflow.invoke(null, config),
    answer: (choice: string) => workflow.invoke(new Command({ resume: choice }), config),
    state: () => workflow.getState(config),
    async supersteps() {
      let count = 0;
      for await (const { metadata } of workflow.getStateHistory(config)) if (metadata?.source === "loop" && metadata.step > 0) count += 1;
      return count;
    },
    async record() {
      const items = await store.search(["work-order", "t", "record"], { limit: 1000 });
      return items.map(({ value }) => (value as { entry: { kind: string } }).entry.kind);
    },
  };
}

const count = (kinds: string[], kind: string) => kinds.filter((one) => one === kind).length;

describe("The work order", () => {
  it("baseline: does three steps, the last one three times, for $1.80 in 24 supersteps", async () => {
    const order = open();
    const end = await order.start({ scenario: "baseline" });
    expect(end).toMatchObject({ status: "done", spent_usd: 1.8, settled: ["s1", "s2", "s3"], attempts: { s1: 1, s2: 1, s3: 3 } });
    expect(end.record.map(({ kind }) => kind)).toEqual(["acted", "settled", "acted", "settled", "acted", "acted", "acted", "settled"]);
    expect(await order.supersteps()).toBe(24);
  });

  it.each([
    ["irreversible", 0.6, "s3", /cannot be undone/],
    ["overspend", 0.6, "s3", /bring the cost to \$1\.00; \$0\.80 is allowed/],
    ["verify_stuck", 1.4, "s2", /done 3 times and is still not right/],
  ] as const)("%s: stops before the step, having spent $%d", async (scenario, spent, step, reason) => {
    const order = open();
    await order.start({ scenario });
    const { values, tasks, next } = await order.state();
    expect({ next, spent: values.spent_usd, current: values.current }).toEqual({ next: ["check"], spent, current: step });
    expect((tasks[0]?.interrupts[0]?.value as { description: string }).description).toMatch(reason);

    const end = await order.answer("stop");
    expect(end).toMatchObject({ status: "escalated", spent_usd: spent });
    expect(end.reason).toMatch(reason);
    expect(end.settled).not.toContain(step);
  });

  it("writes the escalation twice when it stands above interrupt(), once below", async () => {
    const above = open();
    await above.start({ scenario: "irreversible", escalation: "above interrupt()" });
    expect(count(await above.record(), "escalated")).toBe(1);
    const { record } = await above.answer("stop");
    expect(count(await above.record(), "escalated")).toBe(2);
    expect(record.filter(({ kind }) => kind === "escalated")).toHaveLength(2);

    const below = open();
    await below.start({ scenario: "irreversible", escalation: "below interrupt()" });
    expect(count(await below.record(), "escalated")).toBe(0);
    await below.answer("stop");
    expect(count(await below.record(), "escalated")).toBe(1);
  });

  it("goes on by a person's word, past that step's tripwire alone", async () => {
    const order = open();
    await order.start({ scenario: "irreversible" });
    const end = await order.answer("go on");
    expect(end).toMatchObject({ status: "done", spent_usd: 1, waived: ["s3"] });
  });

  // LangGraph.js counts one more than it does: with a limit of 24 all 24 supersteps are done, and then it throws all the same.
  it.each([
    [25, "completes", "done"],
    [24, "does everything and throws", "done"],
    [23, "throws before the last node", "running"],
  ] as const)("needs 24 supersteps: with a recursion limit of %d it %s", async (limit, _what, status) => {
    const order = open(limit);
    const run = order.start({ scenario: "baseline" });
    if (limit === 25) await run;
    else await expect(run).rejects.toThrow(`Recursion limit of ${limit} reached`);
    const { values, next } = await order.state();
    expect({ status: values.status, next }).toEqual({ status, next: status === "done" ? [] : ["settle"] });
  });

  it.each([
    ["wrong type", /The result of act does not fit/],
    ["throws", /The service that does the step is down/],
    ["no answer", /timed out/i],
  ] as const)("fault %s: fails as an error of the tool, before anything of it is in the state", async (fault, message) => {
    const order = open();
    await expect(order.start({ fault })).rejects.toThrow(message);
    const { values, next } = await order.state();
    expect({ next, spent: values.spent_usd, status: values.status }).toEqual({ next: ["act"], spent: 0, status: "running" });
  });

  it("has definitions that nothing can change", () => {
    const [first] = DEFINITIONS;
    expect(() => Object.assign(first?.inputSchema ?? {}, { additionalProperties: true })).toThrow(TypeError);
  });
});
