import { describe, expect, it } from "vitest";
import { edgesOf, IMPORTS, namesOf, read, readOne } from "./read";

const GRAPH = `const graph = new StateGraph(State).addNode("a", () => ({})).addEdge(START, "a");\n`;
const STATE = `const State = Annotation.Root({ topic: Annotation<string> });\n`;

describe("Bad input", () => {
  it("is a file that is not there", () => {
    expect(read("", {}, "other.ts").errors).toEqual([]);
    expect(read(`import { State } from "./gone";\n${IMPORTS}${GRAPH}`).graphs).toHaveLength(1);
  });

  it("with syntax errors is read as far as it goes, with their lines", () => {
    const model = read(
      `${IMPORTS}${STATE}const graph = new StateGraph(State)\n  .addNode("a", () => ({}))\n  .addNode("b", \n  .addEdge(START, "a")\nconst x = ;`,
    );
    expect(model.errors.length).toBeGreaterThan(0);
    expect(model.errors.every(({ place }) => place.line >= 5)).toBe(true);
    expect(model.graphs[0]?.nodes[0]?.name).toBe("a");
    expect(read(`${IMPORTS}${STATE}${GRAPH}graph.addNode("unfinished`).graphs[0]?.nodes[0]?.name).toBe("a");
    expect(read(`${IMPORTS}const graph = new StateGraph(`).graphs).toHaveLength(1);
  });

  it("with CRLF, tabs and a byte order mark has the right places", () => {
    const text = `\uFEFF${IMPORTS}${STATE}const graph = new StateGraph(State)\n\t.addNode("a", () => ({}))\n\t.addEdge(START, "a");`.replaceAll(
      "\n",
      "\r\n",
    );
    const graph = readOne(text);
    const place = graph.nodes[0]?.place;
    expect(text.slice(place?.start, place?.end)).toBe(`.addNode("a", () => ({}))`);
    expect(place).toMatchObject({ line: 5, column: 2 });
    expect(text.slice(graph.edges[0]?.source_place?.start, graph.edges[0]?.source_place?.end)).toBe("START");
  });

  it("with unusual names keeps them as they are", () => {
    const names = ["ünïcödé", "名前", `with "quotes"`, "back\\slash", "</script>", "__proto__", "constructor", "line\nbreak", ""];
    const calls = names.map((name) => `.addNode(${JSON.stringify(name)}, () => ({}))`).join("");
    const graph = readOne(
      `${IMPORTS}const Zustand = Annotation.Root({ "größe": Annotation<number>, ["__proto__"]: Annotation<string> });\nconst größe = new StateGraph(Zustand)${calls}.addEdge(START, "__proto__");`,
    );
    expect(namesOf(graph)).toEqual(names);
    expect(graph.name).toBe("größe");
    expect(graph.channels.map(({ name }) => name)).toEqual(["größe", "__proto__"]);
    expect(edgesOf(graph)).toEqual(["__start__->__proto__"]);
  });

  it("in circles comes to an end", () => {
    const files = {
      "a.ts": `import { b } from "./b"; export const a = b; export * from "./b"; export const State = Other.spec;`,
      "b.ts": `import { a } from "./a"; export const b = a; export * from "./a";`,
    };
    const graph = readOne(
      `${IMPORTS}import { a, missing } from "./a";
const loop = loop2; const loop2 = loop;
function turn(n) { return n ? turn(n - 1) : round(n); }
function round(n) { return turn(n); }
const Self = Annotation.Root({ ...Self.spec, topic: Annotation<string> });
const graph = new StateGraph(Self).addNode(a, () => ({})).addNode(missing, () => ({})).addNode(loop, () => ({})).addNode("x", turn)
  .addConditionalEdges("x", turn);
graph.addNode("y", graph);`,
      files,
    );
    expect(namesOf(graph)).toEqual(["x", "y"]);
    expect(graph.conditional[0]?.branches).toBeNull();
  });

  it("with huge nesting neither throws nor hangs", () => {
    const deep = (open: string, close: string, depth: number) => open.repeat(depth) + "1" + close.repeat(depth);
    for (const text of [
      `${IMPORTS}${STATE}${GRAPH}const deep = ${deep("[", "]", 20_000)};`,
      `${IMPORTS}${STATE}${GRAPH}const deep = ${deep("{ a: ", "}", 5_000)};`,
      `${IMPORTS}${STATE}${GRAPH}const deep = ${deep("f(", ")", 5_000)};`,
      `${IMPORTS}${STATE}const graph = new StateGraph(State)${Array.from({ length: 3_000 }, (_, i) => `.addNode("n${i}", () => ({}))`).join("")};`,
    ]) {
      const model = read(text);
      expect(model.graphs[0]?.nodes[0]?.name ?? model.errors[0]?.message).toMatch(/^(a|n0|.*nested too deeply.*)$/);
    }
  });

  it("that multiplies without end is given up", () => {
    const doubling = Array.from({ length: 60 }, (_, i) => `const f${i + 1} = (x) => (x ? f${i}(x + "a") : f${i}(x + "b"));`).join("\n");
    const start = performance.now();
    const graph = readOne(
      `${IMPORTS}${STATE}const f0 = (x) => x;\n${doubling}\n${GRAPH}graph.addConditionalEdges("a", (state) => f60(state.topic)).addNode(f60(name), () => ({}));`,
    );
    expect(namesOf(graph)).toEqual(["a"]);
    expect(performance.now() - start).toBeLessThan(10_000);
  });

  it("with texts and lists that double with every line is given up where they are too long", () => {
    const doubling = (first: string, twice: (name: string) => string) =>
      [`const x0 = ${first};`, ...Array.from({ length: 24 }, (_, i) => `const x${i + 1} = ${twice(`x${i}`)};`)].join("\n");
    for (const lines of [
      doubling('"12345678"', (name) => `${name} + ${name}`),
      doubling('"12345678"', (name) => `\`\${${name}}\${${name}}\``),
      doubling('["b", "c"]', (name) => `[...${name}, ...${name}]`),
    ]) {
      const graph = readOne(`${IMPORTS}${STATE}${lines}\n${GRAPH}graph.addNode(x24, () => ({}));`);
      expect(namesOf(graph)).toEqual(["a"]);
      expect(graph.locked).not.toEqual([]);
    }
  });

  it("of 5,000 lines with 500 nodes is read whole", () => {
    const functions = Array.from(
      { length: 500 },
      (_, i) =>
        `/** Step ${i}. */\nasync function step${i}(state: typeof State.State) {\n  const { topic } = state;\n  if (topic === "stop") {\n    return { topic: "done" };\n  }\n  const next = topic + ${i};\n  return { topic: next };\n}\n`,
    ).join("\n");
    const calls = Array.from(
      { length: 500 },
      (_, i) => `  .addNode("step${i}", step${i})\n  .addEdge(${i === 0 ? "START" : `"step${i - 1}"`}, "step${i}")`,
    ).join("\n");
    const text = `${IMPORTS}${STATE}${functions}\nexport const graph = new StateGraph(State)\n${calls};\n`;
    expect(text.split("\n").length).toBeGreaterThan(5_000);
    const graph = readOne(text);
    expect(graph.nodes).toHaveLength(500);
    expect(graph.nodes[499]).toMatchObject({ description: "Step 499.", reads: ["topic"], writes: ["topic"] });
    expect(graph.edges).toHaveLength(500);
  });
});
