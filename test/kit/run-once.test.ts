import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { z } from "zod";
import { idempotencyKey, runOnce } from "../../lib/kit/run-once";

let folder: string;
beforeEach(async () => (folder = await mkdtemp(join(tmpdir(), "effect-"))));
afterEach(() => rm(folder, { recursive: true, force: true }));

const schema = z.object({ sent: z.number() });

describe("runOnce", () => {
  it("does a thing once per key and remembers the result", async () => {
    let sent = 0;
    const send = (key: string) => runOnce({ folder, key, schema, run: async () => ({ sent: (sent += 1) }) });
    expect(await send("a")).toEqual({ result: { sent: 1 }, repeated: false });
    expect(await send("a")).toEqual({ result: { sent: 1 }, repeated: true });
    expect(await send("b")).toEqual({ result: { sent: 2 }, repeated: false });
  });

  it("does it once when many ask at the same time", async () => {
    let sent = 0;
    const run = async () => {
      await new Promise((resolve) => setTimeout(resolve, 10));
      return { sent: (sent += 1) };
    };
    const results = await Promise.all(Array.from({ length: 20 }, () => runOnce({ folder, key: "a", schema, run })));
    expect(sent).toBe(1);
    expect(results.filter(({ repeated }) => !repeated)).toHaveLength(1);
    expect(new Set(results.map(({ result }) => result.sent))).toEqual(new Set([1]));
  });

  it("tries again after a failure, and leaves nothing half done behind", async () => {
    await expect(runOnce({ folder, key: "a", schema, run: () => Promise.reject(new Error("offline")) })).rejects.toThrow("offline");
    expect(await runOnce({ folder, key: "a", schema, run: async () => ({ sent: 1 }) })).toEqual({ result: { sent: 1 }, repeated: false });
    expect(await readdir(folder)).toEqual(["a.json"]);
  });
});

describe("idempotencyKey", () => {
  it("is stable, and tells apart what only looks the same when joined", () => {
    expect(idempotencyKey("a", "b")).toBe(idempotencyKey("a", "b"));
    expect(idempotencyKey("a", "b")).not.toBe(idempotencyKey("ab", ""));
    expect(idempotencyKey("a", "b")).toMatch(/^[0-9a-f]{16}$/);
  });
});
