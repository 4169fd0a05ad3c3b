import { createHash } from "node:crypto";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { createAnswers } from "../../lib/server/design/types/answer-questions";
import type { TypeAnswer, TypeQuestion } from "../../lib/server/design/types/protocol";

const HOME = resolve(import.meta.dirname, "../..");
const TSCONFIG = JSON.stringify({ compilerOptions: { strict: true, target: "ES2022", module: "ESNext", moduleResolution: "bundler", types: [] } });

let project: string;
let answer: ReturnType<typeof createAnswers>;

beforeEach(() => {
  project = mkdtempSync(join(tmpdir(), "retrograph-types-"));
  answer = createAnswers(project, HOME);
});
afterEach(() => rmSync(project, { recursive: true, force: true }));

function write(file: string, text: string): string {
  mkdirSync(dirname(join(project, file)), { recursive: true });
  writeFileSync(join(project, file), text);
  return text;
}

function ask<Kind extends TypeQuestion["kind"]>(question: Extract<TypeQuestion, { kind: Kind }>): TypeAnswer<Kind> {
  return answer(question) as TypeAnswer<Kind>;
}

const problems = (file: string, text: string) => ask({ kind: "problems", file, text });

/** The text without its `|`, and where that stood. */
function cursor(marked: string): { text: string; offset: number } {
  const offset = marked.indexOf("|");
  return { text: marked.slice(0, offset) + marked.slice(offset + 1), offset };
}

describe("problems", () => {
  test("a value of the wrong type is told with its place", () => {
    write("tsconfig.json", TSCONFIG);
    const text = write("graphs/a.ts", 'export const ok = 1;\n  const count: number = "three";\nexport { count };\n');
    expect(problems("graphs/a.ts", text)).toEqual([
      {
        place: { file: "graphs/a.ts", start: 29, end: 34, line: 2, column: 9 },
        message: "Type 'string' is not assignable to type 'number'.",
        code: "ts2322",
        severity: "error",
        fixes: [],
      },
    ]);
  });

  test("a misspelt name comes with the edit that mends it", () => {
    write("tsconfig.json", TSCONFIG);
    const text = "export const answer = 42;\nexport const twice = anwser * 2;\n";
    write("graphs/a.ts", text);
    const [problem] = problems("graphs/a.ts", text);
    expect(problem?.fixes).toEqual([
      {
        title: "Change spelling to 'answer'",
        edits: [
          {
            type: "replace_text",
            file: "graphs/a.ts",
            base_hash: createHash("sha256").update(text).digest("hex"),
            changes: [{ start: 47, end: 53, text: "answer" }],
          },
        ],
      },
    ]);
  });

  test("a name that another file of the program exports is imported, in the quotes of the file", () => {
    write("tsconfig.json", TSCONFIG);
    write("graphs/helper.ts", "export const one = 1;\nexport function shortenAll(text: string): string {\n  return text;\n}\n");
    const text = write("graphs/a.ts", "import { one } from './helper';\n\nexport const short = shortenAll('x' + one);\n");
    const [problem] = problems("graphs/a.ts", text);
    expect(problem?.message).toContain("Cannot find name 'shortenAll'");
    expect(problem?.fixes[0]).toMatchObject({ edits: [{ changes: [{ start: 12, end: 12, text: ", shortenAll" }] }] });
  });

  test("files that the workflow imports are checked with it, and again when they change", () => {
    write("tsconfig.json", TSCONFIG);
    const text = write("graphs/a.ts", 'import { one } from "./helper";\nexport const two: number = one + 1;\n');
    write("graphs/helper.ts", "export const one: number = true;\n");
    expect(problems("graphs/a.ts", text).map(({ place, code }) => [place.file, code])).toEqual([["graphs/helper.ts", "ts2322"]]);
    write("graphs/helper.ts", 'export const one = "1";\n// longer\n');
    expect(problems("graphs/a.ts", text).map(({ place, code }) => [place.file, code])).toEqual([["graphs/a.ts", "ts2322"]]);
  });

  test("an import is followed as soon as its file is there, and missed as soon as it is gone", async () => {
    write("tsconfig.json", TSCONFIG);
    const text = write("graphs/a.ts", 'import { one } from "./later";\nexport const two: number = one;\n');
    expect(problems("graphs/a.ts", text).map(({ code }) => code)).toEqual(["ts2307"]);
    write("graphs/later.ts", "export const one = 1;\n");
    await expect.poll(() => problems("graphs/a.ts", text), { timeout: 5000 }).toEqual([]);
    rmSync(join(project, "graphs/later.ts"));
    expect(problems("graphs/a.ts", text).map(({ code }) => code)).toEqual(["ts2307"]);
  });

  test("a text with a syntax error has no types yet", () => {
    const text = 'const a: number = "x";\nfunction (';
    expect(problems("graphs/a.ts", text)).toEqual([]);
  });

  test("a project that does not ask for strictness is given hints", () => {
    const text = "export function twice(value) {\n  return value * 2;\n}\nexport const wrong: number = twize(1);\n";
    expect(problems("graphs/a.ts", text).map(({ code, severity }) => [code, severity])).toEqual([
      ["ts7006", "info"],
      ["ts2552", "error"],
    ]);
  });

  test("plain JavaScript is not checked", () => {
    expect(problems("graphs/a.js", "export const x = missing.name;\n")).toEqual([]);
  });

  test("the types of the project's own packages count, and Node's are there without being installed", () => {
    write("node_modules/toolkit/package.json", JSON.stringify({ name: "toolkit", version: "1.0.0", types: "index.d.ts" }));
    write("node_modules/toolkit/index.d.ts", "export declare function measure(text: string): number;\n");
    const text = 'import { measure } from "toolkit";\nexport const size: string = measure(process.cwd());\n';
    expect(problems("graphs/a.ts", text).map(({ message }) => message)).toEqual(["Type 'number' is not assignable to type 'string'."]);
  });

  test("a configuration is read again when it changes", () => {
    const loose = JSON.stringify({ compilerOptions: { strict: false, types: [] } });
    write("tsconfig.json", loose);
    const text = "export function twice(value) {\n  return value * 2;\n}\n";
    expect(problems("graphs/a.ts", text)).toEqual([]);
    write("tsconfig.json", `${TSCONFIG}\n`);
    expect(problems("graphs/a.ts", text).map(({ code, severity }) => [code, severity])).toEqual([["ts7006", "error"]]);
  });

  test("a file outside of the project is refused", () => {
    expect(() => problems("../secret.ts", "")).toThrow("is not in the project");
  });
});

