import { describe, expect, it } from "vitest";
import { IMPORTS, readOne, waysOf } from "./read";

const STATE = `const State = Annotation.Root({ topic: Annotation<string>, next: Annotation<"a" | "b" | "FINISH">, list: Annotation<string[]> });\n`;
/** A graph with the nodes a, b and c, and a conditional edge from `a` with these arguments. */
const from = (args: string, before = "", files: Record<string, string> = {}) =>
  readOne(
    `${IMPORTS}${STATE}${before}
const graph = new StateGraph(State).addNode({ a: run, b: run, c: run }).addConditionalEdges("a", ${args});`,
    files,
  );
const ways = (args: string, before = "", files: Record<string, string> = {}) => waysOf(from(args, before, files), "a");

describe("The ways of a conditional edge", () => {
  it("stand in its path map", () => {
    expect(ways(`route, { yes: "b", no: END, [END]: END, c: "c" }`)).toEqual(["yes=>b", "no=>__end__", "__end__", "c"]);
    expect(ways(`route, ["b", END]`)).toEqual(["b", "__end__"]);
    expect(ways(`route, MAP`, `const NAMES = { b: "b" } as const; const MAP = { ...{ go: NAMES.b }, stop: "__end__" };`)).toEqual([
      "go=>b",
      "stop=>__end__",
    ]);
    expect(ways(`route, { ...["b", "c"].reduce((all, name) => { all[name] = name; return all; }, {} as any), FINISH: END }`)).toEqual([
      "b",
      "c",
      "FINISH=>__end__",
    ]);
    expect(ways(`route, Object.fromEntries(["b", "c"].map((name) => [name, name]))`)).toEqual(["b", "c"]);
  });

  it("are found in tables whose keys are numbers", () => {
    const stages = `enum Stage { First, Second = 4, Third }\n`;
    const table = `const table: Record<Stage, string> = { [Stage.First]: "b", [Stage.Second]: "c", [Stage.Third]: "b" };\n`;
    expect(ways(`(state) => table[state.stage]`, stages + table)).toEqual(["b", "c"]);
    expect(ways(`() => table[5]`, stages + table)).toEqual(["b"]);
    expect(ways(`(state) => table.get(state.stage) ?? END`, `const table = new Map([[0, "b"], [1, "c"]]);`)).toEqual(["b", "c", "__end__"]);
  });

  it("have the places of their labels and targets", () => {
    const source = `${IMPORTS}${STATE}const graph = new StateGraph(State).addNode({ a: run, b: run }).addConditionalEdges("a", () => "yes", { yes: "b" });`;
    const [conditional] = readOne(source).conditional;
    const branch = conditional?.branches?.[0];
    const at = (place: { start: number; end: number } | null | undefined) => source.slice(place?.start, place?.end);
    expect([at(branch?.place), at(branch?.label_place), at(branch?.target_place)]).toEqual([`yes: "b"`, "yes", `"b"`]);
    expect([at(conditional?.map_place), at(conditional?.source_place), at(conditional?.returns[0]?.places[0])]).toEqual([
      `{ yes: "b" }`,
      `"a"`,
      `"yes"`,
    ]);
  });

  it("may be given as one object", () => {
    const graph = readOne(
      `${IMPORTS}${STATE}new StateGraph(State).addNode({ a: run, b: run }).addConditionalEdges({ source: "a", path: () => "b", pathMap: { x: "b" } });`,
    );
    expect(waysOf(graph, "a")).toEqual(["x=>b"]);
  });

  it("are what the router's code returns, where there is no path map", () => {
    expect(ways(`(state) => state.topic ? "b" : END`)).toEqual(["b", "__end__"]);
    expect(
      ways(
        `route`,
        `function route(state) { if (state.x) { return "b"; } else if (state.y) return "a"; switch (state.z) { case 1: return "c"; default: return END; } }`,
      ),
    ).toEqual(["b", "a", "c", "__end__"]);
    expect(ways(`async ({ topic }) => { let next = "b"; if (topic) next = "c"; return next; }`)).toEqual(["b", "c"]);
    expect(ways(`(state) => TABLE[state.topic] ?? END`, `const TABLE: Record<string, string> = { x: "b", y: "c" };`)).toEqual(["b", "c", "__end__"]);
    expect(ways(`(state) => new Map([["x", "b"], ["y", "c"]]).get(state.topic) || "a"`)).toEqual(["b", "c", "a"]);
    expect(ways(`(state) => { const all: string[] = []; if (state.x) all.push("b"); all.push("c"); return all; }`)).toEqual(["b", "c"]);
    expect(ways(`(state) => state.topic && "b" || "c"`)).toEqual(["b", "c"]);
    expect(ways(`helper(1)`, `const helper = (n) => (state) => inner(state) ? pick("b") : pick("c"); const pick = (name) => name; `)).toEqual([
      "b",
      "c",
    ]);
  });

  it("are read from routers of other files, of classes and of the library", () => {
    expect(
      ways(`route`, `import { route } from "@/routes";`, {
        "tsconfig.json": `{ // comments are allowed\n "compilerOptions": { "paths": { "@/*": ["./src/*"] } } }`,
        "src/routes.ts": `export { choose as route } from "./choose";`,
        "src/choose.ts": `import { END } from "@langchain/langgraph"; export const choose = (s) => (s.x ? "b" : END);`,
      }),
    ).toEqual(["b", "__end__"]);
    expect(ways(`routes.pick`, `const routes = { pick() { return "b"; } };`)).toEqual(["b"]);
    expect(ways(`toolsCondition`, `import { toolsCondition } from "@langchain/langgraph/prebuilt";`)).toEqual(["tools", "__end__"]);
  });

  it("are the nodes that a Send names", () => {
    expect(ways(`(state) => state.list.map((item) => new Send("b", { item }))`)).toEqual(["b (send)"]);
    expect(
      ways(`(state) => { if (!state.list.length) return "c"; return state.list.filter(Boolean).flatMap((item) => [new Send("b", { item })]); }`),
    ).toEqual(["c", "b (send)"]);
    expect(ways(`(state) => { const sends: Send[] = []; for (const item of state.list) sends.push(new Send("b", item)); return sends; }`)).toEqual([
      "b (send)",
    ]);
  });

  it("are what the types say, as far as these are nodes", () => {
    expect(ways(`(state) => state.next`)).toEqual(["a", "b"]);
    expect(ways(`(state) => (state.next === "FINISH" ? END : state.next)`)).toEqual(["__end__", "a", "b"]);
    expect(
      ways(
        `route`,
        `const NAMES = ["b", "c"] as const; type Next = (typeof NAMES)[number] | typeof END; function route(state: any): Next { return state.anything; }`,
      ),
    ).toEqual(["b", "c", "__end__"]);
    expect(ways(`(state) => state.other as "b" | "c"`)).toEqual(["b", "c"]);
    expect(
      ways(
        `async (state) => { const answer = await model.withStructuredOutput(z.object({ next: z.enum(["b", "c", "stop"]) })).invoke([]); return answer.next === "stop" ? END : answer.next; }`,
      ),
    ).toEqual(["__end__", "b", "c"]);
  });

  it("are what a test before says of a name", () => {
    expect(ways(`(state) => { const to = state.topic; if (to === "b" || to === "c") return to; return END; }`)).toEqual(["b", "c", "__end__"]);
    expect(ways(`(state) => (["b", "c"].includes(state.topic) ? state.topic : END)`)).toEqual(["b", "c", "__end__"]);
    expect(ways(`(state) => { switch (state.topic) { case "b": case "c": return state.topic; default: return END; } }`)).toEqual([
      "b",
      "c",
      "__end__",
    ]);
  });

  it("are all that code can come to while it counts, asks and switches", () => {
    expect(ways(`() => (interrupt("sure?") ? "b" : "c")`, `import { interrupt } from "@langchain/langgraph";`)).toEqual(["b", "c"]);
    expect(ways(`() => { rounds++; return rounds === 0 ? "b" : "c"; }`, `let rounds = 0;`)).toEqual(["b", "c"]);
    expect(ways(`() => (state.done === false ? "b" : "c")`, `const state = { done: false }; function finish() { state.done ||= true; }`)).toEqual([
      "b",
      "c",
    ]);
    expect(ways(`() => (queue.length ? "b" : "c")`, `const queue: string[] = []; function add(x) { queue.push(x); }`)).toEqual(["b", "c"]);
    expect(ways(`() => (process.env.MODE === "x" ? "b" : "c")`)).toEqual(["b", "c"]);
    expect(ways(`() => (SIMPLE ? "b" : "c")`, `const SIMPLE = true;`)).toEqual(["b"]);
  });

  it("are not known rather than guessed", () => {
    for (const router of [`(state) => state.topic`, `unknown`, `(state) => decide(state)`, `(state) => \`\${state.topic}\``]) {
      const graph = from(router);
      expect(graph.conditional[0]).toMatchObject({ map: "unknown", branches: null });
    }
    const graph = from(`(state) => "b", makeMap()`);
    expect(graph.conditional[0]).toMatchObject({ map: "unknown", branches: null, locked: expect.stringContaining("path map") });
    expect(graph.locked).toHaveLength(1);
  });
});
