import fc from "fast-check";
import { expect, it } from "vitest";
import { applyEdits } from "../../../../lib/source/edit/apply-edits";
import { applyChanges, invertChanges, minimise } from "../../../../lib/source/edit/text";
import { GUARDS, guardEdit, projectHost } from "./guard";
import { filesOf, UNSAFE, type Unsafe } from "./unsafe";

/** The same workflow as other people write it. */
function restyled(unsafe: Unsafe, style: { eol: "\n" | "\r\n"; indent: string; comments: boolean }): Unsafe {
  const written = (text: string) => {
    const lines = text.split(/\r?\n/).map((line) => line.replace(/^(?: {2})+/, (space) => style.indent.repeat(space.length / 2)));
    const commented = style.comments ? lines.map((line) => (/;$/.test(line) ? `${line} // said` : line)) : lines;
    return commented.join(style.eol);
  };
  const others = Object.fromEntries(Object.entries(unsafe.others ?? {}).map(([file, text]) => [file, written(text)]));
  return { ...unsafe, text: written(unsafe.text), others };
}

it("an edit means the same in every style, and its inverse gives the same bytes back", { timeout: 120_000 }, () => {
  const style = fc.record({
    eol: fc.constantFrom("\n" as const, "\r\n" as const),
    indent: fc.constantFrom("  ", "    ", "\t"),
    comments: fc.boolean(),
  });
  fc.assert(
    fc.property(fc.constantFrom(...UNSAFE), fc.constantFrom(...GUARDS), style, (plain, guard, look) => {
      const unsafe = restyled(plain, look);
      const files = filesOf(unsafe);
      const before = applyEdits(projectHost(filesOf(plain)), plain.file, [guardEdit(plain, guard)]);
      const outcome = applyEdits(projectHost(files), unsafe.file, [guardEdit(unsafe, guard)]);
      expect(outcome.status).toBe(before.status);
      if (outcome.status !== "done" || before.status !== "done") return;
      expect(
        outcome.model.graphs.map(({ nodes, edges }) => [nodes.map(({ name }) => name), edges.map(({ source, target }) => [source, target])]),
      ).toEqual(before.model.graphs.map(({ nodes, edges }) => [nodes.map(({ name }) => name), edges.map(({ source, target }) => [source, target])]));
      for (const [file, { text, changes }] of outcome.files) {
        const base = files[file] ?? "";
        expect(applyChanges(base, changes)).toBe(text);
        expect(minimise(base, changes)).toEqual(changes);
        expect(applyChanges(text, invertChanges(base, changes))).toBe(base);
        if (look.eol === "\r\n" && base !== "") expect(text.replaceAll("\r\n", "")).not.toContain("\n");
      }
    }),
    { numRuns: 80 },
  );
});
