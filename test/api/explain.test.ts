import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { CheckpointViewSchema, TimelinePageSchema, type TimelineEntry } from "../../lib/schema/checkpoint";
import { ForkResultSchema } from "../../lib/schema/debug-api";
import { RevisionReportSchema, RoutesSchema, WhySchema } from "../../lib/schema/explain";
import { WorkflowSchema } from "../../lib/schema/graph";
import { RunSchema, type Run } from "../../lib/schema/run";
import { openStore } from "../../lib/store/open";
import { story, type StoryOptions } from "../support/changing-workflow";
import { call, codeOf, eventually, sdk } from "../support/client";
import { startTestServer, type TestServer } from "../support/server";

let project: string;
let server: TestServer;

function write(name: string, text: string): void {
  writeFileSync(join(project, "graphs", name), text);
}

/** Changes a workflow's file and waits until the runner has loaded it. */
async function edit(id: string, text: string): Promise<void> {
  const revision = await revisionOf(id);
  write(`${id}.ts`, text);
  await eventually(
    () => revisionOf(id),
    (now) => now !== revision,
  );
}

async function revisionOf(id: string): Promise<string | null> {
  const workflow = WorkflowSchema.safeParse((await call(server.url, `/api/design/graphs/${id}`)).body);
  if (!workflow.success) return null;
  return workflow.data.status === "loaded" ? workflow.data.description.revision : "failed";
}

async function get(path: string): Promise<unknown> {
  const answer = await call(server.url, path);
  expect(answer.status, answer.text).toBe(200);
  return answer.body;
}

async function finished(body: Record<string, unknown>): Promise<Run> {
  const answer = await call(server.url, "/api/debug/runs", { json: body });
  expect(answer.status, answer.text).toBe(200);
  const { run_id } = RunSchema.parse(answer.body);
  return eventually(
    async () => RunSchema.parse(await get(`/api/debug/runs/${run_id}`)),
    (run) => run.state.status !== "pending" && run.state.status !== "running",
  );
}

async function timeline(threadId: string): Promise<TimelineEntry[]> {
  return TimelinePageSchema.parse(await get(`/api/debug/threads/${threadId}/timeline`)).checkpoints;
}

async function view(threadId: string, checkpointId: string) {
  return CheckpointViewSchema.parse(await get(`/api/debug/threads/${threadId}/checkpoints/${checkpointId}`));
}

async function report(threadId: string, checkpointId: string) {
  return RevisionReportSchema.parse(await get(`/api/debug/threads/${threadId}/revision?checkpoint_id=${checkpointId}`));
}

const migrate = (threadId: string, json: unknown) => call(server.url, `/api/debug/threads/${threadId}/migrate`, { json });

/** A run of a fresh workflow that has failed in its drafting node. */
async function failedRun(id: string, names: StoryOptions = {}): Promise<{ run: Run; head: TimelineEntry }> {
  write(`${id}.ts`, story(names));
  await eventually(
    () => revisionOf(id),
    (revision) => revision !== null && revision !== "failed",
  );
  const run = await finished({ graph_id: id, input: { topic: "tea" } });
  expect(run.state.status).toBe("error");
  const [head] = await timeline(run.thread_id);
  if (head === undefined) throw new Error("there is no checkpoint");
  return { run, head };
}

beforeAll(async () => {
  project = mkdtempSync(join(tmpdir(), "retrograph-explain-"));
  mkdirSync(join(project, "graphs"));
  symlinkSync(resolve(import.meta.dirname, "../../node_modules"), join(project, "node_modules"));
  write("first.ts", story({}));
  server = await startTestServer({ project });
}, 300_000);

afterAll(async () => {
  await server?.close();
  rmSync(project, { recursive: true, force: true });
});

