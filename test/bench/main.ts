/**
 * `npm run bench`: the goals for speed, measured in one run on this machine. Prints, never fails because a number is bad:
 * ratios hold from machine to machine, milliseconds do not. Names of benchmarks as arguments run those alone; `--write`
 * puts the tables into docs/performance.md.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { launchBrowser } from "../e2e/support/browser";
import { startTestServer, type TestServer } from "../support/server";
import { compareWithOfficial, type Comparison } from "./against-official";
import { startBare } from "./bare-process";
import { benchCanvas } from "./canvas";
import { benchDesignCanvas } from "./design-canvas";
import { benchDesignEdit } from "./design-edit";
import { benchFirstEvent } from "./first-event";
import { benchInbox } from "./inbox";
import { benchJavaScript } from "./javascript";
import { benchLoop } from "./loop";
import { benchPage } from "./page";
import { benchReadSource } from "./read-source";
import { comparisonLine, writeReport } from "./report";
import { benchSize, writeLargeData } from "./size";
import type { Result } from "./stats";
import { benchTimeline } from "./timeline";

const PROJECT = join(import.meta.dirname, "project");

async function withBare<T>(database: string, work: (bare: ReturnType<typeof startBare>) => Promise<T>): Promise<T> {
  const bare = startBare(database);
  try {
    return await work(bare);
  } finally {
    bare.close();
  }
}

async function withBrowser<T>(work: (browser: Awaited<ReturnType<typeof launchBrowser>>) => Promise<T>): Promise<T> {
  const browser = await launchBrowser();
  try {
    return await work(browser);
  } finally {
    await browser.close();
  }
}

/** A server of its own: the data are written before it opens them. */
async function withLargeData(folder: string): Promise<Result[]> {
  const data = join(folder, "large");
  const large = writeLargeData(data);
  const server = await startTestServer({ project: PROJECT, data });
  try {
    return await withBrowser((browser) => benchSize(server.url, browser, large));
  } finally {
    await server.close();
  }
}

let official: { version: string; rows: Comparison[] } | null = null;

const BENCHMARKS = {
  official: async (server, _folder) => {
    official = await compareWithOfficial(server.url, (row) => process.stdout.write(`${comparisonLine(row)}\n`));
    return [];
  },
  "first-event": async (server, _folder) => [await benchFirstEvent(server.url)],
  loop: async (server, folder) => [await withBare(join(folder, "bare.sqlite"), (bare) => benchLoop(server.url, bare))],
  timeline: async (server, _folder) => withBare(join(server.data, "retrograph.db"), (bare) => benchTimeline(server.url, bare)),
  page: async (server, _folder) => withBrowser((browser) => benchPage(server.url, browser)),
  canvas: async (server, _folder) => withBrowser((browser) => benchCanvas(server.url, browser)),
  "design-canvas": async (_server, _folder) => withBrowser((browser) => benchDesignCanvas(browser)),
  "read-source": async (_server, _folder) => [benchReadSource()],
  "design-edit": async (_server, _folder) => [await benchDesignEdit()],
  javascript: async (server, _folder) => [await benchJavaScript(server.url)],
  size: async (_server, folder) => withLargeData(folder),
  inbox: async (_server, folder) => [await benchInbox(PROJECT, folder)],
} satisfies Record<string, (server: TestServer, folder: string) => Promise<Result[]>>;

function isBenchmark(name: string): name is keyof typeof BENCHMARKS {
  return name in BENCHMARKS;
}

function print(result: Result): void {
  process.stdout.write(`${result.met ? "✓" : "✗"} ${result.name}: ${result.measured} (goal ${result.goal})\n    ${result.detail}\n`);
}

const given = process.argv.slice(2).filter((argument) => argument !== "--write");
const names = given.length > 0 ? given : Object.keys(BENCHMARKS);
const folder = mkdtempSync(join(tmpdir(), "retrograph-bench-"));
const server = await startTestServer({ project: PROJECT, env: { RETROGRAPH_RUNNER_MEMORY_MB: "2048" } });
const results: Result[] = [];
try {
  for (const name of names) {
    if (!isBenchmark(name)) throw new Error(`There is no benchmark "${name}": choose from ${Object.keys(BENCHMARKS).join(", ")}.`);
    const measured = await BENCHMARKS[name](server, folder);
    measured.forEach(print);
    results.push(...measured);
  }
  if (process.argv.includes("--write")) writeReport({ results, official });
} finally {
  await server.close();
  rmSync(folder, { recursive: true, force: true });
}
