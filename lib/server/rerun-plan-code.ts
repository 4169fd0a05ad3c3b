import "server-only";
import { isRetrographError } from "../errors";
import { RerunCodeReader, type RerunCode, type RerunPart } from "../lint/rerun-code";
import { getDesk } from "./design/desk";
import { findDocument, graphOf } from "./design/find-document";

/** Reads code of nodes by the names on the way to them; `reason` where the text says nothing. */
export type NodeCode = { read: (path: readonly string[], part: RerunPart) => RerunCode | null; reason: string | null };

const nothing = (reason: string): NodeCode => ({ read: () => null, reason });

/** The text of a workflow as it is now. Runs nothing of it: also of a workflow that does not load. Never throws. */
export async function openNodeCode(graphId: string | null): Promise<NodeCode> {
  if (graphId === null) return nothing("The thread belongs to no workflow, so that there is no code to read.");
  try {
    const desk = getDesk();
    const place = await findDocument(desk, graphId);
    const document = desk.models.read(place.file);
    const graph = graphOf(place, document.model);
    if (document.stale) return nothing(`${place.file} has syntax errors: which part of a node runs again cannot be read from it.`);
    if (graph === null) return nothing(`The text of ${place.file} does not show which of its graphs the workflow is.`);
    const reader = new RerunCodeReader(desk.host, document.model);
    return {
      read(path, part) {
        const node = reader.node(place.file, graph, path);
        return node === null ? null : reader.read(node, part);
      },
      reason: null,
    };
  } catch (error) {
    if (!isRetrographError(error)) throw error;
    return nothing(`The workflow's code cannot be read: ${error.message}`);
  }
}