describe("a fix is tried on the exact state that failed", () => {
  test("the changed code runs from the failed checkpoint, and the run has the new revision", async () => {
    const { run, head } = await failedRun("mended");
    expect(await report(run.thread_id, head.checkpoint_id)).toMatchObject({ then: run.revision, now: run.revision, changes: [], blockers: [] });
    await edit("mended", story({ fails: false }));
    const changed = await report(run.thread_id, head.checkpoint_id);
    expect(changed).toMatchObject({ then: run.revision, blockers: [], changes: [{ kind: "node_code", node: "draft" }] });
    expect(changed.now).not.toBe(run.revision);
    const second = await finished({ graph_id: "mended", thread_id: run.thread_id });
    expect(second).toMatchObject({ state: { status: "success" }, cause: "resume", revision: changed.now, from_checkpoint_id: head.checkpoint_id });
    const [last] = await timeline(run.thread_id);
    // What had finished beside the failed node did not run again.
    expect((await view(run.thread_id, last?.checkpoint_id ?? "")).values).toEqual({
      topic: "tea",
      notes: ["planned", "checked", "drafted tea", "published 3", "again"],
    });
  });
});

describe("a node that was renamed", () => {
  test("is refused with the reason by both APIs, is mapped, and the run goes on under the new name", async () => {
    const { run, head } = await failedRun("renamed");
    const threadId = run.thread_id;
    await edit("renamed", story({ draft: "compose", fails: false }));

    const refused = await call(server.url, "/api/debug/runs", { json: { graph_id: "renamed", thread_id: threadId } });
    expect([refused.status, codeOf(refused)]).toEqual([409, "revision_conflict"]);
    expect(refused.text).toContain('no node \\"draft\\" any more');
    const details = RevisionReportSchema.parse((refused.body as { error: { details: unknown } }).error.details);
    expect(details.blockers).toMatchObject([{ kind: "node_gone", name: "draft" }]);
    expect(details.renames[0]).toMatchObject({ kind: "node", from: "draft", to: "compose" });
    expect(details.renames[0]?.likeness).toBeGreaterThan(0.5);
    const api = await sdk(server.url)
      .runs.wait(threadId, "renamed", { input: null })
      .catch((error: unknown) => error);
    expect(String(api)).toMatch(/revision_conflict|no node/);

    const migrated = await migrate(threadId, { checkpoint_id: head.checkpoint_id, nodes: { draft: "compose" } });
    expect(migrated.status, migrated.text).toBe(200);
    const fork = ForkResultSchema.parse(migrated.body);
    const entries = await timeline(threadId);
    const [copy] = entries;
    expect(copy).toMatchObject({ checkpoint_id: fork.checkpoint_id, source: "fork", parent_checkpoint_id: head.parent_checkpoint_id });
    expect([...(copy?.next ?? [])].sort()).toEqual(["check", "compose"]);
    // The other branch keeps its old names.
    expect([...(entries.find(({ checkpoint_id }) => checkpoint_id === head.checkpoint_id)?.next ?? [])].sort()).toEqual(["check", "draft"]);
    const tasks = (await view(threadId, fork.checkpoint_id)).tasks.map(({ name, status }) => [name, status]);
    expect(tasks.sort()).toEqual([
      ["check", "done"],
      ["compose", "pending"],
    ]);
    const why = WhySchema.parse(await get(`/api/debug/threads/${threadId}/why?checkpoint_id=${fork.checkpoint_id}&node=compose`));
    expect(why.tasks[0]?.triggers[0]?.causes).toMatchObject([{ source: "plan" }]);

    const second = await finished({ graph_id: "renamed", thread_id: threadId });
    expect(second.state.status).toBe("success");
    const [last] = await timeline(threadId);
    expect((await view(threadId, last?.checkpoint_id ?? "")).values).toMatchObject({
      notes: ["planned", "checked", "drafted tea", "published 3", "again"],
    });
    // The old checkpoint stays refused, and says why.
    const old = await call(server.url, "/api/debug/runs", { json: { graph_id: "renamed", thread_id: threadId, checkpoint_id: head.checkpoint_id } });
    expect(codeOf(old)).toBe("revision_conflict");
    expect((await call(server.url, "/api/debug/runs", { json: { graph_id: "renamed", thread_id: threadId, input: { topic: "" } } })).status).toBe(
      200,
    );
  });

  test("takes its channel along, whose value would have vanished", async () => {
    const { run, head } = await failedRun("channel");
    await edit("channel", story({ notes: "remarks", fails: false }));
    const found = await report(run.thread_id, head.checkpoint_id);
    expect(found.blockers).toMatchObject([{ kind: "channel_gone", name: "notes" }]);
    expect(found.renames).toMatchObject([{ kind: "channel", from: "notes", to: "remarks" }]);
    const answer = await migrate(run.thread_id, { checkpoint_id: head.checkpoint_id, channels: { notes: "remarks" } });
    expect(answer.status, answer.text).toBe(200);
    const copy = await view(run.thread_id, ForkResultSchema.parse(answer.body).checkpoint_id);
    expect(copy.values).toEqual({ topic: "tea", remarks: ["planned"] });
    expect((await finished({ graph_id: "channel", thread_id: run.thread_id })).state.status).toBe("success");
    const [last] = await timeline(run.thread_id);
    expect((await view(run.thread_id, last?.checkpoint_id ?? "")).values["remarks"]).toEqual([
      "planned",
      "checked",
      "drafted tea",
      "published 3",
      "again",
    ]);
  });

  test("can only become what is there, and all that is next must be there", async () => {
    const { run, head } = await failedRun("strict");
    await edit("strict", story({ draft: "compose", fails: false }));
    const codes = async (body: Record<string, unknown>) => {
      const answer = await migrate(run.thread_id, { checkpoint_id: head.checkpoint_id, ...body });
      return [answer.status, codeOf(answer)];
    };
    expect(await codes({})).toEqual([400, "invalid_request"]);
    expect(await codes({ nodes: { draft: "nobody" } })).toEqual([404, "node_not_found"]);
    expect(await codes({ nodes: { never: "compose" } })).toEqual([404, "node_not_found"]);
    expect(await codes({ nodes: { draft: "check" } })).toEqual([400, "invalid_request"]);
    expect(await codes({ nodes: { plan: "again" } })).toEqual([409, "revision_conflict"]);
    expect(await codes({ nodes: { draft: "compose" }, channels: { notes: "topic" } })).toEqual([400, "invalid_request"]);
    expect(await codes({ nodes: { draft: "compose" }, channels: { never: "notes" } })).toEqual([400, "invalid_request"]);
    expect(codeOf(await migrate(run.thread_id, { checkpoint_id: "1f000000-0000-6000-8000-000000000000", nodes: { draft: "compose" } }))).toBe(
      "checkpoint_not_found",
    );
    const edited = await call(server.url, `/api/debug/threads/${run.thread_id}/fork`, {
      json: { checkpoint_id: head.checkpoint_id, values: { topic: "x" }, as_node: "draft" },
    });
    expect([edited.status, codeOf(edited)]).toEqual([404, "node_not_found"]);
    expect(edited.text).toContain("compose");
  });
});

