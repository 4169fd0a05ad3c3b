import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { ReplayMode } from "../../lib/schema/replay";
import type { RunSpec } from "../../lib/schema/run";
import { readCheckpoint } from "../../lib/store/checkpoints";
import { listSpans } from "../../lib/store/spans";
import { readTimeline } from "../../lib/store/timeline";
import { startOpenAiServer, type OpenAiServer } from "../kit/openai-server";
import { RunnerHarness, dataOf, type FinishedRun } from "./harness";

const folder = mkdtempSync(join(tmpdir(), "retrograph-inside-"));
const logFile = join(folder, "log");
let runner: RunnerHarness;
let provider: OpenAiServer;

beforeAll(async () => {
  let count = 0;
  provider = await startOpenAiServer(({ messages }) => `Answer ${++count} to ${String(messages.at(-1)?.text)}`);
  runner = new RunnerHarness("replay", { env: { ...process.env, REPLAY_LOG: logFile, REPLAY_MODEL: provider.baseURL } });
  await runner.ready;
});
afterAll(async () => {
  await runner.close();
  await provider.close();
  rmSync(folder, { recursive: true, force: true });
});
beforeEach(() => writeFileSync(logFile, ""));

const ran = () => readFileSync(logFile, "utf8").split("\n").filter(Boolean);

async function firstCheckpoint(threadId: string): Promise<string> {
  const { checkpoints } = await readTimeline(runner.store, threadId, { checkpoint_ns: "", limit: 100 });
  return checkpoints.find(({ step }) => step === 0)?.checkpoint_id ?? "";
}

async function again(graphId: string, threadId: string, mode: ReplayMode, spec: Partial<RunSpec> = {}): Promise<FinishedRun> {
  const checkpoint_id = await firstCheckpoint(threadId);
  return await runner.run(graphId, {
    thread_id: threadId,
    cause: "replay",
    input: null,
    checkpoint_id,
    replay: { mode, from_thread_id: null },
    ...spec,
  });
}

async function valuesOf({ run, threadId }: FinishedRun) {
  return (await readCheckpoint(runner.store, { thread_id: threadId, checkpoint_id: run.head_checkpoint_id ?? "" }))?.values ?? {};
}

/** The stored values of every checkpoint that a run wrote, subgraphs' too, as text. */
function statesOf(runId: string): string[] {
  const rows = runner.store
    .prepare(
      `SELECT i.checkpoint_ns, CAST(c.checkpoint AS TEXT) FROM checkpoint_index AS i
       JOIN checkpoints AS c USING (thread_id, checkpoint_ns, checkpoint_id) WHERE i.run_id = ? ORDER BY i.checkpoint_ns = '', i.checkpoint_id`,
    )
    .raw()
    .all(runId) as [string, string][];
  return rows.map(([ns, text]) => {
    const values = (JSON.parse(text) as { channel_values: Record<string, unknown> }).channel_values;
    return `${ns.replace(/:[^|]*/g, "")} ${JSON.stringify(values)}`;
  });
}

