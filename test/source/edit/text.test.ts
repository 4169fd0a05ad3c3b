import fc from "fast-check";
import ts from "typescript";
import { describe, expect, it } from "vitest";
import type { TextChange } from "../../../lib/schema/edit";
import { addImport, applyChanges, composeChanges, diffChanges, importName, invertChanges, minimise, styleOf } from "../../../lib/source/edit/text";

const parse = (text: string) => ts.createSourceFile("a.ts", text, ts.ScriptTarget.Latest, true);

/** Changes in order that fit a text of this length. */
function changesOf(length: number): fc.Arbitrary<TextChange[]> {
  return fc
    .array(fc.tuple(fc.nat(length), fc.string({ unit: fc.constantFrom("a", "b", "\n"), maxLength: 4 })), { maxLength: 6 })
    .chain((parts) => fc.shuffledSubarray(parts, { minLength: parts.length }))
    .map((parts) => {
      const offsets = parts.map(([offset]) => offset).sort((a, b) => a - b);
      const changes: TextChange[] = [];
      for (let index = 0; index + 1 < offsets.length; index += 2) {
        changes.push({ start: offsets[index] ?? 0, end: offsets[index + 1] ?? 0, text: parts[index]?.[1] ?? "" });
      }
      return changes;
    });
}

const lines = fc.string({ unit: fc.constantFrom("a", "b", "c", "\n", "\n", "\r\n"), maxLength: 60 });
const withChanges = lines.chain((text) => fc.tuple(fc.constant(text), changesOf(text.length)));

describe("Changes of a text", () => {
  it("are undone by their inverse", () => {
    fc.assert(
      fc.property(withChanges, ([text, changes]) => {
        const after = applyChanges(text, changes);
        expect(applyChanges(after, invertChanges(text, changes))).toBe(text);
      }),
    );
  });

  it("can be made as one list where they follow one another", () => {
    const twice = withChanges.chain(([text, changes]) =>
      fc.tuple(fc.constant(text), fc.constant(changes), changesOf(applyChanges(text, changes).length)),
    );
    fc.assert(
      fc.property(twice, ([text, first, second]) => {
        const composed = composeChanges(text, first, second);
        expect(applyChanges(text, composed)).toBe(applyChanges(applyChanges(text, first), second));
      }),
    );
  });

  it("do not replace a text by itself", () => {
    expect(minimise("const a = 1;", [{ start: 6, end: 11, text: "a = 2" }])).toEqual([{ start: 10, end: 11, text: "2" }]);
    expect(minimise("const a = 1;", [{ start: 0, end: 5, text: "const" }])).toEqual([]);
  });

  it("are found between any two texts", () => {
    fc.assert(
      fc.property(lines, lines, (before, after) => {
        expect(applyChanges(before, diffChanges(before, after))).toBe(after);
      }),
      { numRuns: 500 },
    );
  });

  it("are few where few lines differ", () => {
    const before = Array.from({ length: 400 }, (_, index) => `line ${index}`).join("\n");
    const after = before.replace("line 10\n", "line ten\n").replace("line 300\n", "").replace("line 350\n", "line 350\nnew\n");
    const changes = diffChanges(before, after);
    expect(applyChanges(before, changes)).toBe(after);
    expect(changes.map(({ text }) => text)).toEqual(["ten", "", "new\n"]);
  });
});

describe("The style of a text", () => {
  it("is that of most of its lines", () => {
    expect(styleOf('import { a } from "a";\n\nfunction f() {\n  return [\n    "x",\n  ];\n}\n')).toEqual({
      quote: '"',
      semicolons: true,
      indent: "  ",
      eol: "\n",
      trailingCommas: true,
    });
    expect(styleOf("import { a } from 'a'\r\n\r\nexport const b = [\r\n\t'x',\r\n\t'y'\r\n]\r\n")).toEqual({
      quote: "'",
      semicolons: false,
      indent: "\t",
      eol: "\r\n",
      trailingCommas: false,
    });
    expect(styleOf("function f() {\n    return 1\n}\n")).toMatchObject({ indent: "    ", semicolons: false });
  });
});

describe("Adding an import", () => {
  const added = (text: string, name = "START", type = false) => applyChanges(text, addImport(parse(text), { from: "lib", name, type }));

  it("extends the import of the module, in its order", () => {
    expect(added('import { END, StateGraph } from "lib";\n')).toBe('import { END, START, StateGraph } from "lib";\n');
    expect(added('import { StateGraph, END } from "lib";\n')).toBe('import { StateGraph, END, START } from "lib";\n');
    expect(added("import {\n  END,\n  StateGraph,\n} from 'lib'\n")).toBe("import {\n  END,\n  START,\n  StateGraph,\n} from 'lib'\n");
    expect(added("import {\r\n\tA,\r\n\tB\r\n} from 'lib'\r\n")).toBe("import {\r\n\tA,\r\n\tB,\r\n\tSTART\r\n} from 'lib'\r\n");
    expect(added('import lib from "lib";\n')).toBe('import lib, { START } from "lib";\n');
    expect(added('const { END } = require("lib");\n')).toBe('const { END, START } = require("lib");\n');
  });

  it("adds nothing that is there, and knows by which name", () => {
    for (const text of [
      'import { START } from "lib";',
      'import { START as S } from "lib";',
      'import * as lib from "lib";',
      'const lib = require("lib");',
    ]) {
      expect(added(text)).toBe(text);
    }
    expect(importName(parse('import { START as S } from "lib";'), { from: "lib", name: "START" }).local).toBe("S");
    expect(importName(parse('import * as lg from "lib";'), { from: "lib", name: "START" }).local).toBe("lg.START");
  });

  it("makes a new import where there is none, after the others and in the file's style", () => {
    expect(added("import { z } from 'zod'\n\nz.string()\n")).toBe("import { z } from 'zod'\nimport { START } from 'lib'\n\nz.string()\n");
    expect(added('import { z } from "zod"; // schemas\nz.string();\n')).toBe(
      'import { z } from "zod"; // schemas\nimport { START } from "lib";\nz.string();\n',
    );
    expect(added("")).toBe('import { START } from "lib";\n');
    expect(added("#!/usr/bin/env node\nrun();\n")).toBe('#!/usr/bin/env node\nimport { START } from "lib";\nrun();\n');
    expect(added('"use strict";\nrun();\n')).toBe('"use strict";\nimport { START } from "lib";\nrun();\n');
  });

  it("keeps types and values apart", () => {
    expect(added('import type { A } from "lib";\n')).toBe('import type { A } from "lib";\nimport { START } from "lib";\n');
    expect(added('import { A } from "lib";\n', "B", true)).toBe('import { A, type B } from "lib";\n');
    expect(added('import { type START } from "lib";\n')).toContain("START");
  });
});
