import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { JsonObject } from "../../lib/schema/json";
import type { RunSpec } from "../../lib/schema/run";
import { readCheckpoint } from "../../lib/store/checkpoints";
import { countRecordings } from "../../lib/store/recordings";
import { listSpans } from "../../lib/store/spans";
import { readTimeline } from "../../lib/store/timeline";
import { RunnerHarness } from "./harness";

const folder = mkdtempSync(join(tmpdir(), "retrograph-replay-"));
const logFile = join(folder, "log");
let runner: RunnerHarness;

beforeAll(async () => {
  runner = new RunnerHarness("replay", { env: { ...process.env, REPLAY_LOG: logFile } });
  await runner.ready;
});
afterAll(async () => {
  await runner.close();
  rmSync(folder, { recursive: true, force: true });
});
beforeEach(() => writeFileSync(logFile, ""));

/** What really ran since the test began. */
const ran = () => readFileSync(logFile, "utf8").split("\n").filter(Boolean);

async function firstCheckpoint(threadId: string): Promise<string> {
  const { checkpoints } = await readTimeline(runner.store, threadId, { checkpoint_ns: "", limit: 100 });
  const first = checkpoints.find(({ step }) => step === 0);
  if (first === undefined) throw new Error("The thread has no beginning");
  return first.checkpoint_id;
}

function stateText(threadId: string, checkpointId: string | null): string {
  const text: unknown = runner.store
    .prepare(`SELECT CAST(checkpoint AS TEXT) FROM checkpoints WHERE thread_id = ? AND checkpoint_ns = '' AND checkpoint_id = ?`)
    .pluck()
    .get(threadId, checkpointId);
  return JSON.stringify((JSON.parse(String(text)) as { channel_values: unknown }).channel_values);
}

async function again(threadId: string, mode: "recorded" | "strict" | "dry", spec: Partial<RunSpec> = {}) {
  return await runner.run("agent", {
    thread_id: threadId,
    cause: "replay",
    input: null,
    checkpoint_id: await firstCheckpoint(threadId),
    replay: { mode, from_thread_id: null },
    ...spec,
  });
}

describe("a run with recorded results", () => {
  it("answers equal calls with what they returned, and says so in the trace", async () => {
    const live = await runner.run("agent", { input: { amount: 3 } });
    expect(live.run.state).toEqual({ status: "success" });
    expect(ran()).toEqual(["model", "book_room Bern", "charge_card", "model"]);
    expect(countRecordings(runner.store, live.threadId)).toBe(4);
    expect((await listSpans(runner.store, live.run.run_id)).map(({ source }) => source)).not.toContain("live");
    writeFileSync(logFile, "");

    const replayed = await again(live.threadId, "recorded");
    expect(replayed.run.state).toEqual({ status: "success" });
    expect(ran()).toEqual([]);
    const spans = (await listSpans(runner.store, replayed.run.run_id)).filter(({ kind }) => kind === "model" || kind === "tool");
    expect(spans.map(({ kind, name, source, status }) => [kind, name, source, status])).toEqual([
      ["model", "scripted", "recorded", "done"],
      ["tool", "book_room", "recorded", "done"],
      ["tool", "charge_card", "recorded", "failed"],
      ["model", "scripted", "recorded", "done"],
    ]);
    const [before, after] = await Promise.all(
      [live, replayed].map(async ({ run, threadId }) => {
        const view = await readCheckpoint(runner.store, { thread_id: threadId, checkpoint_id: run.head_checkpoint_id ?? "" });
        return view?.values;
      }),
    );
    // A tool's message gets its id where it is added to the others.
    const known = (values: typeof before) =>
      (values?.messages as JsonObject[]).map((message) => (message["type"] === "tool" ? { ...message, id: null } : message));
    expect(known(after)).toEqual(known(before));
    expect(JSON.stringify(after?.log)).toContain('"code":"declined"');
  });

  it("calls what has another input than before, and records that too", async () => {
    const live = await runner.run("agent", { input: { amount: 4, city: "Chur" } });
    writeFileSync(logFile, "");
    await runner.run("agent", { thread_id: live.threadId, input: { amount: 5 }, replay: { mode: "recorded", from_thread_id: null } });
    expect(ran()).toContain("charge_card");
    expect(ran()).not.toContain("book_room Chur");
    expect(countRecordings(runner.store, live.threadId)).toBeGreaterThan(4);
  });

  it("runs a tool that asks, because what it returns depends on the answer", async () => {
    const asked = await runner.run("agent.asking", { input: {} });
    expect(asked.run.state.status).toBe("interrupted");
    const [interrupt] = asked.run.state.status === "interrupted" ? asked.run.state.interrupts : [];
    const spec = { thread_id: asked.threadId, cause: "resume", input: null } as const;
    const yes = await runner.run("agent.asking", { ...spec, command: { resume: { [interrupt?.id ?? ""]: "yes" } } });
    expect(yes.run.state.status).toBe("success");
    writeFileSync(logFile, "");
    const replay = await runner.run("agent.asking", {
      ...spec,
      cause: "replay",
      checkpoint_id: await firstCheckpoint(asked.threadId),
      replay: { mode: "recorded", from_thread_id: null },
    });
    expect(replay.run.state.status).toBe("interrupted");
    expect(ran()).toEqual([]);
  });

  it("gives back commands as commands", async () => {
    const live = await runner.run("agent.commanding", { input: {} });
    expect(live.run.state).toEqual({ status: "success" });
    const replay = await runner.run("agent.commanding", {
      thread_id: live.threadId,
      cause: "replay",
      input: null,
      checkpoint_id: await firstCheckpoint(live.threadId),
      replay: { mode: "strict", from_thread_id: null },
    });
    expect(replay.run.state).toEqual({ status: "success" });
    const view = await readCheckpoint(runner.store, { thread_id: live.threadId, checkpoint_id: replay.run.head_checkpoint_id ?? "" });
    expect(view?.values.log).toEqual(["handed over", "end"]);
  });
});

