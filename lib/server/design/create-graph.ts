import "server-only";
import { posix } from "node:path";
import type { z } from "zod";
import { RetrographError } from "../../errors";
import { readProject } from "../../runner/project";
import type { CreatedGraph, CreateGraphBodySchema } from "../../schema/design-api";
import { importWorkflow } from "../../source/import/import-workflow";
import { instantiateTemplate } from "../../source/templates/templates";
import { readSource } from "../../source/read-source";
import { getApp } from "../app";
import { withGraph } from "./config-text";
import { getDesk, type Desk } from "./desk";
import { withTexts } from "./disk-host";
import { findDocument, graphOf } from "./find-document";
import { movedText } from "./imports";
import { layoutFileOf } from "./layout-file";
import { refuseReadonly } from "./readonly";
import { configWrite, isConfigured, readNow, refuseTaken, untilLoaded } from "./workflow-files";
import { writeFiles } from "./write-files";

type Body = z.output<typeof CreateGraphBodySchema>;
/** Texts of the files to write, and the export that the workflow is. */
type Made = { texts: Map<string, string>; exportName: string | null; notes: string[] };

function titleOf(id: string): string {
  const words = id.replaceAll(/[-_]+/g, " ").trim();
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** The folder of the project's workflows: that of the first one that is named, else `graphs`. */
async function folderOf(desk: Desk): Promise<string> {
  if (!isConfigured(desk)) return "graphs";
  const { files } = await readProject(desk.settings.RETROGRAPH_PROJECT);
  const first = files.find(({ file }) => !file.startsWith("../"));
  return first === undefined ? "graphs" : posix.dirname(first.file);
}

function extensionFor(body: Body, source: string | null): string {
  const name = body.from.kind === "import" ? body.from.name : (source ?? "");
  return /\.[cm]?[jt]sx?$/.exec(name)?.[0] ?? ".ts";
}

/** The name under which the graph of a text that nobody has seen before is exported; null for its main one. */
function exportOf(desk: Desk, file: string, text: string): string | null {
  const model = readSource(withTexts(desk.host, new Map([[file, text]])), file);
  const name = graphOf({ graphId: "", file, exportName: null, configured: true, siblings: [] }, model);
  const graph = model.graphs.find((each) => each.name === name);
  const names = graph?.exported_as ?? [];
  return ["graph", "default"].find((each) => names.includes(each)) ?? names[0] ?? null;
}

async function makeCopy(desk: Desk, graphId: string, file: string, id: string): Promise<Made> {
  const place = await findDocument(desk, graphId);
  const { text, model } = desk.models.read(place.file);
  const layout = desk.host.read(layoutFileOf(graphId, place.file));
  const texts = new Map([[file, movedText(text, place.file, file)]]);
  if (layout !== null) texts.set(layoutFileOf(id, file), layout);
  const notes = model.graphs.length > 1 ? [`The file of ${graphId} holds ${model.graphs.length} graphs; all of them were copied.`] : [];
  return { texts, exportName: place.exportName, notes };
}

async function make(desk: Desk, body: Body, file: string): Promise<Made> {
  const { from, id } = body;
  switch (from.kind) {
    case "template": {
      const made = instantiateTemplate(desk.host, from.template, file, titleOf(id));
      if (made === null) throw new RetrographError("internal", "The templates cannot be read: Retrograph's own folder is not complete.");
      return { texts: new Map([[file, made.text], ...made.files]), exportName: exportOf(desk, file, made.text), notes: made.notes };
    }
    case "copy":
      return makeCopy(desk, from.graph_id, file, id);
    case "import": {
      const imported = importWorkflow(from.text, from.name);
      if ("error" in imported) throw new RetrographError("edit_refused", imported.error);
      const exportName = exportOf(desk, file, imported.text);
      const notes = exportName === null ? ["The file exports no workflow that could be found: export its graph."] : [];
      return { texts: new Map([[file, imported.text]]), exportName, notes: [...imported.notes, ...notes] };
    }
  }
}

/**
 * A new workflow: from a template, as a copy of another, or from a text that comes from outside. It becomes a file where
 * the project's workflows are, and is named in `langgraph.json` where there is one. Throws `readonly`, `already_exists`,
 * `graph_not_found`, `edit_refused`.
 */
export async function createGraph(body: Body): Promise<CreatedGraph> {
  refuseReadonly();
  const desk = getDesk();
  const app = await getApp();
  await refuseTaken(desk, app, body.id);
  const source = body.from.kind === "copy" ? (await findDocument(desk, body.from.graph_id)).file : null;
  const file = posix.join(await folderOf(desk), `${body.id}${extensionFor(body, source)}`);
  if (desk.host.exists(file)) throw new RetrographError("already_exists", `There is a file ${file} already. Choose another name.`, { file });
  const { texts, exportName, notes } = await make(desk, body, file);
  const writes = [...texts].map(([path, text]) => ({ path: desk.host.newPath(path), text, before: null }));
  if (isConfigured(desk)) {
    const value = JSON.stringify(`./${file}${exportName === null ? "" : `:${exportName}`}`);
    writeFiles([...writes, configWrite(desk, (text) => withGraph(text, body.id, value))], readNow);
  } else writeFiles(writes, readNow);
  await untilLoaded(app, (ids) => ids.has(body.id) || [...ids].some((id) => id.startsWith(`${body.id}.`)));
  return { graph_id: body.id, file, notes };
}
