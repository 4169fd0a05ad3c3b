import { expect, test } from "vitest";
import { scriptsOf } from "../../lib/cli/bundle.mjs";
import { formatDuration } from "../../lib/cli/progress.mjs";
import { addReport, formatTotals, withoutFiles } from "../../lib/cli/vitest.mjs";

const file = (status: string, tests: number) => ({ status, assertionResults: Array.from({ length: tests }, () => ({})) });

test("the last line of npm test sums all test runs", () => {
  const totals = { passed: 0, failed: 0, skipped: 0 };
  addReport(totals, { numPassedTests: 3, numFailedTests: 1, numPendingTests: 0, numTodoTests: 0, testResults: [file("failed", 4)] });
  addReport(totals, { numPassedTests: 2, numFailedTests: 0, numPendingTests: 0, numTodoTests: 0, testResults: [file("passed", 2)] });
  expect(formatTotals(totals)).toBe("5 passed, 1 failed");
});

test("a test file that cannot be loaded counts as failed", () => {
  const totals = { passed: 0, failed: 0, skipped: 0 };
  addReport(totals, { numPassedTests: 0, numFailedTests: 0, numPendingTests: 0, numTodoTests: 0, testResults: [file("failed", 0)] });
  expect(formatTotals(totals)).toBe("0 passed, 1 failed");
});

test("skipped tests are not hidden", () => {
  const totals = { passed: 0, failed: 0, skipped: 0 };
  addReport(totals, { numPassedTests: 1, numFailedTests: 0, numPendingTests: 2, numTodoTests: 1, testResults: [file("passed", 4)] });
  expect(formatTotals(totals)).toBe("1 passed, 0 failed, 3 skipped");
});

test("files that are run once more count as they do then", () => {
  const results = (name: string, ...statuses: string[]) => ({ name, status: "failed", assertionResults: statuses.map((status) => ({ status })) });
  const report = {
    ...{ numPassedTests: 4, numFailedTests: 1, numPendingTests: 1, numTodoTests: 0 },
    testResults: [results("/a", "passed", "failed"), results("/b", "passed", "passed", "pending", "passed")],
  };
  const totals = { passed: 0, failed: 0, skipped: 0 };
  addReport(totals, withoutFiles(report, new Set(["/a"])));
  expect(formatTotals(totals)).toBe("3 passed, 0 failed, 1 skipped");
});

test("the scripts of a page are those that its HTML loads, each once, without the ones for old browsers", () => {
  const html = `<script src="/_next/static/chunks/a.js" async=""></script><script nonce="x" src="/_next/static/chunks/b.js?v=1"></script>
    <script src="/_next/static/chunks/a.js"></script><script src="/_next/static/chunks/old.js" noModule=""></script><script>self.x = 1</script>`;
  expect(scriptsOf(html).map((path) => path.replace(/^.*\.next\//, ""))).toEqual(["static/chunks/a.js", "static/chunks/b.js"]);
});

test("durations are written for people", () => {
  expect(formatDuration(1234)).toBe("1.2 s");
  expect(formatDuration(125_000)).toBe("2 min 5 s");
});