describe("a strict replay", () => {
  it("gives the same state each time, bytes equal, also of parallel tasks, ids and times", async () => {
    const live = await runner.run("agent", { input: { amount: 3 } });
    writeFileSync(logFile, "");
    const first = await again(live.threadId, "strict");
    const second = await again(live.threadId, "strict");
    expect([first.run.state, second.run.state]).toEqual([{ status: "success" }, { status: "success" }]);
    expect(ran()).toEqual([]);
    expect(first.run.head_checkpoint_id).not.toBe(second.run.head_checkpoint_id);
    expect(stateText(live.threadId, second.run.head_checkpoint_id)).toBe(stateText(live.threadId, first.run.head_checkpoint_id));
    expect(stateText(live.threadId, first.run.head_checkpoint_id)).not.toBe(stateText(live.threadId, live.run.head_checkpoint_id));
  });

  it("stops at a call that was not recorded, and says what differs", async () => {
    const live = await runner.run("agent", { input: { amount: 3 } });
    writeFileSync(logFile, "");
    const edited = await runner.run("agent", {
      thread_id: live.threadId,
      cause: "fork",
      input: { amount: 7 },
      replay: { mode: "strict", from_thread_id: null },
    });
    expect(edited.run.state.status).toBe("error");
    const state = edited.run.state;
    if (state.status !== "error") return;
    expect(state.error.name).toBe("not_recorded");
    expect(state.error.node).toBe("think");
    expect(state.error.message).toContain("scripted");
    expect(ran()).toEqual([]);
  });

  it("names the argument that differs", async () => {
    const live = await runner.run("agent", { input: { amount: 3 } });
    const update = {
      type: "update_state" as const,
      graph_id: "agent",
      thread_id: live.threadId,
      checkpoint: { checkpoint_id: await firstCheckpoint(live.threadId), checkpoint_ns: "" },
      supersteps: [[{ values: { amount: 9 }, as_node: "__start__" }]],
    };
    const written = (await runner.ask(update)) as { checkpoint_id: string };
    const stopped = await again(live.threadId, "strict", { checkpoint_id: written.checkpoint_id });
    expect(stopped.run.state).toMatchObject({
      status: "error",
      error: { name: "not_recorded", node: "charge", message: expect.stringMatching(/charge_card in charge .*differs in: argument amount/) },
    });
  });

  it("leaves the clock and the ids of other runs alone", async () => {
    const live = await runner.run("agent", { input: { amount: 3 } });
    const [strict, other] = await Promise.all([again(live.threadId, "strict"), runner.run("agent", { input: { amount: 3 } })]);
    expect(strict.run.state.status).toBe("success");
    const view = await readCheckpoint(runner.store, { thread_id: other.threadId, checkpoint_id: other.run.head_checkpoint_id ?? "" });
    const [own] = (view?.values.log ?? []) as { at: number }[];
    expect(Math.abs((own?.at ?? 0) - Date.now())).toBeLessThan(60_000);
    expect(Date.parse((await listSpans(runner.store, strict.run.run_id))[0]?.started_at ?? "")).toBeGreaterThan(Date.parse(live.run.created_at));
  });
});
