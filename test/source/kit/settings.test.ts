import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { EditInput } from "../../../lib/schema/edit";
import { hasPlaces, readArrow, readTemplate, splitPlaces, writeTemplate } from "../../../lib/source/kit/forms/template";
import { readRule, writeRule, type VisualRule } from "../../../lib/source/kit/forms/rules";
import { edited, graphOf, typeErrors } from "./workflows";

const FILE = "graphs/flow.ts";
const TEXT = `import { END, START, StateGraph, StateSchema } from "@langchain/langgraph";
import { z } from "zod";
import { approvalNode } from "../lib/kit/approval-node";
import { condition } from "../lib/kit/condition";
import { modelNode } from "../lib/kit/model-node";

const State = new StateSchema({ topic: z.string().default(""), amount: z.number().default(0), decision: z.string().default("") });

// The model.
const ask = modelNode({
  system: "You help.", // plain
  prompt: (s: typeof State.State) => \`About \${s.topic}: \\\`go\\\`\`,
  into: "topic",
});

const check = condition({
  rules: [
    { label: "large", when: (state: typeof State.State) => state.amount > 50 && state.topic !== "x" },
    { label: "small", when: ({ amount }: typeof State.State) => amount > 5 },
  ],
  otherwise: "none",
});

const approval = approvalNode({
  title: "Go on?",
  choices: [{ value: "yes", label: "Yes" }, { value: "no", label: "No", comment: "required" }],
  into: "decision",
});

export const graph = new StateGraph(State)
  .addNode("ask", ask)
  .addNode("check", check)
  .addNode("approval", approval)
  .addEdge(START, "ask")
  .addEdge("ask", "check")
  .addConditionalEdges("check", check.route, { large: "approval", small: "ask", none: END })
  .addConditionalEdges("approval", approval.route, { yes: END, no: "ask" });
`;
const files = { [FILE]: TEXT, "lib/kit/condition.ts": "", "lib/kit/approval-node.ts": "", "lib/kit/model-node.ts": "" };
const made: Record<string, string>[] = [];

function apply(edits: EditInput[]): string {
  const text = edited(files, FILE, edits).files[FILE] ?? "";
  made.push({ [FILE]: text });
  return text;
}
type Change = Omit<Extract<EditInput, { type: "set_kit_settings" }>, "type" | "graph">;
const set = (change: Change) => apply([{ type: "set_kit_settings", graph: "graph", ...change }]);
/** The lines that are there afterwards and were not before, or the other way round. */
const diff = (text: string) => [
  ...TEXT.split("\n")
    .filter((line) => !text.split("\n").includes(line))
    .map((line) => `- ${line}`),
  ...text
    .split("\n")
    .filter((line) => !TEXT.split("\n").includes(line))
    .map((line) => `+ ${line}`),
];
const branches = (text: string, node: string) =>
  graphOf({ ...files, [FILE]: text }, FILE)
    .conditional.filter(({ source }) => source === node)
    .flatMap((each) => each.branches?.map(({ label, target }) => `${label} ${target}`));

describe("settings of a kit node", () => {
  it("are read with literals as values and code as text", () => {
    const [ask, check] = graphOf(files, FILE).nodes;
    expect(ask?.kit).toMatchObject({ kind: "model", settings: { system: "You help.", into: "topic" } });
    expect(ask?.kit?.code.prompt).toContain("About ${s.topic}");
    expect(check?.kit?.settings).toEqual({ rules: [{ label: "large" }, { label: "small" }], otherwise: "none" });
    expect(check?.kit?.code["rules.0.when"]).toBe('(state: typeof State.State) => state.amount > 50 && state.topic !== "x"');
  });

  it("change alone, and leave everything else as it is", () => {
    expect(diff(set({ node: "ask", settings: { system: 'Say "hi"' } }))).toEqual([
      '-   system: "You help.", // plain',
      '+   system: "Say \\"hi\\"", // plain',
    ]);
  });

  it("become a template once they have a place, and keep the parameter that is there", () => {
    expect(set({ node: "ask", settings: { system: "You help with {state.topic}." } })).toContain(
      "  system: (state: typeof State.State) => `You help with ${state.topic}.`, // plain",
    );
    expect(set({ node: "ask", settings: { prompt: "Of {state.topic} and {s.amount}" } })).toContain(
      "prompt: (s: typeof State.State) => `Of ${s.topic} and ${s.amount}`,",
    );
    expect(set({ node: "ask", settings: { prompt: "Plain" } })).toContain('  prompt: "Plain",');
  });

  it("are added and taken away", () => {
    expect(set({ node: "ask", settings: { temperature: 0.5, into: null }, code: { output: "z.object({ topic: z.string() })" } })).toContain(
      "`go\\``,\n  temperature: 0.5,\n  output: z.object({ topic: z.string() }),\n});",
    );
  });

  it("of a list change item by item", () => {
    expect(diff(set({ node: "check", code: { "rules.0.when": "state.amount > 60" } }))).toEqual([
      '-     { label: "large", when: (state: typeof State.State) => state.amount > 50 && state.topic !== "x" },',
      '+     { label: "large", when: (state: typeof State.State) => state.amount > 60 },',
    ]);
  });

  it("refuse code that is none, and nodes that are not of the kit", () => {
    expect(() => set({ node: "check", code: { "rules.0.when": "state.amount >" } })).toThrow(/valid expression/);
    expect(() => set({ node: "nobody", settings: {} })).toThrow(/no node of the kit/);
  });
});

