import { spawn, type ChildProcess } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";

const ROOT = resolve(import.meta.dirname, "../..");
const START_MS = 60_000;
const BUILD_MS = 300_000;

export type TestServer = {
  url: string;
  port: number;
  /** The server's data folder. */
  data: string;
  /** The server's process. */
  pid: number;
  /** What it has written so far. */
  output(): string;
  /** Processes of runners that belong to it now. */
  runnerPids(): number[];
  /** SIGKILLs its runners. */
  killRunner(): void;
  /** SIGKILLs the server itself and nothing else. */
  kill(): Promise<void>;
  /** Ends it politely; deletes the data folder if it made it. */
  close(): Promise<void>;
};

export type TestServerOptions = {
  /** The opened project; default: the tiny workflows in `test/support/graphs/basic`. */
  project?: string;
  /** Data folder that outlives the server. */
  data?: string;
  env?: Record<string, string>;
};

/** Folder of a project with tiny workflows. */
export function projectFolder(name: "basic" | "faulty"): string {
  return join(ROOT, "test/support/graphs", name);
}

function run(args: string[]): Promise<void> {
  return new Promise((done, fail) => {
    const child = spawn(process.execPath, args, { cwd: ROOT, stdio: ["ignore", "inherit", "inherit"] });
    child.once("exit", (code) => (code === 0 ? done() : fail(new Error(`node ${args.join(" ")} ended with ${code}`))));
  });
}

/** Builds the web app when it is stale; test files that run at the same time wait for one another. */
async function buildOnce(): Promise<void> {
  const lock = join(ROOT, "node_modules", ".retrograph-build-lock");
  const until = Date.now() + BUILD_MS;
  for (;;) {
    try {
      mkdirSync(lock);
      break;
    } catch {
      // A lock that outlived its owner is broken at the end of the wait.
      if (Date.now() > until) rmSync(lock, { recursive: true, force: true });
      await sleep(200);
    }
  }
  try {
    await run([join(ROOT, "lib/cli/build.mjs")]);
  } finally {
    rmdirSync(lock);
  }
}

function childrenOf(pid: number): number[] {
  return readdirSync("/proc").flatMap((name) => {
    if (!/^\d+$/.test(name)) return [];
    try {
      const parent = /^PPid:\s*(\d+)/m.exec(readFileSync(`/proc/${name}/status`, "utf8"))?.[1];
      return Number(parent) === pid ? [Number(name)] : [];
    } catch {
      // It ended while we looked.
      return [];
    }
  });
}

function isRunner(pid: number): boolean {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, "utf8").includes("lib/runner/main.ts");
  } catch {
    return false;
  }
}

/** True while the process exists (a zombie does not count). */
export function isAlive(pid: number): boolean {
  try {
    return !/^State:\s*[ZX]/m.test(readFileSync(`/proc/${pid}/status`, "utf8"));
  } catch {
    return false;
  }
}

function whenReady(child: ChildProcess, output: () => string): Promise<string> {
  return new Promise((done, fail) => {
    const timer = setTimeout(() => fail(new Error(`The server did not start:\n${output()}`)), START_MS);
    const look = () => {
      const address = /is ready at (http:\S+)/.exec(output())?.[1];
      if (address === undefined) return;
      clearTimeout(timer);
      done(address);
    };
    child.stdout?.on("data", look);
    child.once("exit", (code) => {
      clearTimeout(timer);
      fail(new Error(`The server ended with ${code} before it was ready:\n${output()}`));
    });
  });
}

/** Starts the real production server as a process of its own, with an empty data folder unless one is given. */
export async function startTestServer(options: TestServerOptions = {}): Promise<TestServer> {
  await buildOnce();
  const data = options.data ?? mkdtempSync(join(tmpdir(), "retrograph-test-"));
  const child = spawn(process.execPath, [join(ROOT, "lib/cli/serve.mjs")], {
    cwd: ROOT,
    env: {
      PATH: process.env["PATH"],
      HOME: process.env["HOME"],
      PORT: "0",
      HOST: "127.0.0.1",
      NODE_ENV: "production",
      RETROGRAPH_PROJECT: options.project ?? projectFolder("basic"),
      RETROGRAPH_DATA: data,
      ...options.env,
    },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let text = "";
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding("utf8").on("data", (chunk: string) => (text += chunk));
  const ended = new Promise<void>((done) => child.once("exit", () => done()));
  const url = await whenReady(child, () => text);
  const pid = child.pid ?? 0;
  const runnerPids = () => childrenOf(pid).filter(isRunner);
  return {
    url,
    port: Number(new URL(url).port),
    data,
    pid,
    output: () => text,
    runnerPids,
    killRunner: () => runnerPids().forEach((runner) => process.kill(runner, "SIGKILL")),
    async kill() {
      child.kill("SIGKILL");
      await ended;
    },
    async close() {
      if (child.exitCode === null && child.signalCode === null) child.kill("SIGTERM");
      await ended;
      if (options.data === undefined) rmSync(data, { recursive: true, force: true });
    },
  };
}
