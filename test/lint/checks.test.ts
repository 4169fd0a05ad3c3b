import { describe, expect, it } from "vitest";
import { FILE, problemsIn as allProblemsIn } from "./pages";

/** Which channels the tiny graphs use is no matter here. */
const problemsIn = (...given: Parameters<typeof allProblemsIn>) => allProblemsIn(...given).filter(({ code }) => !code.startsWith("channel-"));
const codesIn = (...given: Parameters<typeof allProblemsIn>) => problemsIn(...given).map(({ code }) => code);

const HEAD = `import { Annotation, Command, END, interrupt, MemorySaver, Send, START, StateGraph, task } from "@langchain/langgraph";
import { writeFile } from "node:fs/promises";
const State = Annotation.Root({ text: Annotation<string>, list: Annotation<string[]> });
const say = (state) => ({ text: state.text + state.list });
`;
const graph = (calls: string, more = "") => `${HEAD}${more}\nexport const graph = new StateGraph(State)${calls};\n`;
const nodes = (...names: string[]) => names.map((name) => `.addNode("${name}", say)`).join("");
const silent = (...names: string[]) => names.map((name) => `.addNode("${name}", (state) => ({}))`).join("");

describe("parallel writes", () => {
  it("are not seen in the ways of one router", () => {
    expect(
      codesIn(graph(`${nodes("a", "b")}.addConditionalEdges(START, (s) => (s.text ? "a" : "b"), ["a", "b"]).addEdge("a", END).addEdge("b", END)`)),
    ).toEqual([]);
  });

  it("are seen where a router returns a list", () => {
    const problems = problemsIn(
      graph(`${nodes("a", "b")}.addConditionalEdges(START, (s) => (s.text ? ["a", "b"] : ["a"]), ["a", "b"]).addEdge("a", END).addEdge("b", END)`),
    );
    expect(problems.map(({ code }) => code)).toEqual(["parallel-writes"]);
    expect(problems[0]?.message).toContain("`a` and `b`");
  });

  it("are seen in instances that one router sends to, once per item", () => {
    const sent = '.addConditionalEdges(START, (s) => s.list.map((text) => new Send("a", { text })), ["a"]).addEdge("a", END)';
    expect(codesIn(graph(`${nodes("a")}${sent}`))).toEqual(["parallel-writes"]);
    const once = '.addConditionalEdges(START, (s) => [new Send("a", s)], ["a"]).addEdge("a", END)';
    expect(codesIn(graph(`${nodes("a")}${once}`))).toEqual([]);
  });

  it("are not seen in a node whose own graph sends to a node of the same name", () => {
    const inner = `const Inner = Annotation.Root({ done: Annotation<string[]>({ reducer: (a, b) => [...a, ...b], default: () => [] }) });
const a = async (state) => {
  const map = new StateGraph(Inner).addNode("a", (s) => ({ done: s.done })).addConditionalEdges(START, () => state.list.map((text) => new Send("a", { text })), ["a"]).addEdge("a", END).compile();
  const { done } = await map.invoke({});
  return { text: done.join() };
};`;
    expect(codesIn(graph(`.addNode("a", a).addEdge(START, "a").addEdge("a", END)`, inner))).toEqual([]);
  });

  it("are not seen where nodes come one superstep apart", () => {
    const apart = '.addEdge(START, "a").addEdge(START, "x").addEdge("x", "b").addEdge("a", END).addEdge("b", END)';
    expect(codesIn(graph(`${nodes("a", "b")}${silent("x")}${apart}`))).toEqual([]);
  });

  it("are not seen for a deferred node, which waits for all others", () => {
    const late = '.addNode("late", say, { defer: true }).addEdge(START, "a").addEdge(START, "late").addEdge("a", END).addEdge("late", END)';
    expect(codesIn(graph(`${nodes("a")}${late}`))).toEqual([]);
  });

  it("offer to append where the channel is a list", () => {
    const list = "const more = () => ({ list: [1] });";
    const text = graph('.addNode("a", more).addNode("b", more).addEdge(START, "a").addEdge(START, "b").addEdge("a", END).addEdge("b", END)', list);
    const found = problemsIn(text).filter(({ code }) => code === "parallel-writes");
    expect(found[0]?.fixes[0]?.edits).toEqual([{ type: "set_channel", graph: "graph", channel: "list", reducer: "append" }]);
  });
});

describe("graphs that cannot be read as a whole", () => {
  it("are spared the checks that need all of it", () => {
    const loop = `${HEAD}\nconst builder = new StateGraph(State).addNode("a", say).addNode("b", say).addEdge(START, "a");
for (const name of process.argv) builder.addNode(name, say);
builder.addEdge("a", "elsewhere");
export const graph = builder.compile();\n`;
    expect(codesIn(loop)).toEqual([]);
  });
});

