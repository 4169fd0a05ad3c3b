import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { z } from "zod";
import { ProblemSchema } from "../../lib/schema/problem";
import { examplesOf } from "../lint/pages";

const ROOT = resolve(import.meta.dirname, "../..");
let project = "";

beforeAll(() => {
  project = mkdtempSync(join(tmpdir(), "retrograph-lint-"));
  mkdirSync(join(project, "graphs"));
  writeFileSync(join(project, "package.json"), "{}");
  writeFileSync(join(project, "graphs", "good.ts"), examplesOf("dead-end").good);
  writeFileSync(join(project, "graphs", "hint.ts"), examplesOf("dead-end").bad);
});
afterAll(() => rmSync(project, { recursive: true, force: true }));

function lintGraphs(...args: string[]): { code: number | null; lines: string[]; errors: string } {
  const { RETROGRAPH_PROJECT: _ignored, ...env } = process.env;
  const { status, stdout, stderr } = spawnSync(process.execPath, [join(ROOT, "node_modules/tsx/dist/cli.mjs"), "lib/cli/lint-graphs.ts", ...args], {
    cwd: ROOT,
    env: { ...env, INIT_CWD: project },
    encoding: "utf8",
  });
  return { code: status, lines: stdout.trim().split("\n"), errors: stderr };
}

describe("npm run lint:graphs", () => {
  it("prints a line for each problem of the project's workflows, and ends well without errors", () => {
    const { code, lines } = lintGraphs("--project", ".");
    expect(lines).toEqual([expect.stringMatching(/^graphs\/hint\.ts:7:12 info dead-end Nothing leaves `polish`\. /), "1 hint in 2 files"]);
    expect(code).toBe(0);
  });

  it("checks the files that it is given, as JSON, and ends with 1 where there is an error", () => {
    writeFileSync(join(project, "clash.ts"), examplesOf("name-clash").bad);
    const { code, lines } = lintGraphs("--json", "clash.ts", "graphs/good.ts");
    const files = z.array(z.object({ file: z.string(), problems: z.array(ProblemSchema) })).parse(JSON.parse(lines.join("\n")));
    expect(files.map(({ file, problems }) => [file, problems.map((problem) => problem.code)])).toEqual([
      ["clash.ts", ["name-clash"]],
      ["graphs/good.ts", []],
    ]);
    expect(code).toBe(1);
  });

  it("takes a text that cannot be parsed for an error", () => {
    writeFileSync(join(project, "broken.ts"), "export const graph = new StateGraph(");
    const { code, lines } = lintGraphs("broken.ts");
    expect(lines[0]).toMatch(/^broken\.ts:1:\d+ error syntax /);
    expect(code).toBe(1);
  });

  it("says which file or folder is not there", () => {
    expect(lintGraphs("nowhere.ts")).toMatchObject({ code: 1, errors: expect.stringContaining("There is no file") });
    expect(lintGraphs("--project", "nowhere")).toMatchObject({ code: 1, errors: expect.stringContaining("There is no folder") });
  });

  it("finds no error in the workflows that come with Retrograph", () => {
    expect(lintGraphs("--project", ROOT).code).toBe(0);
  });
});
