import { describe, expect, it } from "vitest";
import { lint } from "../../../../lib/lint/lint";
import { readSource } from "../../../../lib/source/read-source";
import { applyChanges, invertChanges } from "../../../../lib/source/edit/text";
import { GUARDS, guarded, projectHost } from "./guard";
import { filesOf, UNSAFE } from "./unsafe";

/** What does not fit: calls in a loop move call by call, all others as a whole. */
const FITS = (name: string) => (/tools node/.test(name) ? ["node_per_call", "task", "key"] : ["own_node", "task", "key"]);

describe.each(UNSAFE)("$name", (unsafe) => {
  const files = filesOf(unsafe);
  const repeated = (all: Record<string, string>) => {
    const host = projectHost(all);
    return lint(host, readSource(host, unsafe.file)).filter(({ code }) => code === "effect-before-interrupt");
  };

  it("is told with the guards that fit as quick fixes", () => {
    const fixes = repeated(files).flatMap((problem) => problem.fixes.flatMap((fix) => fix.edits.map((edit) => edit["guard"])));
    expect([...new Set(fixes)]).toEqual(FITS(unsafe.name));
  });

  it.each(GUARDS)("guarded by %s is silent, and the inverse gives the same bytes back", (guard) => {
    const outcome = guarded(unsafe, guard);
    if (!FITS(unsafe.name).includes(guard)) {
      expect(outcome.status).toBe("refused");
      return;
    }
    if (outcome.status !== "done") throw new Error(JSON.stringify(outcome));
    const after = { ...files };
    for (const [file, { text, changes }] of outcome.files) {
      const before = files[file] ?? "";
      after[file] = text;
      expect(applyChanges(before, changes)).toBe(text);
      expect(applyChanges(text, invertChanges(before, changes))).toBe(before);
      if (before.includes("\r\n")) expect(text.replaceAll("\r\n", "")).not.toContain("\n");
    }
    expect(readSource(projectHost(after), unsafe.file).errors).toEqual([]);
    expect(repeated(after)).toEqual([]);
  });
});