describe("cycles", () => {
  it("may go on for ever where a person is asked each time", () => {
    const ask = 'const ask = () => ({ text: interrupt("?") });';
    expect(codesIn(graph('.addNode("ask", ask).addNode("a", say).addEdge(START, "ask").addEdge("ask", "a").addEdge("a", "ask")', ask))).toEqual([]);
  });

  it("may go on for ever where compile stops at a node of it", () => {
    const calls = `${nodes("a", "b")}.addEdge(START, "a").addEdge("a", "b").addEdge("b", "a").compile({ interruptBefore: ["a"] })`;
    expect(codesIn(graph(calls))).toEqual([]);
  });

  it("end where a Command can leave them", () => {
    const leave = 'const leave = (state) => new Command({ goto: state.text ? "a" : END });';
    expect(codesIn(graph('.addNode("a", leave, { ends: ["a", END] }).addEdge(START, "a")', leave))).toEqual([]);
  });
});

describe("interrupts in try", () => {
  const confirm = (body: string) => graph('.addNode("a", confirm).addEdge(START, "a").addEdge("a", END)', `function confirm(state) {\n${body}\n}`);

  it("are fine where there is only a finally, or where the catch throws on", () => {
    expect(codesIn(confirm('try { return { text: interrupt("?") }; } finally { console.log(1); }'))).toEqual([]);
    expect(codesIn(confirm('try { return { text: interrupt("?") }; } catch (error) { console.log(error); throw error; }'))).toEqual([]);
  });

  it("are found in a function that is called inside of the try", () => {
    const text = graph(
      '.addNode("a", confirm).addEdge(START, "a").addEdge("a", END)',
      'const ask = () => interrupt("?");\nfunction confirm() { try { return { text: ask() }; } catch { return {}; } }',
    );
    expect(codesIn(text)).toEqual(["interrupt-in-try"]);
  });

  it("are found in a helper of another file", () => {
    const helper = 'import { interrupt } from "@langchain/langgraph";\nexport function ask() { return interrupt("?"); }\n';
    const text = `import { ask } from "./ask";\n${confirm("try { return { text: ask() }; } catch { return {}; }")}`;
    expect(codesIn(text, { "graphs/ask.ts": helper })).toEqual(["interrupt-in-try"]);
  });

  it("offer to let the pause through, with the import", () => {
    const [problem] = problemsIn(confirm('try {\n    return { text: interrupt("?") };\n  } catch {\n    return {};\n  }'));
    expect(JSON.stringify(problem?.fixes[0]?.edits)).toContain("isGraphInterrupt");
  });
});

describe("side effects before an interrupt", () => {
  const node = (body: string, more = "") =>
    graph('.addNode("a", act).addEdge(START, "a").addEdge("a", END)', `${more}\nasync function act(state, config) {\n${body}\n}`);
  const ask = 'return { text: interrupt("?") };';

  it("are fine on a way that never asks", () => {
    expect(codesIn(node(`if (state.text) { await writeFile("a", "b"); return {}; }\n${ask}`))).toEqual([]);
    expect(codesIn(node(`if (state.text) { await writeFile("a", "b"); } else { ${ask} }\nreturn {};`))).toEqual([]);
  });

  it("are fine behind the interrupt, and in the next round of a loop they are not", () => {
    expect(codesIn(node('const text = interrupt("?"); await writeFile("a", text); return { text };'))).toEqual([]);
    expect(codesIn(node('for (const one of state.list) { interrupt(one); await writeFile("a", one); } return {};'))).toEqual([
      "effect-before-interrupt",
    ]);
  });

  it("are fine in a task, which remembers its result", () => {
    expect(codesIn(node(`await save(state.text);\n${ask}`, 'const save = task("save", async (text) => writeFile("a", text));'))).toEqual([]);
  });

  it("are found in functions that the node calls", () => {
    const save = 'async function save(text) { await writeFile("a", text); }';
    expect(codesIn(node(`await save(state.text);\n${ask}`, save))).toEqual(["effect-before-interrupt"]);
  });

  it("are requests that change something, not those that ask", () => {
    expect(codesIn(node(`await fetch("https://a.example");\n${ask}`))).toEqual([]);
    expect(codesIn(node(`await fetch("https://a.example", { method: "DELETE" });\n${ask}`))).toEqual(["effect-before-interrupt"]);
  });

  it("are only a hint for a model", () => {
    expect(
      problemsIn(node(`const text = await model.invoke(state.text);\nreturn { text: interrupt(text) };`)).map(({ severity }) => severity),
    ).toEqual(["info"]);
  });
});

