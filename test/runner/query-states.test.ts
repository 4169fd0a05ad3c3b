import { randomUUID } from "node:crypto";
import { END, START, Annotation, StateGraph, type BaseCheckpointSaver } from "@langchain/langgraph";
import { expect, test } from "vitest";
import { ExpressionError } from "../../lib/expression/error";
import { evaluate } from "../../lib/expression/evaluate";
import { parseExpression } from "../../lib/expression/parse";
import { channelsOf } from "../../lib/expression/scope";
import { Room, toJson } from "../../lib/expression/value";
import { findState, watchStates } from "../../lib/runner/query-states";
import { FindResultSchema, WatchResultSchema, type Evaluated } from "../../lib/schema/travel";
import { blameCheckpoint } from "../../lib/server/blame";
import { readCheckpoint } from "../../lib/store/checkpoints";
import type { Store } from "../../lib/store/open";
import { readPath } from "../../lib/store/path";
import { createIndexedSaver } from "../../lib/store/saver";
import { writeLargeThread } from "../bench/write-thread";
import { functional, nested } from "../store/graphs";
import { tempStore } from "../store/temp-store";
import { RunnerHarness } from "./harness";

/** Counts in every second round, and notes each round. */
function rounds(checkpointer: BaseCheckpointSaver, count: number) {
  const State = Annotation.Root({
    round: Annotation<number>(),
    even: Annotation<number>(),
    notes: Annotation<string[]>({ reducer: (left, right) => left.concat(right), default: () => [] }),
  });
  return new StateGraph(State)
    .addNode("go", ({ round = 0 }) => ({
      round: round + 1,
      notes: [`note ${round}`],
      ...(round % 2 === 0 ? { even: round } : {}),
    }))
    .addEdge(START, "go")
    .addConditionalEdges("go", ({ round }) => (round < count ? "go" : END), ["go", END])
    .compile({ checkpointer });
}

async function played(count = 12): Promise<{ store: Store; thread_id: string; head: string; path: Awaited<ReturnType<typeof readPath>> }> {
  const store = tempStore();
  const thread_id = randomUUID();
  await rounds(createIndexedSaver(store), count).invoke({}, { configurable: { thread_id } });
  const head = await headOf(store, thread_id);
  return { store, thread_id, head, path: await readPath(store, { thread_id, checkpoint_ns: "", checkpoint_id: head }) };
}

async function headOf(store: Store, thread_id: string, checkpoint_ns = ""): Promise<string> {
  return (await readCheckpoint(store, { thread_id, checkpoint_ns }))?.checkpoint_id ?? "";
}

function watch(store: Store, thread_id: string, checkpoint_id: string, expressions: string[], rest: { limit?: number; checkpoint_ns?: string } = {}) {
  return watchStates(store, { type: "watch", id: 1, thread_id, body: { checkpoint_id, checkpoint_ns: "", expressions, limit: 500, ...rest } });
}

function find(store: Store, thread_id: string, checkpoint_id: string, condition: string, strategy: "linear" | "binary" = "linear") {
  return findState(store, { type: "find", id: 1, thread_id, body: { checkpoint_id, checkpoint_ns: "", condition, strategy } });
}

/** What comes out when every state is read whole. */
async function naive(store: Store, thread_id: string, path: readonly { checkpoint_id: string }[], text: string): Promise<Evaluated[]> {
  const parsed = parseExpression(text);
  if (!parsed.ok) throw new Error(parsed.message);
  const views = await Promise.all(path.map(({ checkpoint_id }) => readCheckpoint(store, { thread_id, checkpoint_id })));
  return views.map((view, index) => {
    const before = index === 0 ? {} : { previous: channelsOf({ ...EMPTY, ...views[index - 1]?.values }) };
    try {
      return {
        ok: true,
        value: toJson(evaluate(parsed.program, { ...before, state: channelsOf({ ...EMPTY, ...view?.values }) }), new Room(Infinity)),
      };
    } catch (error) {
      if (error instanceof ExpressionError) return { ok: false, message: error.message };
      throw error;
    }
  });
}

/** A channel that holds nothing yet is there all the same. */
const EMPTY = { round: { $type: "undefined" }, even: { $type: "undefined" }, notes: { $type: "undefined" } };

test("watching gives what reading every state gives", async () => {
  const { store, thread_id, head, path } = await played();
  const expressions = [
    "round",
    "even",
    "notes?.length",
    "previous.round",
    "round === previous.round",
    "even > 3 && notes.length > 5",
    "notes.at(-1)",
  ];
  const { points, total } = await watch(store, thread_id, head, expressions);
  expect(total).toBe(path.length);
  expect(points.map((point) => point.checkpoint_id)).toEqual(path.map((entry) => entry.checkpoint_id));
  for (const [index, text] of expressions.entries()) {
    expect(
      points.map((point) => point.values[index]),
      text,
    ).toEqual(await naive(store, thread_id, path, text));
  }
});

