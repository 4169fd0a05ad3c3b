import "server-only";
import { randomUUID } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { RetrographError } from "../../errors";
import type { CreatedGraph, DeletedGraph } from "../../schema/design-api";
import { getApp } from "../app";
import { graphValue, withGraph, withoutGraph } from "./config-text";
import { getDesk, type Desk } from "./desk";
import { findDocument, type DocumentPlace } from "./find-document";
import { layoutFileOf } from "./layout-file";
import { refuseReadonly } from "./readonly";
import { folderOf, innerIds } from "./rename-graph";
import { allOrNothing, configWrite, move, pathInProject, readNow, refuseActive, untilLoaded } from "./workflow-files";
import { writeFiles } from "./write-files";

const KEEP_MS = 30 * 24 * 60 * 60 * 1000;

const ManifestSchema = z.object({
  graph_id: z.string(),
  file: z.string(),
  /** What was moved here, under its number. */
  moved: z.array(z.string()),
  /** What `langgraph.json` said of the workflow; null where it said nothing. */
  config: z.string().nullable(),
});
type Manifest = z.infer<typeof ManifestSchema>;

function binOf(desk: Desk): string {
  return join(desk.settings.RETROGRAPH_DATA, "bin");
}

/** What was thrown away long ago is gone for good. */
function emptyBin(desk: Desk): void {
  const bin = binOf(desk);
  if (!existsSync(bin)) return;
  for (const name of readdirSync(bin)) {
    const path = join(bin, name);
    if (Date.now() - statSync(path).mtimeMs > KEEP_MS) rmSync(path, { recursive: true, force: true });
  }
}

function refuseShared(place: DocumentPlace, inner: readonly string[]): void {
  if (!place.configured && place.exportName !== null) {
    throw new RetrographError("edit_refused", `${place.graphId} is one of several workflows of ${place.file}: delete it in the code.`);
  }
  if (inner.length > 0) {
    throw new RetrographError(
      "edit_refused",
      `${place.file} also holds ${inner.join(", ")}, which would be deleted with it: delete ${place.graphId} in the code.`,
    );
  }
}

/** What of the project is the workflow's alone. */
function ownFiles(desk: Desk, place: DocumentPlace): string[] {
  const layout = layoutFileOf(place.graphId, place.file);
  const layouts = desk.host.exists(layout) ? [layout] : [];
  const folder = folderOf(place);
  if (folder !== null) return [folder];
  const isShared = place.siblings.length > 0 || place.file.startsWith("../");
  return isShared || !existsSync(pathInProject(desk, place.file)) ? layouts : [place.file, ...layouts];
}

/**
 * Moves a workflow's file (its folder, where it is one) and layout into the bin of the data folder, and takes it out of
 * `langgraph.json`. Its threads stay. Throws `readonly`, `graph_not_found`, `thread_busy`, `edit_refused` for a file that
 * holds other workflows too.
 */
export async function deleteGraph(graphId: string): Promise<DeletedGraph> {
  refuseReadonly();
  const desk = getDesk();
  const app = await getApp();
  const place = await findDocument(desk, graphId);
  refuseShared(place, innerIds(app, place));
  refuseActive(app, [graphId]);
  emptyBin(desk);
  const token = randomUUID();
  const folder = join(binOf(desk), token);
  const moved = ownFiles(desk, place);
  const config = place.configured ? configWrite(desk, (text) => withoutGraph(text, graphId)) : null;
  const manifest: Manifest = {
    graph_id: graphId,
    file: place.file,
    moved,
    config: config === null ? null : graphValue(config.before ?? "", graphId),
  };
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, "manifest.json"), `${JSON.stringify(manifest, null, 2)}\n`);
  allOrNothing([
    ...moved.map((file, index) => {
      const [from, to] = [pathInProject(desk, file), join(folder, String(index))];
      return { run: () => move(from, to), back: () => move(to, from) };
    }),
    ...(config === null ? [] : [{ run: () => writeFiles([config], readNow), back: () => undefined }]),
  ]);
  await untilLoaded(app, (ids) => !ids.has(graphId));
  return { token, graph_id: graphId, file: place.file };
}

function readManifest(desk: Desk, graphId: string, token: string): { folder: string; manifest: Manifest } {
  const folder = join(binOf(desk), token);
  const text = readNow(join(folder, "manifest.json"));
  const parsed = text === null ? null : ManifestSchema.safeParse(JSON.parse(text));
  if (parsed?.success !== true || parsed.data.graph_id !== graphId) {
    throw new RetrographError("deletion_not_found", "The workflow is not in the bin any more.", { token });
  }
  return { folder, manifest: parsed.data };
}

/** Brings a deleted workflow back to where it was. Throws `readonly`, `deletion_not_found`, `already_exists`. */
export async function restoreGraph(graphId: string, token: string): Promise<CreatedGraph> {
  refuseReadonly();
  const desk = getDesk();
  const app = await getApp();
  const { folder, manifest } = readManifest(desk, graphId, token);
  const { config } = manifest;
  const write = config === null ? null : configWrite(desk, (text) => withGraph(text, graphId, config));
  allOrNothing([
    ...manifest.moved.map((file, index) => {
      const [from, to] = [join(folder, String(index)), pathInProject(desk, file)];
      return { run: () => move(from, to), back: () => move(to, from) };
    }),
    ...(write === null ? [] : [{ run: () => writeFiles([write], readNow), back: () => undefined }]),
  ]);
  rmSync(folder, { recursive: true, force: true });
  await untilLoaded(app, (ids) => ids.has(graphId));
  return { graph_id: graphId, file: manifest.file, notes: [] };
}
