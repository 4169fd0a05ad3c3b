import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { createTypeProcess, type TypeProcess } from "../../lib/server/design/types/type-process";

const HOME = resolve(import.meta.dirname, "../..");
const WRONG = 'export const count: number = "three";\n';

let project: string;
let types: TypeProcess;

function start(options: { idleMs?: number; answerMs?: number; memoryMb?: number } = {}): void {
  types = createTypeProcess({ projectDir: project, home: HOME, ...options });
}

beforeEach(() => {
  project = mkdtempSync(join(tmpdir(), "retrograph-types-"));
  writeFileSync(join(project, "tsconfig.json"), JSON.stringify({ compilerOptions: { strict: true, types: [] } }));
});
afterEach(() => {
  types.close();
  rmSync(project, { recursive: true, force: true });
});

const codes = async (text: string) => (await types.ask({ kind: "problems", file: "a.ts", text })).map(({ code }) => code);

test("no process runs before the first question", async () => {
  start();
  expect(types.pid).toBeNull();
  expect(await codes(WRONG)).toEqual(["ts2322"]);
  expect(types.pid).not.toBeNull();
});

test("of texts that wait only the newest is checked", async () => {
  start();
  const answers = await Promise.all([
    codes(WRONG),
    codes("export const count = nothing;\n"),
    codes("export const count = 1;\n"),
    codes("export {};\nmissing();\n"),
  ]);
  expect(answers).toEqual([["ts2322"], ["ts2304"], ["ts2304"], ["ts2304"]]);
});

test("what a person waits for comes before checks that wait", async () => {
  start();
  await codes("export {};\n");
  const order: string[] = [];
  const text = "const node = { title: 1 };\nnode.";
  const note = (name: string) => () => void order.push(name);
  await Promise.all([
    types.ask({ kind: "problems", file: "a.ts", text: WRONG }).then(note("first check")),
    types.ask({ kind: "problems", file: "b.ts", text: WRONG }).then(note("second check")),
    types.ask({ kind: "complete", file: "a.ts", text, offset: text.length }).then(note("completion")),
  ]);
  expect(order).toEqual(["first check", "completion", "second check"]);
});

test("a process that is killed is started again, and the question asked again", async () => {
  start();
  await codes("export {};\n");
  const before = types.pid;
  const waiting = codes(WRONG);
  process.kill(before ?? 0, "SIGKILL");
  expect(await waiting).toEqual(["ts2322"]);
  expect(types.pid).not.toBe(before);
});

test("a process that dies of every question is not started for ever", async () => {
  start({ memoryMb: 8 });
  await expect(codes(WRONG)).rejects.toMatchObject({ code: "types_unavailable" });
  await expect(codes(WRONG)).rejects.toMatchObject({ code: "types_unavailable" });
  await expect(codes(WRONG)).rejects.toThrow("several times in a minute");
  expect(types.pid).toBeNull();
});

test("a question that takes too long is given up", async () => {
  start({ answerMs: 1 });
  await expect(codes(WRONG)).rejects.toMatchObject({ code: "types_unavailable" });
});

test("the process ends when nobody has asked for a while, and comes back with the next question", async () => {
  start({ idleMs: 50 });
  await codes("export {};\n");
  await expect.poll(() => types.pid, { timeout: 5000 }).toBeNull();
  expect(await codes(WRONG)).toEqual(["ts2322"]);
});

test("a file outside of the project is refused", async () => {
  start();
  await expect(types.ask({ kind: "hover", file: "../outside.ts", text: "", offset: 0 })).rejects.toThrow("is not in the project");
});