test("a whole state can be looked at, and a name that it does not have is told", async () => {
  const { store, thread_id, head } = await played(2);
  const { points } = await watch(store, thread_id, head, ["keys(state)", "noets"]);
  expect(points.at(-1)?.values[0]).toEqual({ ok: true, value: expect.arrayContaining(["round", "even", "notes"]) });
  expect(points.at(-1)?.values[1]).toMatchObject({ ok: false, message: expect.stringContaining("noets") });
});

test("points are spread over a long path with both ends", async () => {
  const { store, thread_id, head, path } = await played();
  const { points, total } = await watch(store, thread_id, head, ["round"], { limit: 5 });
  expect(points).toHaveLength(5);
  expect(total).toBe(path.length);
  expect(points[0]?.checkpoint_id).toBe(path[0]?.checkpoint_id);
  expect(points.at(-1)?.checkpoint_id).toBe(head);
});

test("the first state is found one after the other and by halving", async () => {
  const { store, thread_id, head, path } = await played();
  const linear = await find(store, thread_id, head, "round >= 7");
  const binary = await find(store, thread_id, head, "round >= 7", "binary");
  expect(linear.found).toMatchObject({ values: { round: 7 } });
  expect(binary.found).toEqual(linear.found);
  expect(binary.examined).toBeLessThan(linear.examined);
  expect(linear.total).toBe(path.length);
  expect(await find(store, thread_id, head, "round > 1000")).toMatchObject({ found: null, examined: path.length });
  expect(await find(store, thread_id, head, "round > 1000", "binary")).toMatchObject({ found: null, examined: 1 });
});

test("what is true only for a while is found by linear search alone", async () => {
  const { store, thread_id, head } = await played();
  expect((await find(store, thread_id, head, "round === 3")).found).toMatchObject({ values: { round: 3 } });
  expect((await find(store, thread_id, head, "round === 3", "binary")).found).toBeNull();
});

test("a state that is damaged is passed over, and counted; what the index tells of it is told", async () => {
  const { store, thread_id, head, path } = await played();
  const hit = path[4]?.checkpoint_id ?? "";
  store.sqlite.prepare(`UPDATE checkpoints SET checkpoint = substr(checkpoint, 1, 60) WHERE checkpoint_id = ?`).run(hit);
  const found = await find(store, thread_id, head, 'round >= 7 && notes[0] === "note 0"');
  expect(found).toMatchObject({ found: { values: { round: 7 } }, failed: { count: 1, message: expect.stringContaining("damaged") } });
  const { points } = await watch(store, thread_id, head, ["notes[0]", "round"]);
  expect(points.filter((point) => point.values[0]?.ok === false).map((point) => point.checkpoint_id)).toEqual([hit]);
  expect(points[4]?.values[1]).toEqual({ ok: true, value: 3 });
});

test("a search that nobody waits for any more ends", async () => {
  const store = tempStore();
  const thread_id = writeLargeThread(store, { checkpoints: 1500, branches: 1, state: 20_000, growth: 1 });
  const checkpoint_id = await headOf(store, thread_id);
  const abort = new AbortController();
  const body = { checkpoint_id, checkpoint_ns: "", condition: 'notes.some((note) => note.id === "nowhere")', strategy: "linear" as const };
  const search = findState(store, { type: "find", id: 1, thread_id, body }, undefined, abort.signal);
  setImmediate(() => abort.abort());
  await expect(search).rejects.toMatchObject({ code: "invalid_request" });
});

test("the server can have a runner end a search that it no longer needs", async () => {
  const harness = new RunnerHarness("basic");
  try {
    await harness.ready;
    const thread_id = writeLargeThread(harness.store, { checkpoints: 1500, branches: 1, state: 20_000, growth: 1 });
    const checkpoint_id = await headOf(harness.store, thread_id);
    const body = { checkpoint_id, checkpoint_ns: "", condition: 'notes.some((note) => note.id === "nowhere")', strategy: "linear" as const };
    const outcome = new Promise((resolve) =>
      harness.child.onMessage((message) => message.type === "reply" && message.id === 9999 && resolve(message.outcome)),
    );
    harness.child.send({ type: "find", id: 9999, thread_id, body });
    harness.child.send({ type: "forget", id: 9999 });
    expect(await outcome).toMatchObject({ ok: false, error: { code: "invalid_request" } });
  } finally {
    await harness.close();
  }
});

test("rows of an index without outlines are searched as well", async () => {
  const { store, thread_id, head } = await played();
  const search = () => find(store, thread_id, head, "round > 8 && notes.length > 9");
  const { found, examined, failed } = await search();
  store.sqlite.prepare(`UPDATE checkpoint_index SET outline = NULL`).run();
  expect(await search()).toMatchObject({ found, examined, failed });
  expect(found?.values).toEqual({ round: 10, "notes.length": 10 });
});

