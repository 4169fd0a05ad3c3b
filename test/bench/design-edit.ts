import type { DesignModel, EditsResult } from "../../lib/schema/design-api";
import { makeProject } from "../support/design-project";
import { startTestServer } from "../support/server";
import { median, spread, timed, type Result } from "./stats";

const LINES = 1000;
const ROUNDS = 21;
const GOAL_MS = 100;

/** A workflow of about so many lines, as people write them: functions with comments, then one chain. */
function longWorkflow(lines: number): string {
  const count = Math.floor((lines - 12) / 9);
  const names = Array.from({ length: count }, (_, index) => `step_${index}`);
  const functions = names.map((name, index) => {
    const read = index === 0 ? "topic" : "draft";
    return `/** Does part ${index} of the work. */\nasync function ${name}(state: typeof State.State) {\n  const before = state.${read};\n  if (before === "") return { notes: ["nothing"] };\n  return { draft: before + "${index}", notes: [before] };\n}\n`;
  });
  const chain = names.map((name, index) => `  .addNode("${name}", ${name})\n  .addEdge(${index === 0 ? "START" : `"step_${index - 1}"`}, "${name}")`);
  return `import { END, START, ReducedValue, StateGraph, StateSchema } from "@langchain/langgraph";
import { z } from "zod";

const State = new StateSchema({
  topic: z.string(),
  draft: z.string().default(""),
  notes: new ReducedValue(z.array(z.string()).default(() => []), { reducer: (a: string[], b: string[]) => a.concat(b) }),
});

${functions.join("\n")}
export const graph = new StateGraph(State)
${chain.join("\n")}
  .addEdge("step_${count - 1}", END)
  .compile();
`;
}

async function ask<T>(url: string, json?: unknown): Promise<T> {
  const response = await fetch(
    url,
    json === undefined ? {} : { method: "POST", body: JSON.stringify(json), headers: { "content-type": "application/json" } },
  );
  if (!response.ok) throw new Error(`${url} answered ${response.status}: ${await response.text()}`);
  return (await response.json()) as T;
}

/** From a canvas edit to the answer with the new text and model, all of it: what the canvas draws comes with it. */
export async function benchDesignEdit(): Promise<Result> {
  const text = longWorkflow(LINES);
  const project = makeProject({ "graphs/long.ts": text });
  const server = await startTestServer({ project: project.dir });
  try {
    const graph = `${server.url}/api/design/graphs/long`;
    let { hash } = await ask<DesignModel>(`${graph}/model`);
    const times: number[] = [];
    for (let round = -6; round < ROUNDS; round++) {
      const edit = round % 2 === 0 ? { type: "add_edge" } : { type: "delete_edge" };
      const body = { base_hash: hash, edits: [{ ...edit, graph: "graph", source: "step_3", target: "step_40" }] };
      let result: EditsResult | null = null;
      const ms = await timed(async () => {
        result = await ask<EditsResult>(`${graph}/edits`, body);
      });
      hash = hashOf(result);
      if (round >= 0) times.push(ms);
    }
    return {
      name: `An edit of a workflow of ${text.split("\n").length} lines, written and read again`,
      measured: `${median(times).toFixed(0)} ms`,
      goal: `under ${GOAL_MS} ms`,
      met: median(times) < GOAL_MS,
      detail: `${spread(times)}, ${ROUNDS} rounds`,
    };
  } finally {
    await server.close();
    project.remove();
  }
}

function hashOf(result: EditsResult | null): string {
  if (result?.status !== "done") throw new Error(`The edit was not made: ${JSON.stringify(result)}`);
  return result.design.hash;
}
