import { describe, expect, it } from "vitest";
import { RerunCodeReader, type RerunCode, type RerunPart } from "../../lib/lint/rerun-code";
import { memoryHost } from "../../lib/source/host";
import { readSource } from "../../lib/source/read-source";

const HEAD = `import { z } from "zod";
import { Annotation, END, interrupt, START, StateGraph, task } from "@langchain/langgraph";
import { tool } from "@langchain/core/tools";
import { writeFile } from "node:fs/promises";
import { effect } from "./kit/effect";
import { helper } from "./helper";
const State = Annotation.Root({ log: Annotation<string[]>() });
const createEvent = tool(async () => "made", { name: "calendar_create_event", description: "d" });
const keepOne = task("keep", async (x: string) => x);
const sendOnce = effect("send", async (x: string) => x);
`;
const FILES = {
  "kit/effect.ts": `export function effect(name: string, fn: (x: string) => Promise<string>) { return (x: string) => fn(x); }`,
  "helper.ts": `import { interrupt } from "@langchain/langgraph";
import { writeFile } from "node:fs/promises";
export async function helper(to: string) {
  await writeFile(to, "x");
  return interrupt({ to });
}`,
};

const QUESTION: RerunPart = { until: "question", answered: 0 };

/** Reads a node \`n\` whose function has this body. */
function readBody(body: string, part: RerunPart = QUESTION): RerunCode & { lines: string[] } {
  const text = `${HEAD}async function run(state: typeof State.State, config: unknown) {\n${body}\n}
export const graph = new StateGraph(State).addNode("n", run).addEdge(START, "n").addEdge("n", END).compile();\n`;
  const host = memoryHost({ ...FILES, "graph.ts": text });
  const reader = new RerunCodeReader(host, readSource(host, "graph.ts"));
  const node = reader.node("graph.ts", "graph", ["n"]);
  const code = node === null ? null : reader.read(node, part);
  if (code === null) throw new Error("There is no code");
  const [from, to] = code.before ?? [1, 0];
  return {
    ...code,
    lines: text
      .split("\n")
      .slice(from - 1, to)
      .map((line) => line.trim()),
  };
}

const names = ({ calls }: RerunCode) => calls.map(({ name, kind, kept }) => `${name} ${kind}${kept ? " kept" : ""}`);

describe("the part that runs again", () => {
  it("goes from the first line to the one before the question", () => {
    const code = readBody(
      `  const made = await createEvent.invoke({});\n  console.log(made);\n  const answer = interrupt("ok?");\n  await writeFile("a", "b");\n  return { log: [answer] };`,
    );
    expect(code.lines).toEqual(["const made = await createEvent.invoke({});", "console.log(made);"]);
    expect(names(code)).toEqual(["createEvent.invoke tool"]);
    expect(code.interrupt_lines).toHaveLength(1);
    expect(code.source.startsWith("async function run(")).toBe(true);
  });

  it("is nothing where the question stands first", () => {
    const code = readBody(`  const answer = interrupt("ok?");\n  await writeFile("a", "b");\n  return { log: [answer] };`);
    expect(code.before).toBeNull();
    expect(code.calls).toEqual([]);
  });

  it("is the whole loop where the question stands in one", () => {
    const code = readBody(
      `  const done: string[] = [];\n  for (const call of state.log) {\n    if (call === "x") interrupt(call);\n    done.push(await createEvent.invoke({}));\n  }\n  return { log: done };`,
    );
    expect(code.lines.at(-1)).toBe("}");
    expect(names(code)).toEqual(["createEvent.invoke tool"]);
  });

  it("reaches to the second question once the first was answered", () => {
    const body = `  const one = interrupt(1);\n  await writeFile("a", "b");\n  const two = interrupt(2);\n  return { log: [one, two] };`;
    expect(readBody(body).before).toBeNull();
    const second = readBody(body, { until: "question", answered: 1 });
    expect(second.lines).toEqual(["const one = interrupt(1);", `await writeFile("a", "b");`]);
    expect(names(second)).toEqual(["writeFile effect"]);
  });

  it("is all of a function that failed or is replayed", () => {
    const code = readBody(`  const x = state.log.map((one) => one.trim());\n  await writeFile("a", x.join());\n  return { log: x };`, {
      until: "end",
    });
    expect(code.lines).toHaveLength(3);
    expect(names(code)).toEqual(["writeFile effect"]);
  });

  it("is followed into functions of other files, up to the question there", () => {
    const code = readBody(`  const answer = await helper("to");\n  return { log: [answer] };`);
    expect(code.calls).toMatchObject([{ name: "writeFile", kind: "effect", place: { file: "helper.ts", line: 4 } }]);
    expect(code.interrupt_lines).toHaveLength(1);
  });
});

describe("the calls in it", () => {
  it("say that results of task() and effect() are kept", () => {
    const code = readBody(`  await keepOne("a");\n  await sendOnce("b");\n  const answer = interrupt("ok?");\n  return { log: [answer] };`);
    expect(names(code)).toEqual(["keepOne effect kept", "sendOnce effect kept"]);
  });

  it("leave out what only works on values, and name what nobody knows", () => {
    const code = readBody(
      `  const now = new Date().toISOString();\n  const order = await getOrder(now);\n  const other = await frobnicate(order);\n  await deleteOrder(other);\n  interrupt(JSON.stringify(other));\n  return { log: [now] };`,
    );
    expect(names(code)).toEqual(["frobnicate unknown", "deleteOrder effect"]);
    const pure = `  const found = /a(b)/.exec(state.log.join());\n  z.object({ a: z.string() }).strict().parse(found);\n  interrupt(found);\n  return {};`;
    expect(names(readBody(pure))).toEqual([]);
  });

  it("are read without an end where functions call each other", () => {
    const code = readBody(
      `  const loop = async (n: number): Promise<string> => (n > 0 ? loop(n - 1) : String(interrupt(n)));\n  return { log: [await loop(3)] };`,
    );
    expect(code.interrupt_lines.length).toBeLessThan(2);
  });
});
