import "server-only";
import { existsSync, readFileSync } from "node:fs";
import { posix } from "node:path";
import { RetrographError } from "../../errors";
import type { CreatedGraph } from "../../schema/design-api";
import { renameGraphs } from "../../store/rename-graph";
import { getApp, type App } from "../app";
import { assistantIdOf } from "../assistants";
import { graphValue, withGraphRenamed } from "./config-text";
import { getDesk, type Desk } from "./desk";
import { findDocument, type DocumentPlace } from "./find-document";
import { importersOf } from "./imports";
import { layoutFileOf } from "./layout-file";
import { refuseReadonly } from "./readonly";
import { allOrNothing, configWrite, move, pathInProject, readNow, refuseActive, refuseTaken, untilLoaded } from "./workflow-files";
import { writeFiles, type FileWrite } from "./write-files";

type Move = { from: string; to: string };
type Plan = {
  /** Where the workflow's file is afterwards. */
  file: string;
  /** The file or folder that is moved; null where only the settings change. */
  moved: Move | null;
  layouts: Move[];
  ids: Move[];
  config: ((text: string) => string) | null;
};

function stemOf(file: string): string {
  return posix.basename(file, posix.extname(file));
}

/** The folder that is the workflow, as `graphs/research/graph.ts` is; null for one that is a file. */
export function folderOf(place: DocumentPlace): string | null {
  const folder = posix.dirname(place.file);
  return !place.configured && posix.basename(folder) === place.graphId && posix.dirname(folder) === "graphs" ? folder : null;
}

/** Ids of the workflows that the file exports besides its main one: they follow its name. */
export function innerIds(app: App, place: DocumentPlace): string[] {
  if (place.configured) return [];
  const known = app.pool.known()?.workflows.values() ?? [];
  return [...known].filter(({ graph_id, file }) => file === place.file && graph_id.startsWith(`${place.graphId}.`)).map(({ graph_id }) => graph_id);
}

function refuseInner(place: DocumentPlace): void {
  if (place.configured || place.exportName === null) return;
  throw new RetrographError(
    "edit_refused",
    `${place.graphId} is one of several workflows of ${place.file}, and is called after its export: change that in the code.`,
  );
}

/** With `langgraph.json` the id stands there; the file is called otherwise too where it is called after the workflow, and is only its. */
function planConfigured(place: DocumentPlace, id: string): Plan {
  const isOwn = place.siblings.length === 0 && stemOf(place.file) === place.graphId && !place.file.startsWith("../");
  const file = isOwn ? posix.join(posix.dirname(place.file), `${id}${posix.extname(place.file)}`) : place.file;
  const path = isOwn ? { from: posix.basename(place.file), to: posix.basename(file) } : null;
  return {
    file,
    moved: isOwn ? { from: place.file, to: file } : null,
    layouts: [{ from: layoutFileOf(place.graphId, place.file), to: layoutFileOf(id, file) }],
    ids: [{ from: place.graphId, to: id }],
    config: (text) => {
      const value = graphValue(text, place.graphId);
      return withGraphRenamed(text, place.graphId, id, path !== null && value.includes(path.from) ? path : null);
    },
  };
}

function planInFolder(app: App, place: DocumentPlace, id: string): Plan {
  const folder = folderOf(place);
  const newId = (each: string) => id + each.slice(place.graphId.length);
  const ids = [place.graphId, ...innerIds(app, place)].map((each) => ({ from: each, to: newId(each) }));
  if (folder !== null) {
    const to = posix.join(posix.dirname(folder), id);
    const file = posix.join(to, posix.basename(place.file));
    // The layouts move with the folder, and are renamed in it.
    const layouts = ids.map((each) => ({ from: layoutFileOf(each.from, file), to: layoutFileOf(each.to, file) }));
    return { file, moved: { from: folder, to }, layouts, ids, config: null };
  }
  const file = posix.join(posix.dirname(place.file), `${id}${posix.extname(place.file)}`);
  const layouts = ids.map((each) => ({ from: layoutFileOf(each.from, place.file), to: layoutFileOf(each.to, file) }));
  return { file, moved: { from: place.file, to: file }, layouts, ids, config: null };
}

function moveStep(desk: Desk, { from, to }: Move) {
  const [source, target] = [pathInProject(desk, from), pathInProject(desk, to)];
  return {
    run: () => {
      if (existsSync(source)) move(source, target);
    },
    back: () => {
      if (existsSync(target) && !existsSync(source)) move(target, source);
    },
  };
}

function writeStep(writes: readonly FileWrite[]) {
  return {
    run: () => writeFiles(writes, readNow),
    back: () =>
      writeFiles(
        writes.map(({ path, text, before }) => ({ path, text: before ?? "", before: text })),
        readNow,
      ),
  };
}

function writesFor(desk: Desk, plan: Plan): FileWrite[] {
  const importers = plan.moved === null ? new Map<string, string>() : importersOf(desk, plan.moved.from, plan.moved.to);
  const writes = [...importers].flatMap(([file, text]): FileWrite[] => {
    const path = desk.host.pathOf(file);
    return path === null ? [] : [{ path, text, before: readFileSync(path, "utf8") }];
  });
  return plan.config === null ? writes : [...writes, configWrite(desk, plan.config)];
}

/**
 * Gives a workflow another id, and its file that name: imports of it, its layout, its threads, breakpoints and pins go
 * along, or nothing is changed. Throws `readonly`, `graph_not_found`, `already_exists`, `thread_busy`, `edit_refused`.
 */
export async function renameGraph(graphId: string, id: string): Promise<CreatedGraph> {
  refuseReadonly();
  const desk = getDesk();
  const app = await getApp();
  const place = await findDocument(desk, graphId);
  refuseInner(place);
  if (id === graphId) return { graph_id: id, file: place.file, notes: [] };
  // `Refunds` in place of `refunds` takes nobody's name.
  if (id.toLowerCase() !== graphId.toLowerCase()) await refuseTaken(desk, app, id);
  const plan = place.configured ? planConfigured(place, id) : planInFolder(app, place, id);
  refuseActive(
    app,
    plan.ids.map(({ from }) => from),
  );
  const renames = plan.ids.map(({ from, to }) => ({ from, to, assistantFrom: assistantIdOf(from), assistantTo: assistantIdOf(to) }));
  const writes = writesFor(desk, plan);
  allOrNothing([
    ...(writes.length === 0 ? [] : [writeStep(writes)]),
    ...(plan.moved === null ? [] : [moveStep(desk, plan.moved)]),
    ...plan.layouts.map((layout) => moveStep(desk, layout)),
    { run: () => renameGraphs(app.store, renames), back: () => undefined },
  ]);
  desk.texts.rename(place.file, plan.file);
  await untilLoaded(app, (ids) => ids.has(id) && !ids.has(graphId));
  const changed = writes.length - (plan.config === null ? 0 : 1);
  return {
    graph_id: id,
    file: plan.file,
    notes: changed > 0 ? [`${changed} file${changed === 1 ? " that imports it was" : "s that import it were"} changed.`] : [],
  };
}
