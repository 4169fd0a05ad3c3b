import "server-only";
import { RetrographError } from "../../errors";
import { readProject, type WorkflowFile } from "../../runner/project";
import type { SourceModel } from "../../schema/source";
import { graphNotFound } from "../workflows";
import type { Desk } from "./desk";

/** Where a workflow's text stands. */
export type DocumentPlace = {
  graphId: string;
  /** Relative to the project folder. */
  file: string;
  /** The export that the workflow is; null for the file's main one. */
  exportName: string | null;
  /** Found by the project's settings, and not by looking into `graphs/`. */
  configured: boolean;
  /** All workflows whose text this file holds, where the project's settings name them. */
  siblings: string[];
};

function placeIn(graphId: string, found: WorkflowFile): DocumentPlace | null {
  const { file, named, id } = found;
  if (named !== null) {
    const entry = named.find((candidate) => candidate.id === graphId);
    if (entry === undefined) return null;
    return {
      graphId,
      file,
      exportName: entry.exportName,
      configured: true,
      siblings: named.map((each) => each.id).filter((each) => each !== graphId),
    };
  }
  if (id === graphId) return { graphId, file, exportName: null, configured: false, siblings: [] };
  if (graphId.startsWith(`${id}.`)) return { graphId, file, exportName: graphId.slice(id.length + 1), configured: false, siblings: [] };
  return null;
}

/**
 * The file of a workflow, by the project's settings and folders alone: also of one that does not load, and while no
 * runner lives. Throws `graph_not_found`.
 */
export async function findDocument(desk: Desk, graphId: string): Promise<DocumentPlace> {
  const { files, failures } = await readProject(desk.settings.RETROGRAPH_PROJECT);
  const places = files.flatMap((file) => placeIn(graphId, file) ?? []);
  const place = places.find((each) => each.exportName === null) ?? places[0];
  if (place !== undefined) return place;
  const failure = failures.find((each) => each.graph_id === graphId);
  if (failure !== undefined) throw new RetrographError("graph_failed", failure.error.message, failure.error);
  throw graphNotFound(graphId);
}

const MAIN_NAMES = ["default", "graph"];

/**
 * The graph of the file that the workflow is, by the name under which it is exported; null where the text does not say.
 * Throws `graph_not_found` for an export that the file does not have.
 */
export function graphOf(place: DocumentPlace, model: SourceModel): string | null {
  const { exportName, graphId, configured } = place;
  const named = (name: string) => model.graphs.find((graph) => graph.exported_as.includes(name));
  if (exportName !== null) {
    const found = named(exportName);
    if (found !== undefined) return found.name;
    // A broken text may have lost the export for the moment.
    if (!configured && model.errors.length === 0 && model.graphs.length > 0) throw graphNotFound(graphId);
  } else {
    const main = MAIN_NAMES.map(named).find((graph) => graph !== undefined) ?? model.graphs.find((graph) => graph.exported_as.length > 0);
    if (main !== undefined) return main.name;
  }
  const [only] = model.graphs;
  return only !== undefined && model.graphs.length === 1 && (exportName === null || only.exported_as.length === 0) ? only.name : null;
}
