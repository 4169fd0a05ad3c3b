import { randomUUID } from "node:crypto";
import { chmodSync, existsSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import Database from "better-sqlite3";
import { describe, expect, onTestFinished, test } from "vitest";
import { readCheckpoint } from "../../lib/store/checkpoints";
import { toStorageError } from "../../lib/store/errors";
import { SCHEMA_VERSION } from "../../lib/store/migrations";
import { openStore } from "../../lib/store/open";
import { appendEvents, readEvents } from "../../lib/store/run-events";
import { createIndexedSaver } from "../../lib/store/saver";
import { readTimeline } from "../../lib/store/timeline";
import { loop } from "./graphs";
import { tempFolder, tempStore } from "./temp-store";

function thrown(action: () => unknown): unknown {
  try {
    action();
  } catch (error) {
    return error;
  }
  throw new Error("nothing was thrown");
}

describe("opening", () => {
  test("creates the folder, the tables and a write-ahead log", () => {
    const path = join(tempFolder(), "a", "b", "retrograph.db");
    const store = tempStore(path);
    expect(existsSync(path)).toBe(true);
    expect(store.sqlite.pragma("journal_mode", { simple: true })).toBe("wal");
    expect(store.sqlite.prepare("SELECT max(version) FROM schema_migrations").pluck().get()).toBe(SCHEMA_VERSION);
  });

  test("a second time finds everything as it was", async () => {
    const path = join(tempFolder(), "retrograph.db");
    const first = openStore({ path });
    appendEvents(first, "r", [{ seq: 1, event: "values", data: "{}" }]);
    first.close();
    expect(await readEvents(tempStore(path), "r", { after: 0 })).toHaveLength(1);
  });

  test("a file that is no database says so and leaves the file alone", () => {
    const path = join(tempFolder(), "retrograph.db");
    writeFileSync(path, "these are my notes, not a database\n".repeat(100));
    const error = thrown(() => openStore({ path }));
    expect(error).toMatchObject({ name: "RetrographError", code: "storage_failed" });
    expect(String(error)).toContain(path);
    expect(String(error)).toContain("no SQLite database");
  });

  test("a database of a newer Retrograph is refused", () => {
    const path = join(tempFolder(), "retrograph.db");
    const store = openStore({ path });
    store.sqlite.prepare("INSERT INTO schema_migrations VALUES (?, 'from the future', '2030')").run(SCHEMA_VERSION + 1);
    store.close();
    expect(thrown(() => openStore({ path }))).toMatchObject({ code: "storage_failed", message: expect.stringContaining("newer Retrograph") });
  });

  test("a path whose folder is a file says so", () => {
    const folder = tempFolder();
    writeFileSync(join(folder, "data"), "");
    const error = thrown(() => openStore({ path: join(folder, "data", "retrograph.db") }));
    expect(error).toMatchObject({ code: "storage_failed" });
    expect(String(error)).toContain("retrograph.db");
  });

  test.skipIf(process.getuid?.() === 0)("a folder that may not be written to says so", () => {
    const folder = join(tempFolder(), "locked");
    mkdirSync(folder);
    chmodSync(folder, 0o500);
    expect(thrown(() => openStore({ path: join(folder, "retrograph.db") }))).toMatchObject({ code: "storage_failed" });
  });

  test("a folder of the system that nobody may write to says so", () => {
    const error = thrown(() => openStore({ path: "/sys/retrograph/retrograph.db" }));
    expect(error).toMatchObject({ code: "storage_failed" });
    expect(String(error)).toContain("/sys/retrograph");
  });
});

describe("while it is open", () => {
  test("a database that another program locks: a clear error, and everything saved so far is there", async () => {
    const store = tempStore();
    const threadId = randomUUID();
    const config = { configurable: { thread_id: threadId } };
    const graph = loop(createIndexedSaver(store), 3);
    await graph.invoke({}, config);
    const other = new Database(store.path);
    onTestFinished(() => void other.close());
    store.sqlite.pragma("busy_timeout = 50");
    other.exec("BEGIN EXCLUSIVE");
    await expect(graph.invoke({}, config)).rejects.toMatchObject({ code: "storage_locked" });
    expect(thrown(() => appendEvents(store, "r", [{ seq: 1, event: "values", data: "{}" }]))).toMatchObject({ code: "storage_locked" });
    other.exec("ROLLBACK");
    expect((await readTimeline(store, threadId, { checkpoint_ns: "", limit: 100 })).checkpoints).toHaveLength(5);
    await graph.invoke({ count: 0 }, config);
    expect((await readCheckpoint(store, { thread_id: threadId }))?.values.count).toBe(3);
  });

  test("a full disk: a clear error, the checkpoints before it stay, and it goes on when there is room again", async () => {
    const store = tempStore();
    const threadId = randomUUID();
    const config = { configurable: { thread_id: threadId }, recursionLimit: 1000, durability: "sync" as const };
    const graph = loop(createIndexedSaver(store), 500);
    const pages = Number(store.sqlite.pragma("page_count", { simple: true }));
    store.sqlite.pragma(`max_page_count = ${pages + 20}`);
    await expect(graph.invoke({}, config)).rejects.toMatchObject({ code: "storage_full", status: 507 });
    const saved = (await readTimeline(store, threadId, { checkpoint_ns: "", limit: 1000 })).checkpoints.length;
    expect(saved).toBeGreaterThan(5);
    expect(store.sqlite.pragma("integrity_check", { simple: true })).toBe("ok");
    store.sqlite.pragma("max_page_count = 1000000");
    expect(await graph.invoke(null, config)).toMatchObject({ count: 500 });
  });

  test("a checkpoint and its index entry are saved together or not at all", async () => {
    const store = tempStore();
    const threadId = randomUUID();
    store.sqlite.exec("CREATE TRIGGER refuse BEFORE INSERT ON checkpoint_index BEGIN SELECT RAISE(ABORT, 'no entry today'); END");
    await expect(loop(createIndexedSaver(store), 3).invoke({}, { configurable: { thread_id: threadId } })).rejects.toThrow("no entry today");
    expect(store.sqlite.prepare("SELECT count(*) FROM checkpoints").pluck().get()).toBe(0);
  });
});

test("errors of other kinds are no storage errors", () => {
  expect(toStorageError(new TypeError("x"))).toBeNull();
  expect(toStorageError("x")).toBeNull();
  expect(toStorageError(new Error("outer", { cause: Object.assign(new Error("inner"), { code: "SQLITE_IOERR_WRITE" }) }))).toMatchObject({
    code: "storage_failed",
  });
});
