import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { createServer, type Server } from "node:net";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import Database from "better-sqlite3";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { readCheckpoint } from "../../lib/store/checkpoints";
import { countRecordings } from "../../lib/store/recordings";
import { listSpans } from "../../lib/store/spans";
import { getItem, putItem } from "../../lib/store/store-items";
import { RunnerHarness, type FinishedRun } from "./harness";

const folder = mkdtempSync(join(tmpdir(), "retrograph-dry-"));
const file = join(folder, "written");
const DRY = { mode: "dry", from_thread_id: null } as const;
let runner: RunnerHarness;
let server: Server;
let port: number;
let connections = 0;
let received = "";

beforeAll(async () => {
  server = createServer((socket) => {
    connections += 1;
    socket.on("data", (data) => {
      received += data.toString();
      socket.end("HTTP/1.1 200 OK\r\ncontent-length: 0\r\nconnection: close\r\n\r\n");
    });
    socket.on("error", () => undefined);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  port = (server.address() as AddressInfo).port;
  runner = new RunnerHarness("replay");
  await runner.ready;
});
afterAll(async () => {
  await runner.close();
  server.close();
  rmSync(folder, { recursive: true, force: true });
});

async function logOf({ run, threadId }: FinishedRun): Promise<unknown> {
  const view = await readCheckpoint(runner.store, { thread_id: threadId, checkpoint_id: run.head_checkpoint_id ?? "" });
  return view?.values.log;
}

describe("a dry run", () => {
  it("lets nothing out of a node, whatever it tries", async () => {
    const opening = await runner.run("attacks.opening", { input: { port, file } });
    const [names] = (await logOf(opening)) as [string[]];
    expect(names.length).toBeGreaterThan(25);
    const before = connections;
    for (const attack of names) {
      const { run } = await runner.run("attacks", { input: { attack, port, file }, replay: DRY });
      expect(run.state, attack).toMatchObject({
        status: "error",
        error: { name: "DryRunError", node: "try", message: expect.stringContaining("This would have") },
      });
      expect(existsSync(file), attack).toBe(false);
    }
    await new Promise((resolve) => setTimeout(resolve, 100));
    expect(connections).toBe(before);
    expect(received).toBe("");
    const notes = new Database(`${file}.sqlite`, { readonly: true });
    expect(notes.prepare("SELECT * FROM notes").pluck().all()).toEqual(["first"]);
    notes.close();
    // The same without a dry run goes out.
    await runner.run("attacks", { input: { attack: "fetch", port, file } });
    expect(received).toContain("GET /");
  });

  it("puts a stand-in for a tool that tries to get out, even when it catches the error", async () => {
    const dry = await runner.run("attacks.viaTool", { input: { attack: "fetch", port, file }, replay: DRY });
    expect(dry.run.state.status).toBe("success");
    expect(await logOf(dry)).toEqual([expect.stringContaining("This would have called get_page")]);
    const [span] = (await listSpans(runner.store, dry.run.run_id)).filter(({ kind }) => kind === "tool");
    expect(span?.source).toBe("stubbed");
  });

  it("does what only looks, stands in for what changes something, and keeps memory to itself", async () => {
    putItem(runner.store, { namespace: ["notes"], key: "one", value: JSON.stringify({ text: "old" }) });
    const before = connections;
    const dry = await runner.run("attacks.mixed", { input: { port }, replay: DRY });
    expect(dry.run.state).toEqual({ status: "success" });
    expect(await logOf(dry)).toEqual([
      expect.stringContaining("This would have called send_mail"),
      "noon",
      expect.stringContaining("asked the model gpt-test"),
      { before: { text: "old" }, after: { text: "changed" }, found: ["one", "two"] },
      0,
    ]);
    expect(connections).toBe(before);
    expect(JSON.parse(getItem(runner.store, ["notes"], "one")?.value ?? "null")).toEqual({ text: "old" });
    expect(getItem(runner.store, ["notes"], "two")).toBeNull();
    const spans = (await listSpans(runner.store, dry.run.run_id)).filter(({ kind }) => kind === "tool" || kind === "model");
    expect(spans.map(({ name, source }) => [name, source])).toEqual([
      ["gpt-test", "stubbed"],
      ["send_mail", "stubbed"],
      ["get_time", "live"],
    ]);
    expect(countRecordings(runner.store, dry.threadId)).toBe(0);
  });

  it("leaves other runs of the process free to do what they do", async () => {
    const [dry, live] = await Promise.all([
      runner.run("attacks", { input: { attack: "later, by a timer", port, file }, replay: DRY }),
      runner.run("attacks", { input: { attack: "later, by many promises", port, file } }),
    ]);
    expect(dry.run.state.status).toBe("error");
    expect(live.run.state).toEqual({ status: "success" });
    expect(existsSync(file)).toBe(true);
    rmSync(file);
  });
});