describe("an unsaved text", () => {
  test("counts until the file on the disk changes", () => {
    write("tsconfig.json", TSCONFIG);
    const other = write("graphs/b.ts", 'import { one } from "./a";\nexport const two: number = one;\n');
    write("graphs/a.ts", "export const one = 1;\n");
    problems("graphs/a.ts", 'export const one = "unsaved";\n');
    expect(problems("graphs/b.ts", other).map(({ code }) => code)).toEqual(["ts2322"]);
    write("graphs/a.ts", "export const one = 1; // by hand\n");
    expect(problems("graphs/b.ts", other)).toEqual([]);
  });
});

describe("completion, hover and definition", () => {
  test("members are offered from where the word begins", () => {
    const { text, offset } = cursor('const node = { title: "x", tools: [] };\nnode.ti|');
    const found = ask({ kind: "complete", file: "graphs/a.ts", text, offset });
    expect(found.from).toBe(offset - 2);
    expect(found.items).toEqual([{ label: "title", kind: "property", detail: null, apply: null }]);
  });

  test("names of nodes are offered where LangGraph's types ask for one", () => {
    answer = createAnswers(HOME, HOME);
    const { text, offset } = cursor(
      [
        'import { StateGraph, START, MessagesAnnotation } from "@langchain/langgraph";',
        "export const graph = new StateGraph(MessagesAnnotation)",
        '  .addNode("plan", async () => ({}))',
        '  .addNode("write", async () => ({}))',
        '  .addEdge(START, "|");',
      ].join("\n"),
    );
    const found = ask({ kind: "complete", file: "graphs/not-there.ts", text, offset });
    expect(found.items.map(({ label }) => label)).toEqual(expect.arrayContaining(["plan", "write"]));
  });

  test("a name tells its type and its doc comment", () => {
    const { text, offset } = cursor("/** How many there are. */\nconst amount: number = 3;\nexport const twice = amo|unt * 2;\n");
    expect(ask({ kind: "hover", file: "graphs/a.ts", text, offset })).toEqual({
      start: offset - 3,
      end: offset + 3,
      type: "const amount: number",
      docs: "How many there are.",
    });
  });

  test("a definition is found in the project's files and nowhere else", () => {
    write("graphs/helper.ts", "const other = 0;\nexport function shorten(text: string): string {\n  return text + other;\n}\n");
    const here = cursor('import { shorten } from "./helper";\nexport const short = sho|rten("x");\n');
    expect(ask({ kind: "definition", file: "graphs/a.ts", ...here }).places).toEqual([
      { file: "graphs/helper.ts", start: 33, end: 40, line: 2, column: 17 },
    ]);
    const library = cursor("export const list = Arr|ay.of(1);\n");
    expect(ask({ kind: "definition", file: "graphs/a.ts", ...library }).places).toEqual([]);
  });
});

test("a chain of nodes that is too long for TypeScript is a hint, said once", () => {
  answer = createAnswers(HOME, HOME);
  const nodes = Array.from({ length: 60 }, (_, index) => `  .addNode("n${index}", async () => ({}))`);
  const text = [
    'import { StateGraph, MessagesAnnotation } from "@langchain/langgraph";',
    "export const graph = new StateGraph(MessagesAnnotation)",
    ...nodes,
  ].join("\n");
  expect(problems("graphs/not-there.ts", text).map(({ code, severity }) => [code, severity])).toEqual([["ts2589", "info"]]);
});