describe("guarded nodes", () => {
  const base = (route: string, mark = "{ metadata: { guarded: true } }", compile = "") =>
    graph(
      `.addNode("ask", ask).addNode("pay", say, ${mark})${silent("start", "prepare")}.addEdge(START, "start")${route}.addEdge("ask", "pay").addEdge("pay", END)${compile}`,
      'const ask = () => ({ text: interrupt("?") });',
    );
  const around = '.addConditionalEdges("start", (s) => (s.text ? "yes" : "no"), { yes: "ask", no: "prepare" }).addEdge("prepare", "pay")';
  const through = '.addConditionalEdges("start", (s) => (s.text ? "yes" : "no"), { yes: "ask", no: "prepare" }).addEdge("prepare", "ask")';

  it("are told with the branch at which the way parts, and the way", () => {
    const [problem, ...others] = problemsIn(base(around));
    expect(others).toEqual([]);
    expect(problem?.message).toContain("the branch `no` of `start` goes around `ask`");
    expect(problem?.message).toContain("`start` → `prepare` → `pay`");
    expect(problem?.targets).toEqual([
      { kind: "node", node: "pay" },
      { kind: "edge", source: "prepare", target: "pay" },
    ]);
    expect(problem?.fixes.map(({ title }) => title)).toEqual(["Route through ask", "Allow this way"]);
  });

  it("are fine where every way passes an approval", () => {
    expect(codesIn(base(through))).toEqual([]);
  });

  it("are fine where compile stops before them", () => {
    expect(codesIn(base(around, undefined, '.compile({ interruptBefore: ["pay"] })'))).toEqual([]);
  });

  it("can name the approval that counts", () => {
    expect(codesIn(base(through, '{ metadata: { guarded: "prepare" } }'))).toEqual(["guard-bypassed"]);
  });

  it("are silent once the way is allowed by the quick fix", () => {
    const text = base(around);
    const [edit] = problemsIn(text)[0]?.fixes[1]?.edits ?? [];
    const [change] = (edit?.["changes"] ?? []) as { start: number; end: number; text: string }[];
    if (change === undefined) throw new Error("There is no fix");
    expect(codesIn(text.slice(0, change.start) + change.text + text.slice(change.end))).toEqual([]);
  });
});

describe("routes", () => {
  const routed = (router: string, map: string) => graph(`${nodes("a")}.addEdge(START, "a").addConditionalEdges("a", ${router}, ${map})`);

  it("may be anything that an annotated or computed answer can be", () => {
    expect(codesIn(routed("(s) => s.text", '{ x: "a", y: END }'))).toEqual([]);
  });

  it("know END by its name and by its text", () => {
    expect(codesIn(routed('(s) => (s.text ? END : "a")', '["a", "__end__"]'))).toEqual([]);
    expect(codesIn(routed('(s) => (s.text ? END : "a")', '{ a: "a", [END]: END }'))).toEqual([]);
    expect(codesIn(routed('(s) => (s.text ? END : "a")', '{ a: "a" }'))).toContain("route-not-in-map");
  });

  it("offer the entry that is missing", () => {
    const problem = problemsIn(routed('(s) => (s.text ? "a" : END)', '["a"]')).find(({ code }) => code === "route-not-in-map");
    expect(problem?.fixes.map(({ title }) => title)).toEqual(["Add the end to the map"]);
  });
});

describe("recursion limits", () => {
  const chain = (length: number, after = "") => {
    const names = Array.from({ length }, (_, index) => `n${index}`);
    const edges = names.slice(1).map((name, index) => `.addEdge("${names[index] ?? ""}", "${name}")`);
    return `${graph(`${nodes(...names)}.addEdge(START, "n0")${edges.join("")}.addEdge("n${length - 1}", END).compile()${after}`)}`;
  };

  it("are LangGraph's 25 where none is given: 24 supersteps fit, 25 do not", () => {
    expect(codesIn(chain(24))).toEqual([]);
    expect(codesIn(chain(25))).toEqual(["recursion-limit"]);
  });

  it("are those of withConfig and of each run, constants followed", () => {
    expect(codesIn(chain(30, ".withConfig({ recursionLimit: 40 })"))).toEqual([]);
    expect(codesIn(chain(30, ".withConfig({ recursionLimit: 30 })"))).toEqual(["recursion-limit"]);
    expect(codesIn(`${chain(4)}const LIMIT = 4;\nawait graph.invoke({}, { recursionLimit: LIMIT });\n`)).toEqual(["recursion-limit"]);
  });

  it("are not guessed where they come from elsewhere", () => {
    expect(codesIn(`${chain(30)}await graph.invoke({}, options);\n`)).toEqual([]);
  });
});

