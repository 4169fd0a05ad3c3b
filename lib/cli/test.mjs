#!/usr/bin/env node
/**
 * `npm test`: everything that has to hold, on any machine with Node.js and npm. Installs what is missing, then runs the
 * stages in order and stops at the first that fails. Its last line counts the tests.
 */
import { requireNode } from "./node-version.mjs";

requireNode();
const { main } = await import("./run-main.mjs");

/** vitest's projects, in the order of how soon they fail. */
const PROJECTS = [
  { name: "unit", title: "Unit tests" },
  { name: "integration", title: "Integration tests", repeat: true },
  { name: "e2e", title: "End-to-end tests in Chromium", repeat: true },
];

/** @param {string} title */
function heading(title) {
  process.stdout.write(`\n── ${title} ${"─".repeat(Math.max(4, 76 - title.length))}\n`);
}

await main(async () => {
  const { ensureInstalled } = await import("./install.mjs");
  const { ensureChromium } = await import("./chromium.mjs");
  const { ensureBuilt } = await import("./build.mjs");
  const { runNpm } = await import("./child.mjs");
  const { CliError } = await import("./run-main.mjs");
  const { formatDuration } = await import("./progress.mjs");
  const { formatTotals, runVitest } = await import("./vitest.mjs");

  const npm = (/** @type {string} */ script) => async () => (await runNpm(["run", "--silent", script], { show: true })).code === 0;
  /** @type {import("./vitest.mjs").Totals} */
  const totals = { passed: 0, failed: 0, skipped: 0 };
  /** @type {[string, () => Promise<boolean | void>][]} */
  const stages = [
    ["Dependencies", () => ensureInstalled({ dev: true })],
    ["Browser", async () => void (process.env.CHROMIUM_PATH = await ensureChromium())],
    ["Types", npm("typecheck")],
    ["Lint: code", npm("lint:code")],
    ["Lint: format", npm("lint:format")],
    ["Lint: import table", npm("lint:imports")],
    ["Lint: unused code and dependencies", npm("lint:unused")],
    ["Checks of the workflows", npm("lint:graphs")],
    ["Build", () => ensureBuilt()],
    ["Size of the page", npm("size")],
    ...PROJECTS.map(
      ({ name, title, repeat = false }) => /** @type {[string, () => Promise<boolean>]} */ ([title, () => runVitest(name, totals, { repeat })]),
    ),
  ];

  const started = performance.now();
  for (const [title, run] of stages) {
    heading(title);
    const begun = performance.now();
    const ok = await run().catch((/** @type {unknown} */ error) => {
      process.stderr.write(`${error instanceof CliError ? error.message : error instanceof Error ? error.stack : String(error)}\n`);
      return false;
    });
    if (ok === false) {
      heading(`Failed: ${title}`);
      process.stdout.write(`after ${formatDuration(performance.now() - started)}\n${formatTotals(totals)}\n`);
      process.exit(1);
    }
    process.stdout.write(`${title}: ok in ${formatDuration(performance.now() - begun)}\n`);
  }
  heading("All stages passed");
  process.stdout.write(`in ${formatDuration(performance.now() - started)}\n${formatTotals(totals)}\n`);
});