describe("a node that was renamed inside of a subgraph", () => {
  const nested = (inner: string, fails: boolean) => `
import { Annotation, START, StateGraph } from "@langchain/langgraph";
const State = Annotation.Root({ notes: Annotation<string[]>({ reducer: (a, b) => a.concat(b), default: () => [] }) });
const child = new StateGraph(State)
  .addNode("first", () => ({ notes: ["first"] }))
  .addNode("${inner}", () => {
    ${fails ? 'if (inner !== "") throw new Error("inside");' : ""}
    return { notes: ["second"] };
  })
  .addEdge(START, "first")
  .addEdge("first", "${inner}")
  .compile();
const inner = "${inner}";
export const graph = new StateGraph(State).addNode("child", child).addNode("end", () => ({ notes: ["end"] })).addEdge(START, "child").addEdge("child", "end");
`;

  test("is refused where the subgraph would be entered half-way, and a fork starts it anew", async () => {
    write("nested.ts", nested("second", true));
    await eventually(
      () => revisionOf("nested"),
      (revision) => revision !== null,
    );
    const { thread_id } = await finished({ graph_id: "nested", input: { notes: [] } });
    await edit("nested", nested("renamed", false));
    const [head] = await timeline(thread_id);
    const refused = await call(server.url, "/api/debug/runs", { json: { graph_id: "nested", thread_id } });
    expect([refused.status, codeOf(refused)]).toEqual([409, "revision_conflict"]);
    expect(refused.text).toContain('stopped before its node \\"second\\"');
    expect((await report(thread_id, head?.checkpoint_id ?? "")).blockers).toMatchObject([{ kind: "node_gone", name: "child:second" }]);
    const fork = await call(server.url, `/api/debug/threads/${thread_id}/fork`, { json: { checkpoint_id: head?.checkpoint_id } });
    expect(fork.status, fork.text).toBe(200);
    expect((await finished({ graph_id: "nested", thread_id })).state.status).toBe("success");
    const [last] = await timeline(thread_id);
    expect((await view(thread_id, last?.checkpoint_id ?? "")).values).toEqual({ notes: ["first", "second", "end"] });
  });
});

