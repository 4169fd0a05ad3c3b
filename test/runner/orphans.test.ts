import { spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { openStore } from "../../lib/store/open";
import { insertRun } from "../../lib/store/runs";
import { createThread } from "../../lib/store/threads";
import { HOME, fullSpec, pendingRun } from "./harness";

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

it("ends with its parent, even while a workflow spins", async () => {
  const folder = mkdtempSync(join(tmpdir(), "retrograph-orphan-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const dbPath = join(folder, "retrograph.db");
  const spec = fullSpec(randomUUID(), randomUUID(), "spins", { input: { go: true } });
  const store = openStore({ path: dbPath });
  await createThread(store, { thread_id: spec.thread_id, graph_id: "spins", metadata: {}, title: "spins" });
  await insertRun(store, pendingRun(spec));
  store.close();
  const parent = spawn(process.execPath, ["--import", "tsx", join(HOME, "test/runner/parent.ts"), dbPath, HOME, JSON.stringify(spec)], { cwd: HOME });
  onTestFinished(() => void parent.kill("SIGKILL"));
  const pid = await new Promise<number>((resolve) => parent.stdout.once("data", (text) => resolve(Number(String(text).trim()))));
  expect(isAlive(pid)).toBe(true);
  parent.kill("SIGKILL");
  await expect.poll(() => isAlive(pid), { timeout: 10_000 }).toBe(false);
});
