import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Repeat } from "../../lib/schema/effect";
import { effectsOfTask, listRepeats } from "../../lib/store/effects";
import { reconcile } from "../../lib/store/reconcile";
import { listSpans } from "../../lib/store/spans";
import { readTimeline } from "../../lib/store/timeline";
import { RunnerHarness } from "./harness";

let runner: RunnerHarness;
beforeAll(async () => {
  runner = new RunnerHarness("effects");
  await runner.ready;
});
afterAll(() => runner.close());

const answer = { cause: "resume", command: { resume: "yes" } } as const;

/** Runs to the question, and answers it. */
async function askAndAnswer(how: string) {
  const first = await runner.run("mail", { input: { how } });
  const second = await runner.run("mail", { ...answer, thread_id: first.threadId });
  return { threadId: first.threadId, runs: [first.run, second.run], repeats: await repeatsOf(first.threadId) };
}

async function repeatsOf(threadId: string): Promise<Repeat[]> {
  return (await listRepeats(runner.store, { thread_id: threadId })).repeats.filter(({ cause }) => cause !== "loop");
}

const shape = ({ cause, name, node, effects, same_input, key, happened, uncertain }: Repeat) => ({
  cause,
  name,
  node,
  times: effects.length,
  same_input,
  key,
  happened,
  uncertain,
});
const TWICE = { cause: "resume", name: "send_mail", node: "mail", times: 2, same_input: true, key: "missing", happened: 2, uncertain: 0 };

describe("Effects of a resumed node", () => {
  it.each(["with config", "without config"])("are seen twice, called %s", async (how) => {
    const { repeats, runs } = await askAndAnswer(how);
    expect(repeats.map(shape)).toEqual([TWICE]);
    expect(repeats[0]?.effects.map(({ run_id }) => run_id)).toEqual(runs.map(({ run_id }) => run_id));
    const taskIds = new Set(repeats[0]?.effects.map(({ task_id }) => task_id));
    expect(taskIds.size).toBe(1);
    const [taskId] = taskIds;
    expect(await effectsOfTask(runner.store, [taskId ?? ""])).toEqual(repeats[0]?.effects);
  });

  it("are none for tools that only look, by their name or their own word", async () => {
    expect((await askAndAnswer("only looking")).repeats).toEqual([]);
  });

  it("go by the hint of an MCP server against the name", async () => {
    expect((await askAndAnswer("hinted")).repeats.map(shape)).toEqual([{ ...TWICE, name: "get_turn" }]);
  });

  it("say that the key was equal and the second one did nothing", async () => {
    const { repeats } = await askAndAnswer("with a key");
    expect(repeats.map(shape)).toEqual([{ ...TWICE, name: "send_once", key: "equal", happened: 1 }]);
    expect(repeats[0]?.effects.map(({ deduplicated, idempotency_key }) => [deduplicated, idempotency_key])).toEqual([
      [false, "k1"],
      [true, "k1"],
    ]);
  });

  it("are matched by their turn where the arguments differ", async () => {
    expect((await askAndAnswer("another way each time")).repeats.map(shape)).toEqual([{ ...TWICE, same_input: false }]);
  });

  it("do not count a tool that stopped to ask before it did anything", async () => {
    expect((await askAndAnswer("asking")).repeats).toEqual([]);
  });

  it.each(["effect", "effect in a tool"])("happen once with effect(), and the second is the kept one: %s", async (how) => {
    const { repeats, runs } = await askAndAnswer(how);
    expect(repeats.map(shape)).toEqual([{ ...TWICE, name: "deliver", key: "equal", happened: 1 }]);
    expect(repeats[0]?.effects.map(({ source }) => source)).toEqual(["live", "kept"]);
    const spans = await listSpans(runner.store, runs[1]?.run_id ?? "");
    expect(spans.filter(({ kind }) => kind === "effect").map(({ name }) => name)).toEqual(["deliver"]);
  });

  it("happen once in a task()", async () => {
    expect((await askAndAnswer("task")).repeats).toEqual([]);
  });

  it("are told apart from the same call twice in one go", async () => {
    const { repeats, threadId } = await askAndAnswer("twice");
    expect(repeats.map(shape)).toEqual([TWICE, TWICE]);
    const loops = (await listRepeats(runner.store, { thread_id: threadId, cause: "loop" })).repeats;
    expect(loops.map(({ effects }) => effects.length)).toEqual([2, 2]);
  });
});

describe("Effects of a node that is tried again", () => {
  it("are a retry", async () => {
    const { threadId } = await runner.run("mail", { input: { how: "failing" } });
    expect((await repeatsOf(threadId)).map(shape)).toEqual([{ ...TWICE, cause: "retry" }]);
  });
});

describe("An effect whose process died", () => {
  it("was written before it began, and is lost: nobody knows what it did", async () => {
    const doomed = new RunnerHarness("effects");
    try {
      const { threadId } = await doomed.start("mail", { input: { how: "dying" } });
      await doomed.exited;
      await reconcile(doomed.store, "The test killed it");
      const rows = doomed.store.prepare(`SELECT name, node, status, source FROM effects WHERE thread_id = ?`).all(threadId);
      expect(rows).toEqual([{ name: "send_and_die", node: "mail", status: "lost", source: "live" }]);
    } finally {
      await doomed.close();
    }
  });
});

describe("Effects on branches", () => {
  it("are a loop further on, and a replay on another branch", async () => {
    const { threadId } = await askAndAnswer("only looking");
    const loops = async () => (await listRepeats(runner.store, { thread_id: threadId })).repeats;
    expect((await loops()).map(shape)).toEqual([{ ...TWICE, cause: "loop", node: "again" }]);

    const timeline = await readTimeline(runner.store, threadId, { checkpoint_ns: "", limit: 100 });
    const before = timeline.checkpoints.find(({ next }) => next.includes("again"));
    await runner.run("mail", { thread_id: threadId, cause: "replay", input: null, checkpoint_id: before?.checkpoint_id ?? null });
    const found = (await loops()).map(shape);
    expect(found.filter(({ cause }) => cause === "replay").map(({ node }) => node)).toEqual(["once more", "again"]);
    expect(found.filter(({ cause }) => cause === "loop")).toHaveLength(2);
  });
});

describe("Effects in subgraphs", () => {
  it("are repeated where the subgraph keeps nothing, and not where it does", async () => {
    const first = await runner.run("nested", { input: { to: "a" } });
    const thread_id = first.threadId;
    await runner.run("nested", { ...answer, thread_id });
    expect((await repeatsOf(thread_id)).map(shape)).toEqual([]);
    await runner.run("nested", { ...answer, thread_id });
    expect((await repeatsOf(thread_id)).map(shape)).toEqual([{ ...TWICE, node: "caller:write" }]);
    const loops = (await listRepeats(runner.store, { thread_id, cause: "loop" })).repeats;
    expect(loops.map(shape)).toEqual([{ ...TWICE, cause: "loop", node: "worker" }]);
  });
});