describe("why not", () => {
  test("the router of today is asked on a past state, and nothing is saved", async () => {
    write("asked.ts", story({ fails: false }));
    await eventually(
      () => revisionOf("asked"),
      (revision) => revision !== null,
    );
    const run = await finished({ graph_id: "asked", input: { topic: "tea" } });
    const entries = await timeline(run.thread_id);
    const after = entries.find(({ nodes }) => nodes.includes("publish"));
    expect(after?.next).toEqual(["again"]);
    const ask = async (node: string, checkpoint = after?.checkpoint_id) =>
      call(server.url, `/api/debug/threads/${run.thread_id}/routes`, { json: { checkpoint_id: checkpoint, node } });
    const before = RoutesSchema.parse((await ask("publish")).body);
    expect(before.routes).toMatchObject([{ outcome: { ok: true, targets: [{ node: "again", label: "more" }] } }]);
    await edit("asked", story({ fails: false, limit: 2 }));
    expect((await report(run.thread_id, after?.checkpoint_id ?? "")).changes).toMatchObject([{ kind: "router_code", node: "publish" }]);
    const now = RoutesSchema.parse((await ask("publish")).body);
    expect(now.routes).toMatchObject([{ outcome: { ok: true, targets: [{ node: "__end__", label: "enough" }] } }]);
    expect(await timeline(run.thread_id)).toEqual(entries);
    expect(codeOf(await ask("nobody"))).toBe("node_not_found");
    expect(codeOf(await ask("publish", "1f000000-0000-6000-8000-000000000000"))).toBe("checkpoint_not_found");
  });

  test("a router that spins is ended, and the next answer comes from a new process", async () => {
    write(
      "spins.ts",
      story({ fails: false }).replace(
        "function enough(state: typeof State.State) {",
        'function enough(state: typeof State.State) {\n  while (state.topic === "spin");',
      ),
    );
    await eventually(
      () => revisionOf("spins"),
      (revision) => revision !== null,
    );
    const run = await finished({ graph_id: "spins", input: { topic: "tea" } });
    const first = (await timeline(run.thread_id)).find(({ nodes }) => nodes.includes("publish"));
    const fork = await call(server.url, `/api/debug/threads/${run.thread_id}/fork`, {
      json: { checkpoint_id: first?.checkpoint_id, values: { topic: "spin" }, as_node: "again" },
    });
    const { checkpoint_id } = ForkResultSchema.parse(fork.body);
    const answer = await call(server.url, `/api/debug/threads/${run.thread_id}/routes`, { json: { checkpoint_id, node: "publish" } });
    expect([answer.status, codeOf(answer)]).toEqual([503, "runner_crashed"]);
    expect(answer.text).toContain("The router after publish gave no answer");
    expect((await finished({ graph_id: "spins", input: { topic: "tea" } })).state.status).toBe("success");
  });
});

