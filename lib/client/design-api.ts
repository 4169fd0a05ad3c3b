import type { CanvasLayout } from "../schema/layout";
import type {
  BaseText,
  CodeQuery,
  Completion,
  CreatedGraph,
  CreateGraphBody,
  Definition,
  DeletedGraph,
  DesignModel,
  EditsBodyInput,
  EditsResult,
  Hover,
  LayoutResult,
  Pin,
  Problems,
  ReduceBody,
  Reduced,
  SourceFile,
  Template,
  TryNodeBody,
  TryNodeResult,
} from "../schema/design-api";
import { request, withQuery } from "./api";

const graphs = "/api/design/graphs";
const graph = (graphId: string) => `${graphs}/${encodeURIComponent(graphId)}`;

/** The workflow as its text says it, with the text and what lies where on the canvas. */
export function getDesignModel(graphId: string, signal?: AbortSignal): Promise<DesignModel> {
  return request(`${graph(graphId)}/model`, { signal: signal ?? null });
}

/** Throws `edit_conflict` with both texts where the edits do not fit the text of now. */
export function applyEdits(graphId: string, body: EditsBodyInput, signal?: AbortSignal): Promise<EditsResult> {
  return request(`${graph(graphId)}/edits`, { method: "POST", json: body, signal: signal ?? null });
}

export function saveLayout(graphId: string, body: { base_hash: string | null; layout: CanvasLayout; client_id: string }): Promise<LayoutResult> {
  return request(`${graph(graphId)}/layout`, { method: "PUT", json: body });
}

export function getProblems(graphId: string, signal?: AbortSignal): Promise<Problems> {
  return request(`${graph(graphId)}/problems`, { signal: signal ?? null });
}

export function completeCode(graphId: string, body: CodeQuery, signal?: AbortSignal): Promise<Completion> {
  return request(`${graph(graphId)}/complete`, { method: "POST", json: body, signal: signal ?? null });
}

export function hoverCode(graphId: string, body: CodeQuery, signal?: AbortSignal): Promise<Hover> {
  return request(`${graph(graphId)}/hover`, { method: "POST", json: body, signal: signal ?? null });
}

export function findDefinition(graphId: string, body: CodeQuery, signal?: AbortSignal): Promise<Definition> {
  return request(`${graph(graphId)}/definition`, { method: "POST", json: body, signal: signal ?? null });
}

/** Another file that the workflow's model was read from. */
export function getSourceFile(graphId: string, file: string, signal?: AbortSignal): Promise<SourceFile> {
  return request(withQuery(`${graph(graphId)}/file`, { file }), { signal: signal ?? null });
}

export function getBaseText(graphId: string, since: BaseText["since"], signal?: AbortSignal): Promise<BaseText> {
  return request(withQuery(`${graph(graphId)}/base`, { since }), { signal: signal ?? null });
}

export function listTemplates(signal?: AbortSignal): Promise<Template[]> {
  return request("/api/design/templates", { signal: signal ?? null });
}

export function createGraph(body: CreateGraphBody): Promise<CreatedGraph> {
  return request(graphs, { method: "POST", json: body });
}

export function renameGraph(graphId: string, id: string): Promise<CreatedGraph> {
  return request(graph(graphId), { method: "PATCH", json: { id } });
}

export function deleteGraph(graphId: string): Promise<DeletedGraph> {
  return request(graph(graphId), { method: "DELETE" });
}

export function restoreGraph(graphId: string, token: string): Promise<CreatedGraph> {
  return request(`${graph(graphId)}/restore`, { method: "POST", json: { token } });
}

/** Runs one node alone, saving nothing. */
export function tryNode(graphId: string, body: TryNodeBody, signal?: AbortSignal): Promise<TryNodeResult> {
  return request(`${graph(graphId)}/try-node`, { method: "POST", json: body, signal: signal ?? null });
}

/** What a channel's own reducer makes of updates, one after the other. */
export function reduceUpdates(graphId: string, body: ReduceBody, signal?: AbortSignal): Promise<Reduced> {
  return request(`${graph(graphId)}/reduce`, { method: "POST", json: body, signal: signal ?? null });
}

export function getPins(graphId: string, signal?: AbortSignal): Promise<Pin[]> {
  return request(`${graph(graphId)}/pins`, { signal: signal ?? null });
}

export function setPins(graphId: string, pins: Pin[]): Promise<Pin[]> {
  return request(`${graph(graphId)}/pins`, { method: "PUT", json: pins });
}

/** Address of the event stream of `DesignEvent`s. */
export function designEventsUrl(graphId: string): string {
  return withQuery("/api/design/events", { graph_id: graphId });
}
