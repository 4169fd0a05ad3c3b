import "server-only";
import { v5 as uuid5 } from "uuid";
import type { z } from "zod";
import { RetrographError } from "../errors";
import type { AssistantCountSchema, AssistantSearchSchema } from "../schema/agent-server";
import type { GraphDescription } from "../schema/graph";
import type { Json } from "../schema/json";
import { getApp, type App } from "./app";
import { requireGraph } from "./workflows";

/** The namespace in which the Agent Server derives a workflow's assistant id from its name. */
const NAMESPACE = "6ba7b821-9dad-11d1-80b4-00c04fd430c8";

/** An assistant as the Agent Server API shows it: here, one per workflow. */
export type Assistant = {
  assistant_id: string;
  graph_id: string;
  name: string;
  description: string | null;
  config: Record<string, Json>;
  context: Record<string, Json>;
  metadata: Record<string, Json>;
  version: number;
  created_at: string;
  updated_at: string;
};

/** The id under which clients know a workflow's assistant. */
export function assistantIdOf(graphId: string): string {
  return uuid5(graphId, NAMESPACE);
}

/** The workflow that an assistant id or a workflow's name means. Throws `graph_not_found`. */
export async function resolveGraphId(app: App, assistantId: string): Promise<string> {
  const workflows = await app.pool.workflows();
  if (workflows.has(assistantId)) return assistantId;
  const found = [...workflows.keys()].find((graphId) => assistantIdOf(graphId) === assistantId);
  if (found !== undefined) return found;
  throw new RetrographError("graph_not_found", `There is no assistant or workflow ${assistantId}.`, { assistant_id: assistantId });
}

function toAssistant(app: App, graphId: string, title: string, description: string | null): Assistant {
  return {
    assistant_id: assistantIdOf(graphId),
    graph_id: graphId,
    name: title,
    description,
    config: {},
    context: {},
    metadata: { created_by: "system" },
    version: 1,
    created_at: app.startedAt,
    updated_at: app.startedAt,
  };
}

function matches(assistant: Assistant, query: z.output<typeof AssistantCountSchema>): boolean {
  if (query.graph_id != null && assistant.graph_id !== query.graph_id) return false;
  if (query.name != null && !assistant.name.toLowerCase().includes(query.name.toLowerCase())) return false;
  return Object.entries(query.metadata ?? {}).every(([key, value]) => JSON.stringify(assistant.metadata[key]) === JSON.stringify(value));
}

async function allAssistants(app: App): Promise<Assistant[]> {
  const workflows = [...(await app.pool.workflows()).values()];
  return workflows.map((workflow) =>
    workflow.status === "loaded"
      ? toAssistant(app, workflow.graph_id, workflow.description.title, workflow.description.description)
      : toAssistant(app, workflow.graph_id, workflow.graph_id, null),
  );
}

/** Assistants that match, in the asked order, with the asked fields, and how many match in all. */
export async function searchAssistants(query: z.output<typeof AssistantSearchSchema>): Promise<{ assistants: Partial<Assistant>[]; total: number }> {
  const matching = (await allAssistants(await getApp())).filter((assistant) => matches(assistant, query));
  const key = query.sort_by ?? "graph_id";
  matching.sort((a, b) => a[key].localeCompare(b[key]));
  if (query.sort_order === "desc") matching.reverse();
  const page = matching.slice(query.offset, query.offset + query.limit);
  const { select } = query;
  if (select == null) return { assistants: page, total: matching.length };
  const wanted = new Set<string>(select);
  const assistants = page.map((assistant) =>
    Object.fromEntries(Object.entries(assistant).filter(([field]) => field === "assistant_id" || wanted.has(field))),
  );
  return { assistants, total: matching.length };
}

export async function countAssistants(query: z.output<typeof AssistantCountSchema>): Promise<number> {
  return (await allAssistants(await getApp())).filter((assistant) => matches(assistant, query)).length;
}

/** Throws `graph_not_found`. */
export async function getAssistant(assistantId: string): Promise<Assistant> {
  const app = await getApp();
  const graphId = await resolveGraphId(app, assistantId);
  const found = (await allAssistants(app)).find((assistant) => assistant.graph_id === graphId);
  return found ?? toAssistant(app, graphId, graphId, null);
}

/** LangGraph's own drawing of the workflow. Throws `graph_not_found`, `graph_failed`. */
export async function getDrawing(assistantId: string, xray: boolean | number): Promise<unknown> {
  const app = await getApp();
  const graph = await requireGraph(app, await resolveGraphId(app, assistantId));
  return app.pool.ask({ type: "drawing", graph_id: graph.graph_id, xray });
}

function toGraphSchema(graph: GraphDescription) {
  const { input, output, state, context } = graph.schemas;
  return {
    graph_id: graph.graph_id,
    input_schema: input,
    output_schema: output,
    state_schema: state,
    config_schema: context,
    context_schema: context,
  };
}

/** JSON schemas of the workflow; null where it declares none. Throws `graph_not_found`, `graph_failed`. */
export async function getSchemas(assistantId: string) {
  const app = await getApp();
  return toGraphSchema(await requireGraph(app, await resolveGraphId(app, assistantId)));
}