describe("the ways of a condition follow its labels", () => {
  it("when one is renamed, added or taken away in the form", () => {
    expect(branches(set({ node: "check", settings: { "rules.0.label": "big one" } }), "check")).toEqual([
      "big one approval",
      "small ask",
      "none __end__",
    ]);
    const added = set({ node: "check", settings: { "rules.2": { label: "tiny" } }, code: { "rules.2.when": "state.amount > 1" } });
    expect(added).toContain('    { label: "tiny", when: (state: typeof State.State) => state.amount > 1 },\n  ],');
    expect(branches(added, "check")).toEqual(["large approval", "small ask", "none __end__", "tiny __end__"]);
    expect(branches(set({ node: "check", settings: { "rules.1": null } }), "check")).toEqual(["large approval", "none __end__"]);
    expect(branches(set({ node: "approval", settings: { "choices.1": null } }), "approval")).toEqual(["yes __end__"]);
  });

  it("and its labels follow when a branch is changed on the canvas", () => {
    const at = { graph: "graph", source: "check", router: 0 };
    const renamed = apply([{ type: "rename_branch", ...at, label: "large", name: "huge" }]);
    expect(renamed).toContain('{ label: "huge", when:');
    expect(branches(renamed, "check")).toEqual(["huge approval", "small ask", "none __end__"]);
    const added = apply([{ type: "add_branch", ...at, label: "odd", target: "ask", when: "state.amount % 2 === 1" }]);
    expect(added).toContain('{ label: "odd", when: (state: typeof State.State) => state.amount % 2 === 1 },');
    expect(branches(added, "check")).toContain("odd ask");
    expect(apply([{ type: "delete_branch", ...at, label: "small" }])).not.toContain('label: "small"');
    const choice = apply([{ type: "add_branch", graph: "graph", source: "approval", router: 0, label: "later", target: "check" }]);
    expect(choice).toContain('{ value: "later", label: "later" }');
    expect(branches(choice, "approval")).toEqual(["yes __end__", "no ask", "later check"]);
  });
});

it("every one of these texts passes TypeScript", { timeout: 120_000 }, () => {
  expect(
    typeErrors(
      Object.fromEntries(
        made.map((each, index) => [`test/.types-set-${index}`, { [FILE]: (each[FILE] ?? "").replaceAll("../lib/kit", "../../../lib/kit") }]),
      ),
    ),
  ).toEqual([]);
});

describe("templates of a form", () => {
  it.each([
    ["Refund {state.amount} for {state.order_id}?", "`Refund ${state.amount} for ${state.order_id}?`"],
    ["${format(state.day)} {not a place} `$5` \\{state.x}", "`${format(state.day)} {not a place} \\`$5\\` {state.x}`"],
    ['{state.items.map(({ name }) => `${name}`).join("}")}', '`${state.items.map(({ name }) => `${name}`).join("}")}`'],
    ["two\nlines {state?.a}", "`two\nlines ${state?.a}`"],
  ])("%j is written as code and read again", (text, code) => {
    expect(writeTemplate(text)).toBe(code);
    expect(readTemplate(`(state: X) => ${code}`)).toBe(text);
  });

  it("any text survives being written and read", () => {
    fc.assert(
      fc.property(
        fc.array(fc.oneof(fc.string(), fc.constantFrom("{state.a}", "{", "}", "\\", "`", "${", "$", "{state.b.c}")), { maxLength: 8 }),
        (parts) => {
          const text = parts.join("");
          const code = `(state) => ${writeTemplate(text)}`;
          const again = readTemplate(code);
          expect(again).not.toBeNull();
          expect(splitPlaces(again ?? "").map((part) => [part.isPlace, part.text])).toEqual(
            splitPlaces(text).map((part) => [part.isPlace, part.text]),
          );
        },
      ),
    );
  });

  it("tells arrow functions of one parameter from other code", () => {
    expect(readArrow("state => state.a")).toMatchObject({ parameter: "state", body: "state.a" });
    expect(readArrow("(s: { f: (x: number) => string }) => ({ a: s.f(1) })")).toMatchObject({ parameter: "s", body: "{ a: s.f(1) }" });
    for (const code of ["({ a }) => a", "(a, b) => a", "run(state => state.a)", "(state) => { return 1; }", "x"]) expect(readArrow(code)).toBeNull();
    expect(hasPlaces("{state.a}")).toBe(true);
    expect(hasPlaces("{statement}")).toBe(false);
  });
});

describe("rules of a form", () => {
  it.each([
    "state.amount > 50",
    'state.topic === "a && b" || !state.done',
    "state.items.length > 0 && state.open",
    'state.topic !== "" && !state.tags.includes("x")',
    "state.items.length === 0",
  ])("%s is read and written the same", (expression) => {
    const rule = readRule(expression, "state");
    expect(rule).not.toBeNull();
    if (rule !== null) expect(writeRule(rule)).toBe(expression);
  });

  it("leaves everything else to code", () => {
    for (const expression of ["f(state.a)", "state.a > 1 && (state.b || state.c)", "state.a && state.b || state.c", "state.a.b > 1"])
      expect(readRule(expression, "state")).toBeNull();
  });

  it("any rule survives", () => {
    const value = fc.oneof(fc.string(), fc.integer(), fc.boolean(), fc.constant(null));
    const comparison = fc.record({
      channel: fc.constantFrom("a", "order_id"),
      operator: fc.constantFrom("===" as const, "!==" as const, "<=" as const),
      value,
    });
    fc.assert(
      fc.property(
        fc.record({ join: fc.constantFrom("all" as const, "any" as const), comparisons: fc.array(comparison, { minLength: 2, maxLength: 4 }) }),
        (rule: VisualRule) => {
          const plain = rule.comparisons.every((each) => each.value !== "");
          if (plain) expect(readRule(writeRule(rule), "state")).toEqual(rule);
        },
      ),
    );
  });
});
