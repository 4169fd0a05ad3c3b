import "server-only";
import { RetrographError } from "../errors";
import type { GraphDescription, Workflow } from "../schema/graph";
import { getApp, type App } from "./app";

/** The project's workflows by id, failed ones with their error. */
export async function listWorkflows(): Promise<Workflow[]> {
  const { pool } = await getApp();
  return [...(await pool.workflows()).values()].sort((a, b) => a.graph_id.localeCompare(b.graph_id));
}

/** What to throw for a workflow that the project does not have. */
export function graphNotFound(graphId: string): RetrographError {
  return new RetrographError("graph_not_found", `There is no workflow ${graphId} in this project.`, { graph_id: graphId });
}

/** One workflow, loaded or failed. Throws `graph_not_found`. */
export async function getWorkflow(graphId: string): Promise<Workflow> {
  const { pool } = await getApp();
  const workflow = (await pool.workflows()).get(graphId);
  if (workflow === undefined) throw graphNotFound(graphId);
  return workflow;
}

/** The description of a workflow that can run. Throws `graph_not_found`, or `graph_failed` with the load error. */
export async function requireGraph(app: App, graphId: string): Promise<GraphDescription> {
  const workflow = (await app.pool.workflows()).get(graphId);
  if (workflow === undefined) throw graphNotFound(graphId);
  if (workflow.status === "failed") {
    const { file, line, message } = workflow.error;
    const place = file === null ? "" : ` (${file}${line === null ? "" : `:${line}`})`;
    throw new RetrographError("graph_failed", `The workflow ${graphId} could not be loaded${place}: ${message}`, workflow.error);
  }
  return workflow.description;
}
