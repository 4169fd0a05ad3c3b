import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { runNode } from "./child.mjs";
import { ROOT } from "./root.mjs";

/** @typedef {{ passed: number, failed: number, skipped: number }} Totals */

/**
 * Adds what vitest's JSON report counts. A file that could not be loaded has no tests, but counts as one that failed.
 * @param {Totals} totals changed in place
 * @param {{ numPassedTests: number, numFailedTests: number, numPendingTests: number, numTodoTests: number,
 *   testResults: { status: string, assertionResults: unknown[] }[] }} report
 */
export function addReport(totals, report) {
  const broken = report.testResults.filter((file) => file.status === "failed" && file.assertionResults.length === 0).length;
  totals.passed += report.numPassedTests;
  totals.failed += report.numFailedTests + broken;
  totals.skipped += report.numPendingTests + report.numTodoTests;
}

/**
 * @param {Totals} totals
 * @returns {string} e.g. `120 passed, 0 failed`
 */
export function formatTotals({ passed, failed, skipped }) {
  return `${passed} passed, ${failed} failed${skipped === 0 ? "" : `, ${skipped} skipped`}`;
}

/** @typedef {{ numPassedTests: number, numFailedTests: number, numPendingTests: number, numTodoTests: number,
 *   testResults: { name: string, status: string, assertionResults: { status: string }[] }[] }} Report */

/** More failed files than this are a fault, not a busy machine. */
const MOST_REPEATED = 3;

/**
 * The report without the files that are run once more.
 * @param {Report} report
 * @param {ReadonlySet<string>} repeated
 * @returns {Report}
 */
export function withoutFiles(report, repeated) {
  const testResults = report.testResults.filter(({ name }) => !repeated.has(name));
  const count = (/** @type {string[]} */ ...statuses) =>
    testResults.flatMap(({ assertionResults }) => assertionResults).filter(({ status }) => statuses.includes(status)).length;
  return {
    testResults,
    numPassedTests: count("passed"),
    numFailedTests: count("failed"),
    numPendingTests: count("pending", "skipped"),
    numTodoTests: count("todo"),
  };
}

/**
 * Runs one of the projects in vitest.config.ts, showing its output. With `repeat`, a few files that failed are run once
 * more and count as they do then: a browser or a process on a busy machine may be late once. Which ones is said.
 * @param {string} project
 * @param {Totals} totals what it counted is added here
 * @param {{ repeat?: boolean }} [options]
 * @returns {Promise<boolean>} whether everything passed
 */
export async function runVitest(project, totals, { repeat = false } = {}) {
  const { report, code } = await runOnce(project, []);
  const failed = report.testResults.filter(({ status }) => status === "failed").map(({ name }) => name);
  if (code === 0 || !repeat || failed.length === 0 || failed.length > MOST_REPEATED) {
    addReport(totals, report);
    return code === 0;
  }
  const names = failed.map((name) => relative(ROOT, name)).join(", ");
  process.stdout.write(`\nFailed, and run once more: ${names}\n`);
  const again = await runOnce(project, failed);
  addReport(totals, withoutFiles(report, new Set(failed)));
  addReport(totals, again.report);
  if (again.code === 0) process.stdout.write(`\nPassed only the second time: ${names}\n`);
  return again.code === 0;
}

/**
 * @param {string} project
 * @param {string[]} files all when empty
 * @returns {Promise<{ report: Report, code: number }>}
 */
async function runOnce(project, files) {
  const folder = mkdtempSync(join(tmpdir(), "retrograph-test-"));
  const file = join(folder, "report.json");
  const vitest = join(ROOT, "node_modules/vitest/vitest.mjs");
  const reporters = ["--reporter=default", "--reporter=json", `--outputFile.json=${file}`];
  try {
    const { code } = await runNode([vitest, "run", "--project", project, ...reporters, ...files], {
      show: true,
      env: { ...process.env, NODE_ENV: "test" },
    });
    return { report: JSON.parse(readFileSync(file, "utf8")), code };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