describe("checkpointers and threads", () => {
  const script = (compile: string, run: string, node = "say") =>
    `${HEAD}\nconst ask = () => ({ text: interrupt("?") });\nconst app = new StateGraph(State).addNode("a", ${node}).addEdge(START, "a").addEdge("a", END).compile(${compile});\n${run}\n`;
  const saver = "{ checkpointer: someSaver }";

  it("need a thread id in the config, wherever that is written", () => {
    expect(codesIn(script(saver, "await app.invoke({}, { configurable: {} });"))).toEqual(["thread-id-missing"]);
    expect(codesIn(script(saver, 'const config = { configurable: { thread_id: "1" } };\nawait app.invoke({}, config);'))).toEqual([]);
    expect(codesIn(script(saver, "await app.invoke({}, { configurable: { ...more } });"))).toEqual([]);
    expect(codesIn(script(saver, "for await (const chunk of await app.stream({})) console.log(chunk);"))).toEqual(["thread-id-missing"]);
    expect(codesIn(script("{ checkpointer: false }", "await app.invoke({});"))).toEqual([]);
  });

  it("are not asked for by a graph that is only exported, or run inside of a node", () => {
    expect(codesIn(script("", "export { app };", "ask"))).toEqual([]);
    expect(codesIn(script("", "await app.invoke({});", "ask"))).toEqual(["interrupt-without-checkpointer"]);
    const outer = 'export const outer = new StateGraph(State).addNode("b", (s) => app.invoke(s)).addEdge(START, "b").addEdge("b", END);';
    expect(codesIn(script("", outer, "ask"))).toEqual([]);
  });
});

describe("tools", () => {
  const tool = (fn: string, fields: string) =>
    `import { tool } from "@langchain/core/tools";\nimport { z } from "zod";\nexport const lookUp = tool(${fn}, ${fields});\n`;

  it("may be described by their schema, or by what is spread into them", () => {
    expect(codesIn(tool("() => 1", '{ name: "a", schema: z.object({}).describe("Looks up.") }'))).toEqual([]);
    expect(codesIn(tool("({ id }) => id", '{ name: "a", ...shared }'))).toEqual([]);
    expect(codesIn(tool("() => 1", '{ name: "a" }'))).toEqual(["tool-without-description"]);
  });

  it("need no schema where they take nothing", () => {
    expect(codesIn(tool("() => 1", '{ name: "a", description: "b" }'))).toEqual([]);
    expect(codesIn(tool("(_input) => 1", '{ name: "a", description: "b" }'))).toEqual([]);
    expect(codesIn(tool("(input) => input", '{ name: "a", description: "b" }'))).toEqual(["tool-without-schema"]);
  });

  it("are no functions of another package with that name", () => {
    expect(codesIn('import { tool } from "elsewhere";\nexport const a = tool((b) => b, { name: "a" });\n')).toEqual([]);
  });
});

describe("comments that silence", () => {
  const loop = `${nodes("a", "b")}.addEdge(START, "a")\n`;

  it("count for the line below, for several codes, and at the line's own end", () => {
    expect(codesIn(graph(`${loop}// retrograph-ignore dead-end, mixed-exits: meant\n.addEdge("a", "b")`))).toEqual(["dead-end"]);
    expect(codesIn(graph(`\n// retrograph-ignore dead-end: meant\n${nodes("a")}\n.addEdge(START, "a")`))).toEqual([]);
    expect(codesIn(graph(`\n${nodes("a")} // retrograph-ignore dead-end: meant\n.addEdge(START, "a")`))).toEqual([]);
  });

  it("count only for what they name", () => {
    expect(codesIn(graph(`\n// retrograph-ignore dead-end "b": meant\n${nodes("a")}\n.addEdge(START, "a")`))).toEqual(["dead-end"]);
    expect(codesIn(graph(`\n// retrograph-ignore dead-end "a": meant\n${nodes("a")}\n.addEdge(START, "a")`))).toEqual([]);
  });
});

describe("bad input", () => {
  it("is silent while the text has syntax errors", () => {
    expect(codesIn(`${graph(nodes("a"))} function (`)).toEqual([]);
  });

  it("is silent for a file that is empty or not there", () => {
    expect(codesIn("")).toEqual([]);
  });

  it("names odd names as they are", () => {
    const text = graph('.addNode("</script>\\"x", say).addEdge(START, "</script>\\"x")');
    expect(problemsIn(text)[0]?.message).toContain('`</script>"x`');
    expect(problemsIn(text)[0]?.place.file).toBe(FILE);
  });

  it("checks every graph of a file", () => {
    const two = `${graph(`${nodes("a")}.addEdge(START, "a")`)}\nexport const other = new StateGraph(State)${nodes("b")}.addEdge(START, "b");\n`;
    expect(problemsIn(two).map(({ graph: name, code }) => `${name} ${code}`)).toEqual(["graph dead-end", "other dead-end"]);
  });
});
