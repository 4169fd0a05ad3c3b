import { afterAll, beforeAll, expect, test } from "vitest";
import { ReducedSchema, type Reduced } from "../../lib/schema/design-api";
import type { Json } from "../../lib/schema/json";
import { RunnerHarness } from "./harness";

let runner: RunnerHarness;

beforeAll(() => {
  runner = new RunnerHarness("design");
});
afterAll(() => runner.close());

async function reduce(channel: string, ...updates: Json[]): Promise<Reduced> {
  return ReducedSchema.parse(await runner.ask({ type: "reduce", graph_id: "reducers", channel, updates }));
}

test("shows what a reducer makes of each update, from the default on", async () => {
  expect(await reduce("notes", ["a"], ["b", "c"])).toEqual({ initial: [], steps: [["a"], ["a", "b", "c"]], error: null });
  expect(await reduce("title", "one", "two")).toEqual({ initial: null, steps: ["one", "two"], error: null });
});

test("takes each step as it was then, when the reducer changes its value in place", async () => {
  expect(await reduce("careless", [1], [2])).toEqual({
    initial: [0],
    steps: [
      [0, 1],
      [0, 1, 2],
    ],
    error: null,
  });
});

test("merges messages by their ids as LangGraph does", async () => {
  const { steps, error } = await reduce("messages", [{ role: "user", content: "hi", id: "1" }], [{ role: "user", content: "hello", id: "1" }]);
  expect(error).toBeNull();
  expect(steps).toMatchObject([[{ type: "human", content: "hi", id: "1" }], [{ type: "human", content: "hello", id: "1" }]]);
});

test("says which update the reducer failed at, and shows what came before", async () => {
  expect(await reduce("total", 1, "two", 3)).toEqual({ initial: 0, steps: [1], error: { update: 1, message: '"two" is no number' } });
  expect(await reduce("later", 1)).toMatchObject({ steps: [], error: { update: 0, message: expect.stringContaining("gave a promise") } });
});

test("refuses a channel that the loaded workflow does not have", async () => {
  await expect(reduce("nothing", 1)).rejects.toMatchObject({ code: "invalid_request", details: { field: "channel" } });
  await expect(reduce("__proto__", 1)).rejects.toMatchObject({ code: "invalid_request" });
});
