import type { DesignModel, EditsResult } from "../../lib/schema/design-api";
import { makeProject } from "../support/design-project";
import { startTestServer } from "../support/server";
import { longWorkflow } from "./long-workflow";
import { median, spread, timed, type Result } from "./stats";

const LINES = 1000;
const ROUNDS = 21;
const GOAL_MS = 100;

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
