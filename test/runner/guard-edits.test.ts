import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, relative } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { readSource } from "../../lib/source/read-source";
import type { Json } from "../../lib/schema/json";
import type { SourceGraph } from "../../lib/schema/source";
import { GUARDS, guardedFiles, projectHost, type Guard } from "../source/edit/guards/guard";
import { filesOf, UNSAFE, type Unsafe } from "../source/edit/guards/unsafe";
import { HOME, lastValues, RunnerHarness } from "./harness";

/** A workflow as it is and after each guard that fits, each in a folder of its own. */
type Variant = { id: string; unsafe: Unsafe; guard: Guard | null; files: Record<string, string> };

const VARIANTS = UNSAFE.flatMap((unsafe, index): Variant[] => {
  const id = `w${index}`;
  const plain: Variant = { id, unsafe, guard: null, files: filesOf(unsafe) };
  const others = GUARDS.flatMap((guard): Variant[] => {
    const files = guardedFiles(unsafe, guard);
    return files === null ? [] : [{ id: `${id}_${guard}`, unsafe, guard, files }];
  });
  return [plain, ...others];
});

const folder = mkdtempSync(join(tmpdir(), "retrograph-guards-"));
let runner: RunnerHarness;

beforeAll(async () => {
  symlinkSync(join(HOME, "node_modules"), join(folder, "node_modules"));
  const graphs: Record<string, string> = {};
  for (const { id, files, unsafe } of VARIANTS) {
    for (const [file, text] of Object.entries(files)) {
      mkdirSync(dirname(join(folder, id, file)), { recursive: true });
      writeFileSync(join(folder, id, file), text);
    }
    graphs[id] = `./${id}/${unsafe.file}:graph`;
  }
  writeFileSync(join(folder, "langgraph.json"), JSON.stringify({ graphs }));
  writeFileSync(join(folder, "package.json"), JSON.stringify({ name: "guards", type: "module" }));
  runner = new RunnerHarness(relative(join(HOME, "test/support/graphs"), folder));
  await runner.ready;
});
afterAll(async () => {
  await runner.close();
  rmSync(folder, { recursive: true, force: true });
});

/** What happened outside since the last time, a line each. */
function takeEffects(id: string): string[] {
  const file = join(folder, id, "graphs/effects.log");
  if (!existsSync(file)) return [];
  const lines = readFileSync(file, "utf8").trim().split("\n");
  rmSync(file);
  return lines;
}

/** Runs a workflow to its question, answers, and gives what it came to. */
async function play({ id, unsafe }: Variant, answer: Json) {
  takeEffects(id);
  const asked = await runner.run(id, { input: unsafe.input });
  const { state } = asked.run;
  if (state.status !== "interrupted") throw new Error(`${id} ended as ${JSON.stringify(state)}`);
  const resume = Object.fromEntries(state.interrupts.map((each) => [each.id, answer]));
  const done = await runner.run(id, { thread_id: asked.threadId, cause: "resume", input: null, command: { resume } });
  expect(done.run.state, id).toEqual({ status: "success" });
  return { values: lastValues(done.events), effects: takeEffects(id).sort() };
}

/** The values that a person sees: ids of messages are made anew for each run. */
function told(values: unknown): unknown {
  if (typeof values !== "object" || values === null) return values;
  const { answer, receipt, log, messages, steps } = { answer: null, receipt: null, log: null, messages: [], steps: null, ...values };
  const contents = Array.isArray(messages) ? messages.map((each: { content?: unknown }) => each.content) : [];
  return { answer, receipt, log, steps, contents };
}

function waysOf(graph: SourceGraph): string[] {
  const plain = graph.edges.map(({ source, target }) => `${source} > ${target}`);
  const chosen = graph.conditional.flatMap(({ source, branches }) => (branches ?? []).map(({ target }) => `${source} > ${target}`));
  const named = graph.nodes.flatMap((node) => (node.ends ?? []).map((target) => `${node.name} > ${target}`));
  return [...new Set([...plain, ...chosen, ...named])].sort();
}

describe.each(UNSAFE.map((unsafe, index) => ({ ...unsafe, index })))("$name", ({ index }) => {
  const own = VARIANTS.filter(({ id }) => id.split("_")[0] === `w${index}`);
  const [plain, ...guarded] = own;
  if (plain === undefined) throw new Error("There is no such workflow.");

  it("does it twice as it is", async () => {
    const { effects } = await play(plain, plain.unsafe.answer);
    expect(effects.length).toBeGreaterThan(new Set(effects).size);
  });

  it.each(guarded)("does it once with $guard, and comes to the same", async (variant) => {
    const before = await play(plain, plain.unsafe.answer);
    const after = await play(variant, variant.unsafe.answer);
    expect(after.effects).toEqual([...new Set(before.effects)]);
    expect(told(after.values)).toEqual(told(before.values));
  });

  it.each(guarded)("with $guard is read as LangGraph builds it", async ({ id, files, unsafe }) => {
    const graph = readSource(projectHost(files), unsafe.file).graphs.at(-1);
    const description = await runner.describe(id);
    if (graph === undefined) throw new Error("There is no graph in the text.");
    const nodes = description.nodes.filter(({ kind }) => kind !== "start" && kind !== "end").map(({ name }) => name);
    expect(graph.nodes.map(({ name }) => name)).toEqual(nodes);
    expect(waysOf(graph)).toEqual([...new Set(description.edges.map(({ source, target }) => `${source} > ${target}`))].sort());
  });
});

describe("A refusal", () => {
  const moved = VARIANTS.filter(({ guard, unsafe }) => guard === "own_node" && unsafe.refusal !== undefined);

  it.each(moved)("keeps a call that has a node of its own from being made: $unsafe.name", async (variant) => {
    expect((await play(variant, variant.unsafe.refusal ?? null)).effects).toEqual([]);
  });
});
