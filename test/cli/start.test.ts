import { spawn, type ChildProcess } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, describe, expect, test } from "vitest";
import { isAlive, projectFolder, startTestServer } from "../support/server";

const ROOT = resolve(import.meta.dirname, "../..");
const data = mkdtempSync(join(tmpdir(), "retrograph-start-"));
const children: ChildProcess[] = [];

afterAll(() => {
  for (const child of children) child.kill("SIGKILL");
  rmSync(data, { recursive: true, force: true });
});

/** Nothing of the machine's own settings. */
const BASE_ENV = { NODE_ENV: "production", PATH: process.env["PATH"], HOME: process.env["HOME"] } as const;

type Started = { child: ChildProcess; output: () => string; ended: Promise<number | null> };

function run(args: string[], env: Record<string, string> = {}): Started {
  const child = spawn(process.execPath, args, {
    cwd: ROOT,
    env: {
      ...BASE_ENV,
      PORT: "0",
      RETROGRAPH_PROJECT: projectFolder("basic"),
      RETROGRAPH_DATA: data,
      ...env,
    },
    stdio: ["ignore", "pipe", "pipe"],
  });
  children.push(child);
  let text = "";
  for (const stream of [child.stdout, child.stderr]) stream?.setEncoding("utf8").on("data", (chunk: string) => (text += chunk));
  return { child, output: () => text, ended: new Promise((done) => child.once("close", done)) };
}

const start = (env?: Record<string, string>) => run(["lib/cli/start.mjs"], env);

async function until(check: () => boolean, ms = 60_000): Promise<void> {
  const end = Date.now() + ms;
  while (!check()) {
    if (Date.now() > end) throw new Error("It never came true.");
    await sleep(50);
  }
}

describe("npm start", () => {
  test("says which setting is wrong and ends with an error", async () => {
    const { output, ended } = start({ PORT: "many" });
    expect(await ended).toBe(1);
    expect(output()).toMatch(/Nothing was started, because of these settings:\n {2}PORT: /);
  });

  test("says which port is taken and ends with an error", async () => {
    const other = createServer();
    await new Promise<void>((done) => other.listen(0, "127.0.0.1", done));
    const { port } = other.address() as AddressInfo;
    const { output, ended } = start({ PORT: String(port) });
    expect(await ended).toBe(1);
    expect(output()).toContain(`Port ${port} is taken by another program`);
    other.close();
  });

  test("says that the database is damaged, without a stack, and ends with an error", async () => {
    const damaged = mkdtempSync(join(tmpdir(), "retrograph-damaged-"));
    writeFileSync(join(damaged, "retrograph.db"), "This is no database. ".repeat(100));
    const { output, ended } = start({ RETROGRAPH_DATA: damaged });
    expect(await ended).toBe(1);
    expect(output()).toContain("The database file is damaged or is no SQLite database.");
    expect(output()).not.toMatch(/^\s+at /m);
    rmSync(damaged, { recursive: true, force: true });
  });

  test("prints one line with its address when the first page has been delivered, and ends politely", async () => {
    // Builds if need be, so that what follows measures a start and not a build.
    await (await startTestServer({ data })).close();
    const { child, output, ended } = start();
    await until(() => output().includes("is ready"));
    const line = /^Retrograph is ready at (http:\/\/127\.0\.0\.1:\d+) \(first page after \d+\.\d s\)$/m.exec(output());
    expect(line).not.toBeNull();
    const page = await fetch(`${line?.[1]}/`);
    expect(page.status).toBe(200);
    child.kill("SIGTERM");
    expect(await ended).toBe(0);
  });

  test("leaves no process behind when it is killed", async () => {
    const server = await startTestServer({ data });
    await until(() => server.runnerPids().length > 0);
    const runners = server.runnerPids();
    await server.kill();
    await until(() => !runners.some(isAlive), 10_000);
  });

  test("ends when the npm that started it is gone without a word, also through a shell that waits", async () => {
    const wrapper = `
      const child = require("node:child_process").spawn("sh", ["-c", "node lib/cli/start.mjs; true"], { stdio: "inherit" });
      setInterval(() => {}, 1000);`;
    const { child, output } = run(["-e", wrapper], {
      npm_lifecycle_event: "start",
      PATH: `${dirname(process.execPath)}:${process.env["PATH"] ?? ""}`,
    });
    await until(() => output().includes("is ready"));
    const address = /ready at (http:\S+)/.exec(output())?.[1] ?? "";
    expect((await fetch(`${address}/ok`)).status).toBe(200);
    child.kill("SIGKILL");
    const end = Date.now() + 15_000;
    while (Date.now() < end && (await fetch(`${address}/ok`).catch(() => null)) !== null) await sleep(100);
    await expect(fetch(`${address}/ok`)).rejects.toThrow();
  });
});
