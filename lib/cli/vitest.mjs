import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
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

/**
 * Runs one of the projects in vitest.config.ts, showing its output.
 * @param {string} project
 * @param {Totals} totals what it counted is added here
 * @returns {Promise<boolean>} whether everything passed
 */
export async function runVitest(project, totals) {
  const folder = mkdtempSync(join(tmpdir(), "retrograph-test-"));
  const file = join(folder, "report.json");
  try {
    const { code } = await runNode(
      [
        join(ROOT, "node_modules/vitest/vitest.mjs"),
        "run",
        "--project",
        project,
        "--reporter=default",
        "--reporter=json",
        `--outputFile.json=${file}`,
      ],
      { show: true, env: { ...process.env, NODE_ENV: "test" } },
    );
    addReport(totals, JSON.parse(readFileSync(file, "utf8")));
    return code === 0;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
