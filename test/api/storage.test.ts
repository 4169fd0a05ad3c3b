import { mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import Database from "better-sqlite3";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { z } from "zod";
import { PruneResultSchema, StorageReportSchema } from "../../lib/schema/storage";
import { ThreadSummarySchema } from "../../lib/schema/thread";
import { openStore } from "../../lib/store/open";
import { eventually } from "../support/client";
import { startTestServer, type TestServer } from "../support/server";
import { writeLargeThread } from "../bench/write-thread";
import { writeManyThreads } from "../bench/write-threads";

let server: TestServer;
let data: string;
let large: string;

beforeAll(async () => {
  data = mkdtempSync(join(tmpdir(), "retrograph-storage-"));
  const store = openStore({ path: join(data, "retrograph.db") });
  writeManyThreads(store, 60);
  large = writeLargeThread(store, { checkpoints: 300, branches: 10, state: 50_000, title: "The large one" });
  store.close();
  server = await startTestServer({ data });
});

afterAll(async () => {
  await server.close();
  rmSync(data, { recursive: true, force: true });
});

async function call(path: string, body?: unknown): Promise<{ status: number; json: unknown }> {
  const init = body === undefined ? {} : { method: "POST", body: JSON.stringify(body), headers: { "content-type": "application/json" } };
  const response = await fetch(`${server.url}${path}`, init);
  return { status: response.status, json: await response.json() };
}

const report = async () => StorageReportSchema.parse((await call("/api/debug/storage")).json);
const prune = async (body: unknown) => PruneResultSchema.parse((await call("/api/debug/storage/prune", body)).json);
const THREAD = () => ({ kind: "thread", thread_id: large });

describe("threads are listed by", () => {
  const list = async (query: Record<string, string>) => {
    const { status, json } = await call(`/api/debug/threads?${new URLSearchParams(query).toString()}`);
    expect(status).toBe(200);
    return z.object({ threads: z.array(ThreadSummarySchema), total: z.number() }).parse(json);
  };

  test("metadata, words, time and status", async () => {
    const pro = await list({ metadata: '{"customer":{"plan":"pro"}}', limit: "100" });
    expect(pro.total).toBeGreaterThan(0);
    expect(pro.threads.every((thread) => JSON.stringify(thread.metadata).includes('"plan":"pro"'))).toBe(true);
    expect((await list({ q: "T-17" })).threads[0]?.metadata.ticket).toBe("T-17");
    const since = "2026-06-01T00:00:00+02:00";
    const recent = await list({ updated_since: since, limit: "100" });
    expect(recent.threads.every((thread) => Date.parse(thread.updated_at) >= Date.parse(since))).toBe(true);
    const older = await list({ updated_until: since, limit: "100" });
    expect(recent.total + older.total).toBe((await list({})).total);
    expect((await list({ status: "error", metadata: '{"nothing":1}' })).total).toBe(0);
  });

  test("and what cannot be read is refused with its reason", async () => {
    for (const [query, field] of [
      ["metadata=user", "metadata"],
      ["metadata=[1]", "metadata"],
      ["updated_since=yesterday", "updated_since"],
    ] as const) {
      const { status, json } = await call(`/api/debug/threads?${query}`);
      expect(status).toBe(400);
      expect(json).toMatchObject({ error: { code: "invalid_request", details: { field } } });
    }
  });
});

describe("storage", () => {
  test("is reported by table and by thread", async () => {
    const before = await report();
    expect(before.threads[0]).toMatchObject({ thread_id: large, title: "The large one", checkpoints: 300, branches: 10 });
    expect(before.thread_count).toBe(61);
    const states = before.tables.find((table) => table.name === "checkpoints");
    expect(states?.bytes).toBeGreaterThan(before.bytes / 2);
    expect(before.tables.reduce((sum, table) => sum + table.bytes, 0)).toBeLessThanOrEqual(before.bytes + before.wal_bytes);
    expect(before).toMatchObject({ job: null, compacts_in_steps: true, active_runs: 0 });
  });

  test("says first what would go, then prunes it and shrinks the file", async () => {
    const before = await report();
    const rule = { kind: "keep_latest", count: 3 };
    const dry = await prune({ scope: THREAD(), rule, dry_run: true });
    expect(await report()).toMatchObject({
      bytes: before.bytes,
      threads: [{ checkpoints: 300 }, ...Array<object>(before.threads.length - 1).fill({})],
    });
    const done = await prune({ scope: THREAD(), rule });
    expect(done).toMatchObject({ checkpoints: dry.checkpoints, bytes: dry.bytes, threads: 0 });
    expect(done.file_bytes_after).toBeLessThan(done.file_bytes_before - dry.bytes / 2);
    const after = await report();
    expect(after.bytes).toBeLessThan(before.bytes / 2);
    expect(after.free_bytes).toBe(0);
    expect(await prune({ scope: THREAD(), rule })).toMatchObject({ checkpoints: 0 });
  });

  test("of old threads is given up with them, but for those that wait", async () => {
    const { total } = z.object({ total: z.number() }).parse((await call("/api/debug/threads?updated_until=2026-09-01T00:00:00Z")).json);
    const days = (Date.now() - Date.parse("2026-09-01T00:00:00Z")) / 86_400_000;
    const result = await prune({ scope: { kind: "all" }, rule: { kind: "older_than", days } });
    expect(result.threads).toBe(total);
    expect((await report()).thread_count).toBe(61 - total);
  });

  test("can be downloaded as a whole while the server works", async () => {
    const response = await fetch(`${server.url}/api/debug/storage/backup`);
    expect(response.headers.get("content-disposition")).toMatch(/^attachment; filename="retrograph-\d{4}-\d\d-\d\d\.db"$/);
    const path = join(data, "downloaded.db");
    writeFileSync(path, Buffer.from(await response.arrayBuffer()));
    const copy = new Database(path, { readonly: true });
    expect(copy.pragma("integrity_check", { simple: true })).toBe("ok");
    expect(copy.prepare("SELECT count(*) FROM checkpoints WHERE thread_id = ?").pluck().get(large)).toBeGreaterThan(20);
    copy.close();
  });

  test("leaves no copy behind when only its head is asked for, or the download is broken off", async () => {
    const copies = () => readdirSync(data).filter((name) => name.startsWith("retrograph.db.backup-"));
    expect((await fetch(`${server.url}/api/debug/storage/backup`, { method: "HEAD" })).status).toBe(200);
    const stop = new AbortController();
    const response = await fetch(`${server.url}/api/debug/storage/backup`, { signal: stop.signal });
    await response.body?.getReader().read();
    stop.abort();
    await eventually(
      () => Promise.resolve(copies()),
      (names) => names.length === 0,
    );
  });

  test("is not started on a thread that is cleaned up meanwhile", async () => {
    for (let delay = 0; delay < 8; delay += 1) {
      const { thread_id } = z.object({ thread_id: z.string() }).parse((await call("/threads", {})).json);
      const body = { assistant_id: "counter", input: { target: 3 } };
      await call(`/threads/${thread_id}/runs/wait`, body);
      const pruned = call("/api/debug/storage/prune", { scope: { kind: "thread", thread_id }, rule: { kind: "everything" } });
      await new Promise((resolve) => setTimeout(resolve, delay));
      const started = await call("/api/debug/runs", { graph_id: "counter", thread_id, input: { target: 3 } });
      await pruned;
      if (started.status !== 200) expect(started).toMatchObject({ status: 404, json: { error: { code: "thread_not_found" } } });
      const { run_id } = z.object({ run_id: z.string().default("") }).parse(started.json);
      // It ends well, or was cleaned up with its thread after that.
      const ended = await eventually(
        () => call(`/api/debug/runs/${run_id}`),
        ({ json }) => !/"status":"(pending|running)"/.test(JSON.stringify(json)),
      );
      expect(JSON.stringify(ended.json)).not.toContain('"status":"error"');
    }
  });

  test("refuses scopes and rules that there are not, and threads that are gone", async () => {
    const missing = "00000000-0000-4000-8000-000000000000";
    const rule = { kind: "everything" };
    expect(await call("/api/debug/storage/prune", { scope: { kind: "thread", thread_id: missing }, rule })).toMatchObject({
      status: 404,
      json: { error: { code: "thread_not_found" } },
    });
    expect(await call("/api/debug/storage/prune", { scope: { kind: "branch", thread_id: large, checkpoint_id: "none" }, rule })).toMatchObject({
      status: 404,
      json: { error: { code: "checkpoint_not_found" } },
    });
    expect(await call("/api/debug/storage/prune", { scope: { kind: "all" }, rule: { kind: "keep_latest", count: 0 } })).toMatchObject({
      status: 400,
    });
    expect(await call("/api/debug/storage/prune", { rule })).toMatchObject({ status: 400 });
  });

  test("runs and cleaning up do not get in each other's way", async () => {
    const created = z.object({ thread_id: z.string() }).parse((await call("/threads", {})).json);
    const run = call(`/threads/${created.thread_id}/runs/wait`, {
      assistant_id: "counter",
      input: { target: 200 },
      config: { recursion_limit: 500 },
    });
    const results = await Promise.all(
      Array.from({ length: 4 }, () => call("/api/debug/storage/prune", { scope: { kind: "all" }, rule: { kind: "keep_latest", count: 5 } })),
    );
    // One at a time: the others are told so.
    expect(results.some((result) => result.status === 200)).toBe(true);
    for (const { status, json } of results) if (status !== 200) expect(json).toMatchObject({ error: { code: "storage_busy" } });
    expect((await run).status).toBe(200);
    expect((await call("/api/debug/storage/compact", {})).status).toBe(200);
    expect((await report()).free_bytes).toBe(0);
  });
});