describe("bad data", () => {
  test("nodes, threads and checkpoints that do not exist are named", async () => {
    const { run, head } = await failedRun("missing");
    const why = (query: string) => call(server.url, `/api/debug/threads/${run.thread_id}/why?${query}`);
    expect(codeOf(await why(`checkpoint_id=${head.checkpoint_id}&node=nobody`))).toBe("node_not_found");
    expect(codeOf(await why(`checkpoint_id=1f000000-0000-6000-8000-000000000000&node=draft`))).toBe("checkpoint_not_found");
    expect(codeOf(await why(`checkpoint_id=${head.checkpoint_id}`))).toBe("invalid_request");
    expect(
      codeOf(await call(server.url, `/api/debug/threads/0198c000-0000-7000-8000-000000000000/revision?checkpoint_id=${head.checkpoint_id}`)),
    ).toBe("thread_not_found");
  });

  test("a workflow that does not load any more still explains its past, and says what blocks it", async () => {
    const { run, head } = await failedRun("broken");
    await edit("broken", "export const graph = ;\n");
    expect(await report(run.thread_id, head.checkpoint_id)).toMatchObject({
      then: run.revision,
      now: null,
      blockers: [{ kind: "workflow_failed", message: expect.stringContaining("graphs/broken.ts:1") }],
    });
    const explained = WhySchema.parse(await get(`/api/debug/threads/${run.thread_id}/why?checkpoint_id=${head.checkpoint_id}&node=draft`));
    expect(explained.tasks[0]?.triggers[0]?.causes).toMatchObject([{ via: "edge", source: "plan" }]);
    const waiting = WhySchema.parse(await get(`/api/debug/threads/${run.thread_id}/why?checkpoint_id=${head.checkpoint_id}&node=publish`));
    expect(waiting.missing).toMatchObject([{ reason: "It waits for draft and check." }]);
  });

  test("checkpoints of another program have no revision and are told from their rows; a damaged one says so", async () => {
    const { run, head } = await failedRun("foreign");
    const store = openStore({ path: join(server.data, "retrograph.db") });
    try {
      store.prepare(`UPDATE checkpoint_index SET run_id = NULL WHERE thread_id = ?`).run(run.thread_id);
      store.prepare(`UPDATE checkpoints SET metadata = json_remove(CAST(metadata AS TEXT), '$.revision') WHERE thread_id = ?`).run(run.thread_id);
      await edit("foreign", story({ draft: "drafted", fails: false }));
      const found = await report(run.thread_id, head.checkpoint_id);
      expect(found).toMatchObject({ then: null, changes: [], blockers: [{ kind: "node_gone", name: "draft" }] });
      expect(found.renames[0]).toMatchObject({ from: "draft", to: "drafted" });
      expect((await migrate(run.thread_id, { checkpoint_id: head.checkpoint_id, nodes: { draft: "drafted" } })).status).toBe(200);
      expect((await finished({ graph_id: "foreign", thread_id: run.thread_id })).state.status).toBe("success");
      store.prepare(`UPDATE checkpoints SET checkpoint = ? WHERE checkpoint_id = ?`).run(Buffer.from("{"), head.checkpoint_id);
      expect(codeOf(await migrate(run.thread_id, { checkpoint_id: head.checkpoint_id, nodes: { draft: "drafted" } }))).toBe("checkpoint_damaged");
      expect(codeOf(await call(server.url, `/api/debug/threads/${run.thread_id}/revision?checkpoint_id=${head.checkpoint_id}`))).toBe(
        "checkpoint_damaged",
      );
    } finally {
      store.close();
    }
  });
});