test("an expression that cannot be read is refused with its place", async () => {
  const { store, thread_id, head } = await played(1);
  await expect(watch(store, thread_id, head, ["round", "round = 3"])).rejects.toMatchObject({
    code: "invalid_expression",
    details: { expression: "round = 3", index: expect.any(Number) },
  });
  await expect(find(store, thread_id, "nowhere", "true")).rejects.toMatchObject({ code: "checkpoint_not_found" });
});

test("what a short text makes large is not written out, and what all values take together has an end", async () => {
  const { store, thread_id, head } = await played(20);
  const nested = `[1]${".map((a) => [a, a, a, a, a, a, a, a, a, a])".repeat(12)}`;
  const large = `["x"]${".map((a) => a + a)".repeat(18)}.map((a) => [a, a, a])`;
  const started = performance.now();
  const { points } = await watch(store, thread_id, head, [nested, large, large, large, large, "round"]);
  expect(performance.now() - started).toBeLessThan(20_000);
  expect(points.at(-1)?.values).toEqual([
    ...Array.from({ length: 5 }, () => ({ ok: false, message: expect.stringContaining("All values together") })),
    { ok: true, value: 20 },
  ]);
  expect(points[0]?.values.slice(0, 2)).toMatchObject([
    { ok: false, message: expect.stringContaining("too large to show: more than") },
    { ok: true },
  ]);
  expect(JSON.stringify(points).length).toBeLessThan(40_000_000);
});

test("a subgraph's states and those of a functional workflow can be watched", async () => {
  const store = tempStore();
  const saver = createIndexedSaver(store);
  const [outer, calculated] = [randomUUID(), randomUUID()];
  await nested(saver).invoke({ log: [] }, { configurable: { thread_id: outer } });
  const ns = String(store.sqlite.prepare(`SELECT checkpoint_ns FROM checkpoints WHERE checkpoint_ns <> '' LIMIT 1`).pluck().get());
  const inner = await watch(store, outer, await headOf(store, outer, ns), ["log.length"], { checkpoint_ns: ns });
  expect(inner.points.at(-1)?.values).toEqual([{ ok: true, value: 2 }]);

  const config = { configurable: { thread_id: calculated } };
  await functional(saver).invoke({ value: 2 }, config);
  const { points } = await watch(store, calculated, await headOf(store, calculated), ["state"]);
  expect(points.at(-1)?.values[0]?.ok).toBe(true);
});

test("channels that are saved as what was written to them are watched, searched and blamed as what they hold", async () => {
  const runner = new RunnerHarness("features");
  try {
    await runner.ready;
    const { threadId: thread_id } = await runner.run("delta");
    const body = { checkpoint_id: await headOf(runner.store, thread_id), checkpoint_ns: "" };
    const watched = await runner.ask({ type: "watch", thread_id, body: { ...body, expressions: ["words.at(-1)", "messages.length"], limit: 100 } });
    const { points } = WatchResultSchema.parse(watched);
    expect(points.slice(2).map((point) => point.values[0])).toEqual(
      [...Array.from({ length: 8 }, (_, n) => `word ${n}`), "again"].map((value) => ({ ok: true, value })),
    );
    expect(points.at(-1)?.values[1]).toEqual({ ok: true, value: 6 });
    const condition = 'words.includes("word 5")';
    const found = FindResultSchema.parse(await runner.ask({ type: "find", thread_id, body: { ...body, condition, strategy: "linear" } }));
    expect(found.found?.step).toBe(points.find((point) => point.values[0]?.ok && point.values[0].value === "word 5")?.step);

    const before = points.at(-2)?.checkpoint_id ?? "";
    const given = { words: ["word 4", "word 5", "word 6", "word 7"] };
    const blame = await blameCheckpoint(runner.store, { thread_id, checkpoint_ns: "" }, before, given);
    const steps = (channel: string) => blame.channels[channel]?.items?.map((index) => (index === null ? null : blame.writers[index]?.step));
    expect(steps("words")).toEqual([5, 6, 7, 8]);
    expect(steps("messages")).toEqual([2, 3, 5, 6, 7, 8]);
  } finally {
    await runner.close();
  }
});

test("2,000 growing states are searched in a moment, by halving in an instant", async () => {
  const store = tempStore();
  const thread_id = writeLargeThread(store, { checkpoints: 2000, branches: 1, state: 100_000 });
  const head = await headOf(store, thread_id);
  const linear = await find(store, thread_id, head, "count >= 1990");
  const binary = await find(store, thread_id, head, "notes.length >= 1500", "binary");
  expect(linear.found).toMatchObject({ values: { count: 1990 } });
  expect(binary.found).toMatchObject({ step: 1500, values: { "notes.length": 1500 } });
  expect(linear.ms).toBeLessThan(5000);
  expect(binary.ms).toBeLessThan(1000);
});
