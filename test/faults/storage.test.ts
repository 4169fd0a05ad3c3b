import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, statfsSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import Database from "better-sqlite3";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { RunSchema, type Run } from "../../lib/schema/run";
import { call, codeOf, eventually, sdk } from "../support/client";
import { projectFolder, startTestServer, type TestServer } from "../support/server";

let server: TestServer | null = null;

afterEach(async () => {
  await server?.close();
  server = null;
});

async function started(options: Parameters<typeof startTestServer>[0]): Promise<TestServer> {
  server = await startTestServer(options);
  return server;
}

async function ended(url: string, runId: string): Promise<Run> {
  return eventually(
    async () => RunSchema.parse((await call(url, `/api/debug/runs/${runId}`)).body),
    (run) => run.state.status !== "pending" && run.state.status !== "running",
    60_000,
  );
}

test("a database that another program keeps locked: a clear answer, and all is well when it lets go", async () => {
  const { url, data } = await started({});
  const client = sdk(url);
  const thread = await client.threads.create();
  await client.runs.wait(thread.thread_id, "counter", { input: { n: 1 } });
  const other = new Database(join(data, "retrograph.db"));
  other.exec("BEGIN EXCLUSIVE");
  const refused = await call(url, "/threads", { json: {} });
  expect([refused.status, codeOf(refused)]).toEqual([503, "storage_locked"]);
  expect(refused.text).toContain("locked");
  expect((await call(url, `/threads/${thread.thread_id}/state`)).status).toBe(200);
  other.exec("ROLLBACK");
  other.close();
  expect(await client.runs.wait(thread.thread_id, "counter", { input: { n: 2 } })).toMatchObject({ n: 6 });
});

test("a lock in the middle of a run: the run ends with the reason or goes on, and nothing saved is lost", async () => {
  const { url, data } = await started({});
  const client = sdk(url);
  const thread = await client.threads.create();
  const run = await client.runs.create(thread.thread_id, "slow", { input: { steps: 20 } });
  await eventually(
    () => client.threads.getState<{ n?: number }>(thread.thread_id),
    (state) => (state.values.n ?? 0) >= 3,
  );
  const other = new Database(join(data, "retrograph.db"));
  other.exec("BEGIN IMMEDIATE");
  await new Promise((resolve) => setTimeout(resolve, 7000));
  other.exec("ROLLBACK");
  other.close();
  const end = await ended(url, run.run_id);
  if (end.state.status === "error") expect(end.state.error.message).toContain("locked");
  else expect(end.state.status).toBe("success");
  const before = await client.threads.getState<{ n: number }>(thread.thread_id);
  expect(before.values.n).toBeGreaterThanOrEqual(3);
  if (end.state.status === "error") expect(await client.runs.wait(thread.thread_id, "slow", { input: null })).toMatchObject({ n: 20 });
});

test("a second server on the same data folder says so, and leaves the first one's runs alone", async () => {
  const { url, data } = await started({});
  const client = sdk(url);
  const thread = await client.threads.create();
  const run = await client.runs.create(thread.thread_id, "slow", { input: { steps: 20 } });
  const second = await startTestServer({ data }).then(
    async (other) => {
      await other.close();
      return "it started";
    },
    (error: unknown) => String(error),
  );
  expect(second).toContain("Another Retrograph works with the data folder");
  expect((await ended(url, run.run_id)).state.status).toBe("success");
  await server?.kill();
  server = await startTestServer({ data });
  expect((await call(server.url, `/threads/${thread.thread_id}/state`)).status).toBe(200);
});

/** A small disk of our own, where this machine lets us have one. */
function mountSmallDisk(): string | null {
  const folder = mkdtempSync(join(tmpdir(), "retrograph-disk-"));
  try {
    execFileSync("/bin/mount", ["-t", "tmpfs", "-o", "size=64m", "tmpfs", folder], { stdio: "ignore" });
    return folder;
  } catch {
    rmSync(folder, { recursive: true });
    return null;
  }
}

const disk = mountSmallDisk();

describe.skipIf(disk === null)("a disk that is full", () => {
  const folder = disk ?? "";
  const filler = join(folder, "filler");

  beforeAll(() => rmSync(filler, { force: true }));

  afterAll(() => {
    execFileSync("/bin/umount", ["-l", folder]);
    rmSync(folder, { recursive: true, force: true });
  });

  function fill(): void {
    const { bavail, bsize } = statfsSync(folder);
    writeFileSync(filler, Buffer.alloc(bavail * bsize));
  }

  test("refuses new work with a clear answer, keeps what there is, and goes on when there is room", async () => {
    const { url } = await started({ project: projectFolder("faulty"), data: join(folder, "data") });
    const client = sdk(url);
    const thread = await client.threads.create();
    await client.runs.wait(thread.thread_id, "throws", { input: { fail: false } });
    fill();
    const answers = [];
    for (let at = 0; at < 50 && answers.at(-1)?.status !== 507; at++)
      answers.push(await call(url, "/threads", { json: { metadata: { text: "x".repeat(50_000) } } }));
    expect(codeOf(answers.at(-1) ?? { status: 0, headers: new Headers(), body: null, text: "" })).toBe("storage_full");
    expect((await client.threads.getState(thread.thread_id)).values).toMatchObject({ log: ["before", "fine"] });
    rmSync(filler);
    expect(await client.runs.wait(thread.thread_id, "throws", { input: { fail: false } })).toMatchObject({
      log: ["before", "fine", "before", "fine"],
    });
  });

  test("ends a run that fills it with the reason, which is saved when there is room", async () => {
    const { url } = await started({ project: projectFolder("faulty"), data: join(folder, "data") });
    const answer = await call(url, "/api/debug/runs", { json: { graph_id: "large", input: { megabytes: 40 } } });
    const run = await ended(url, RunSchema.parse(answer.body).run_id);
    expect(run.state).toMatchObject({ status: "error", error: { name: "storage_full" } });
    expect((await call(url, `/api/debug/threads/${run.thread_id}/timeline`)).status).toBe(200);
    execFileSync("/bin/mount", ["-o", "remount,size=256m", folder]);
    await eventually(
      () => call(url, `/api/debug/threads/${run.thread_id}`),
      (summary) => summary.text.includes('"status":"error"'),
    );
    expect((await call(url, "/threads", { json: {} })).status).toBe(200);
  });
});
