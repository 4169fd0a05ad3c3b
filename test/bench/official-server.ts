import { execFileSync, spawn, type ChildProcess } from "node:child_process";
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";

/** The server that LangGraph's own command line starts for development; it keeps everything in memory and dumps it to a file. */
const OFFICIAL_VERSION = "1.5.1";
const PACKAGES = ["@langchain/langgraph", "@langchain/core", "@langchain/langgraph-checkpoint"];
const START_MS = 60_000;

export type OfficialServer = { url: string; version: string; close: () => Promise<void> };

/** The same versions of LangGraph on both sides. */
function installedVersions(): string[] {
  return PACKAGES.map((name) => {
    const { version } = JSON.parse(readFileSync(join(import.meta.dirname, "../../node_modules", name, "package.json"), "utf8")) as {
      version: string;
    };
    return `${name}@${version}`;
  });
}

/** Installed beside the project, not into it: nothing of Retrograph depends on it. Kept from one benchmark to the next. */
function install(): string {
  const folder = join(tmpdir(), `retrograph-bench-official-${OFFICIAL_VERSION}`);
  if (existsSync(join(folder, "node_modules/@langchain/langgraph-api"))) return folder;
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, "package.json"), JSON.stringify({ name: "bench", private: true, type: "module" }));
  execFileSync(
    "npm",
    ["install", "--no-audit", "--no-fund", "--save-exact", `@langchain/langgraph-api@${OFFICIAL_VERSION}`, ...installedVersions()],
    {
      cwd: folder,
      stdio: ["ignore", "ignore", "inherit"],
    },
  );
  return folder;
}

const STARTER = `
import { spawnServer } from "@langchain/langgraph-api";
const [port, cwd] = process.argv.slice(2);
const graphs = { loop: "./graphs/loop.ts:loop", ask: "./graphs/ask.ts:ask" };
const child = await spawnServer(
  { host: "127.0.0.1", port, nJobsPerWorker: "10", reload: false },
  { config: { graphs }, env: process.env, hostUrl: "http://127.0.0.1" },
  { pid: process.pid, projectCwd: cwd },
);
process.on("SIGTERM", () => child.kill("SIGTERM"));
child.on("exit", () => process.exit());
`;

function freePort(): Promise<number> {
  return new Promise((done) => {
    const server = createServer().listen(0, "127.0.0.1", () => {
      const address = server.address();
      server.close(() => done(typeof address === "object" && address !== null ? address.port : 0));
    });
  });
}

async function whenReady(url: string, child: ChildProcess): Promise<void> {
  const until = Date.now() + START_MS;
  while (Date.now() < until && child.exitCode === null) {
    const answer = await fetch(`${url}/ok`).catch(() => null);
    if (answer?.ok === true) return;
    await sleep(100);
  }
  throw new Error("The official server did not start.");
}

/** Starts the official server with the workflows of the benchmark's project, as its command line would, and nothing else running in it. */
export async function startOfficialServer(): Promise<OfficialServer> {
  const folder = install();
  const project = mkdtempSync(join(folder, "project-"));
  cpSync(join(import.meta.dirname, "project/graphs"), join(project, "graphs"), { recursive: true });
  writeFileSync(join(folder, "start.mjs"), STARTER);
  const port = await freePort();
  const child = spawn(process.execPath, [join(folder, "start.mjs"), String(port), project], {
    cwd: project,
    env: { PATH: process.env["PATH"], HOME: process.env["HOME"], NODE_ENV: "development", LANGSMITH_TRACING: "false", NO_COLOR: "1" },
    stdio: "ignore",
    detached: true,
  });
  const ended = new Promise<void>((done) => child.once("exit", () => done()));
  const url = `http://127.0.0.1:${port}`;
  await whenReady(url, child);
  return {
    url,
    version: OFFICIAL_VERSION,
    async close() {
      // Its parts are one process group, and end together.
      if (child.pid !== undefined && child.exitCode === null) process.kill(-child.pid, "SIGKILL");
      await ended;
      rmSync(project, { recursive: true, force: true });
    },
  };
}
