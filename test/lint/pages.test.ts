import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { EditSchema } from "../../lib/schema/edit";
import { LINT_CODES } from "../../lib/schema/lint";
import { ProblemSchema } from "../../lib/schema/problem";
import { codesIn, examplesOf, PAGES, problemsIn } from "./pages";

describe.each(LINT_CODES)("the page of %s", (code) => {
  const { bad, good } = examplesOf(code);

  it("has a bad example in which the check finds one problem and the others none", () => {
    expect(codesIn(bad)).toEqual([code]);
  });

  it("has a good example in which no check finds anything", () => {
    expect(problemsIn(good).map(({ code: found, message }) => `${found}: ${message}`)).toEqual([]);
  });

  it("shows problems and fixes that fit their schemas", () => {
    for (const problem of problemsIn(bad)) {
      ProblemSchema.parse(problem);
      expect(problem.message).toMatch(/^[^.]+\. .+[.)?]$/s);
      for (const fix of problem.fixes) EditSchema.array().min(1).parse(fix.edits);
    }
  });

  it("says a word that silences it", () => {
    const [problem] = problemsIn(bad);
    const line = problem?.place.line ?? 0;
    const lines = bad.split("\n");
    lines.splice(line - 1, 0, `// retrograph-ignore ${code}: because`);
    expect(codesIn(lines.join("\n"))).toEqual([]);
  });
});

describe("the index of the pages", () => {
  it("names every check once and has a page for each", () => {
    const index = readFileSync(join(PAGES, "README.md"), "utf8");
    const linked = [...index.matchAll(/\[([a-z-]+)\]\(\1\.md\)/g)].map(([, code]) => code);
    expect(linked).toEqual([...LINT_CODES]);
    for (const [, code, severity] of index.matchAll(/^\| \[([a-z-]+)\]\([a-z-]+\.md\) \| ([a-z ]+) \|/gm)) {
      expect(readFileSync(join(PAGES, `${code}.md`), "utf8")).toContain(`\`${code}\` · ${severity}\n`);
    }
    expect(readdirSync(PAGES).sort()).toEqual([...LINT_CODES.map((code) => `${code}.md`), "README.md"].sort());
  });
});