describe("inside of subgraphs, retries, tasks and effects", () => {
  it("a strict replay repeats everything, bytes equal in every checkpoint, and overwrites none", async () => {
    const live = await runner.run("inner", { input: { n: 4 } });
    expect(live.run.state).toEqual({ status: "success" });
    expect(ran()).toEqual(["charge 4", "charge 2", "flaky", "flaky", "draw"]);
    const before = statesOf(live.run.run_id);
    writeFileSync(logFile, "");
    const first = await again("inner", live.threadId, "strict");
    const second = await again("inner", live.threadId, "strict");
    expect([first.run.state, second.run.state]).toEqual([{ status: "success" }, { status: "success" }]);
    expect(ran()).toEqual([]);
    expect(statesOf(second.run.run_id)).toEqual(statesOf(first.run.run_id));
    expect(statesOf(first.run.run_id).length).toBeGreaterThan(6);
    expect(statesOf(live.run.run_id)).toEqual(before);
    const { log } = await valuesOf(first);
    expect(log).toEqual(expect.arrayContaining([{ charged: 4, number: 1 }, { charged: 2, number: 2 }, "There, 2"]));
    const effects = (await listSpans(runner.store, first.run.run_id)).filter(({ kind }) => kind === "effect");
    expect(effects.map(({ name, source }) => [name, source])).toEqual([
      ["charge", "recorded"],
      ["charge", "recorded"],
    ]);
  });

  it("a dry run stands in for effects that were not recorded, and keeps nothing of them", async () => {
    const dry = await runner.run("inner", { input: { n: 77 }, replay: { mode: "dry", from_thread_id: null } });
    expect(dry.run.state).toEqual({ status: "success" });
    expect(ran()).not.toContain("charge 77");
    const { log } = await valuesOf(dry);
    expect(log).toEqual(expect.arrayContaining([expect.objectContaining({ dry_run: true })]));
    writeFileSync(logFile, "");
    const live = await again("inner", dry.threadId, "live", { replay: undefined });
    expect(live.run.state).toEqual({ status: "success" });
    expect(ran()).toContain("charge 77");
  });

  it("says of an output that JSON cannot hold that it was not kept, and stops there when strict", async () => {
    const live = await runner.run("inner.odd", { input: {} });
    expect((await valuesOf(live)).log).toEqual(["10"]);
    const strict = await again("inner.odd", live.threadId, "strict");
    expect(strict.run.state).toMatchObject({
      status: "error",
      error: { name: "not_recorded", node: "count", message: expect.stringMatching(/could not be kept: .*BigInt/) },
    });
    expect((await again("inner.odd", live.threadId, "recorded")).run.state).toEqual({ status: "success" });
  });
});

describe("a provider's model", () => {
  it("is answered as it answered, streamed or whole, without being asked", async () => {
    const live = await runner.run("inner.provider", { input: { n: 1 }, stream_modes: ["messages-tuple"] });
    expect(live.run.state).toEqual({ status: "success" });
    expect(provider.requests).toHaveLength(2);
    const before = await valuesOf(live);
    for (const mode of ["strict", "recorded", "dry"] as const) {
      const replayed = await again("inner.provider", live.threadId, mode, { stream_modes: ["messages-tuple"] });
      expect(replayed.run.state, mode).toEqual({ status: "success" });
      expect(await valuesOf(replayed), mode).toEqual(before);
      const streamed = dataOf(replayed.events, "messages").map((data) => (data as [{ content: string }])[0].content);
      expect(streamed.join(""), mode).toContain("Answer 1 to stream 1");
      const [first] = (await listSpans(runner.store, replayed.run.run_id)).filter(({ kind }) => kind === "model");
      expect([first?.source, first?.tokens?.total], mode).toEqual(["recorded", 18]);
    }
    expect(provider.requests).toHaveLength(2);
  });

  it("is not asked in a dry run, and says so", async () => {
    const dry = await runner.run("inner.provider", { input: { n: 2 }, replay: { mode: "dry", from_thread_id: null } });
    expect(dry.run.state).toEqual({ status: "success" });
    expect((await valuesOf(dry)).log).toEqual([expect.stringContaining("would have asked the model gpt-test")]);
    expect(provider.requests).toHaveLength(2);
  });

  it("has its errors recorded too", async () => {
    await provider.close();
    const live = await runner.run("inner.provider", { input: { n: 3 } });
    expect(live.run.state.status).toBe("error");
    const strict = await again("inner.provider", live.threadId, "strict");
    const [before, after] = [live.run.state, strict.run.state].map((state) => (state.status === "error" ? state.error : null));
    expect(after?.message).toBe(before?.message);
    expect(after?.name).toBe(before?.name);
  });
});

describe("a run that goes on with recorded results", () => {
  it("does an effect before a question again only on paper", async () => {
    const asked = await runner.run("inner.asks", { input: { n: 9 } });
    const [interrupt] = asked.run.state.status === "interrupted" ? asked.run.state.interrupts : [];
    expect(ran()).toEqual(["charge 9"]);
    const resumed = await runner.run("inner.asks", {
      thread_id: asked.threadId,
      cause: "resume",
      input: null,
      command: { resume: { [interrupt?.id ?? ""]: "yes" } },
      replay: { mode: "recorded", from_thread_id: null },
    });
    expect(resumed.run.state).toEqual({ status: "success" });
    expect(ran()).toEqual(["charge 9", "charge 100"]);
  });
});
