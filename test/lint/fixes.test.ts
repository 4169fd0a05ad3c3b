import { describe, expect, it } from "vitest";
import { lint } from "../../lib/lint/lint";
import { EditSchema } from "../../lib/schema/edit";
import { LINT_CODES } from "../../lib/schema/lint";
import type { QuickFix } from "../../lib/schema/problem";
import { syntaxErrors, parse } from "../../lib/source/ast";
import { applyEdits } from "../../lib/source/edit/apply-edits";
import { memoryHost } from "../../lib/source/host";
import { readSource } from "../../lib/source/read-source";
import { examplesOf, FILE, problemsIn } from "./pages";

/** The text after a fix. */
function mended(text: string, fix: QuickFix): string {
  const outcome = applyEdits(memoryHost({ [FILE]: text }), FILE, EditSchema.array().parse(fix.edits));
  if (outcome.status !== "done") throw new Error(`${fix.title}: ${JSON.stringify(outcome)}`);
  return outcome.files.get(FILE)?.text ?? text;
}

describe.each(LINT_CODES)("each quick fix of %s", (code) => {
  const { bad } = examplesOf(code);
  for (const eol of ["\n", "\r\n"]) {
    it(`leaves a text that parses and in which the problem is gone${eol === "\n" ? "" : ", with CRLF"}`, () => {
      const text = bad.replaceAll("\n", eol);
      for (const problem of problemsIn(text)) {
        for (const fix of problem.fixes) {
          const after = mended(text, fix);
          expect(syntaxErrors(parse(after, FILE)), fix.title).toEqual([]);
          const host = memoryHost({ [FILE]: after });
          expect(
            lint(host, readSource(host, FILE)).map((one) => one.code),
            `${fix.title}\n${after}`,
          ).not.toContain(code);
          if (eol === "\r\n") expect(after.replaceAll("\r\n", "").includes("\n"), fix.title).toBe(false);
        }
      }
    });
  }
});
