import { createAgent, tool as makeTool } from "langchain";
import { createReactAgent } from "@langchain/langgraph/prebuilt";
import { FakeListChatModel } from "@langchain/core/utils/testing";
import { z } from "zod";
import { describe, expect, it } from "vitest";
import { edgesOf, namesOf, read, readOne } from "./read";

const search = makeTool(() => "found", { name: "search", description: "Searches.", schema: z.object({}) });

type Drawing = { nodes: { id: string }[]; edges: { source: string; target: string }[] };
type Drawable = { getGraphAsync: () => Promise<{ toJSON: () => Drawing }> };

function isDrawable(value: unknown): value is Drawable {
  return typeof value === "object" && value !== null && "getGraphAsync" in value;
}

/** Nodes and pairs of a graph as LangGraph draws it. */
async function drawn(agent: object): Promise<{ nodes: string[]; pairs: string[] }> {
  const graph = isDrawable(agent) ? agent : "graph" in agent ? agent.graph : null;
  if (!isDrawable(graph)) throw new Error("The agent cannot be drawn");
  const { nodes, edges } = (await graph.getGraphAsync()).toJSON();
  return {
    nodes: nodes
      .map(({ id }) => id)
      .filter((id) => !id.startsWith("__"))
      .sort(),
    pairs: [...new Set(edges.map(({ source, target }) => `${source}->${target}`))].sort(),
  };
}

function pairsOf(graph: ReturnType<typeof readOne>): string[] {
  const ways = graph.conditional.flatMap(({ source, branches }) => (branches ?? []).map(({ target }) => `${source}->${target}`));
  return [...new Set([...edgesOf(graph), ...ways])].sort();
}

describe("Agents of the library", () => {
  const llm = new FakeListChatModel({ responses: ["x"] });

  it("have the nodes and edges that createReactAgent builds", async () => {
    const truth = await drawn(createReactAgent({ llm, tools: [search] }));
    const graph = readOne(
      `import { createReactAgent } from "@langchain/langgraph/prebuilt";\nexport const agent = createReactAgent({ llm, tools: [search] });`,
    );
    expect(graph).toMatchObject({ api: "agent", name: "agent", exported_as: ["agent"] });
    expect(namesOf(graph).sort()).toEqual(truth.nodes);
    expect(pairsOf(graph)).toEqual(truth.pairs);
    expect(graph.nodes.every(({ locked }) => locked !== null)).toBe(true);
  });

  it("may end after a tool whose result is the answer, and have no steps of an empty list of middleware", async () => {
    const direct = makeTool(() => "found", { name: "direct", description: "Answers.", schema: z.object({}), returnDirect: true });
    const start = `import { createAgent, tool } from "langchain";
import { createReactAgent } from "@langchain/langgraph/prebuilt";
const direct = tool(() => "found", { name: "direct", description: "Answers.", returnDirect: true });\n`;
    const react = readOne(`${start}export const agent = createReactAgent({ llm, tools: [direct] });`);
    const agent = readOne(`${start}export const agent = createAgent({ model, tools: [direct], middleware: [] });`);
    expect(pairsOf(react)).toEqual((await drawn(createReactAgent({ llm, tools: [direct] }))).pairs);
    expect(pairsOf(agent)).toEqual((await drawn(createAgent({ model: llm, tools: [direct], middleware: [] }))).pairs);
    expect([...react.locked, ...agent.locked]).toEqual([]);
  });

  it("have the nodes and edges that createAgent builds, with tools and without", async () => {
    for (const tools of [[search], []]) {
      const truth = await drawn(createAgent({ model: llm, tools }));
      const graph = readOne(
        `import { createAgent } from "langchain";\nexport const agent = createAgent({ model, tools: [${tools.map(() => "search").join("")}] });`,
      );
      expect(namesOf(graph).sort()).toEqual(truth.nodes);
      expect(pairsOf(graph)).toEqual(truth.pairs);
    }
  });

  it("go by the names of a supervisor's agents", () => {
    const graph = readSupervisor(`[math, research]`);
    expect(graph.exported_as).toEqual(["app"]);
    expect(namesOf(graph)).toEqual(["supervisor", "math_expert", "research_expert"]);
    expect(edgesOf(graph)).toEqual(["__start__->supervisor", "math_expert->supervisor", "research_expert->supervisor"]);
    expect(readSupervisor(`agents`).locked).toHaveLength(1);
  });

  it("are shown with the functional API's tasks", () => {
    const graph = readOne(`import { entrypoint, task } from "@langchain/langgraph";
const load = task("load", async () => 1);
const save = task({ name: "save", retry: { maxAttempts: 2 } }, async () => 2);
/** Loads and saves. */
export const flow = entrypoint({ name: "flow", checkpointer }, async (input) => save(await load(input)));`);
    expect(graph).toMatchObject({ api: "entrypoint", exported_as: ["flow"] });
    expect(graph.nodes.map(({ name, form, locked }) => [name, form, locked !== null])).toEqual([
      ["flow", "call", true],
      ["save", "task", true],
      ["load", "task", true],
    ]);
    expect(graph.nodes[0]?.description).toBe("Loads and saves.");
  });
});

function readSupervisor(agents: string) {
  const text = `import { createSupervisor } from "@langchain/langgraph-supervisor";
import { createReactAgent } from "@langchain/langgraph/prebuilt";
const math = createReactAgent({ llm, tools: [], name: "math_expert" });
const research = createReactAgent({ llm, tools: [], name: "research_expert" });
const workflow = createSupervisor({ agents: ${agents}, llm });
export const app = workflow.compile();`;
  const found = read(text).graphs.find(({ name }) => name === "workflow");
  if (found === undefined) throw new Error("The supervisor was not found");
  return found;
}
