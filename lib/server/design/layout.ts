import "server-only";
import { existsSync, readFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import type { z } from "zod";
import { RetrographError } from "../../errors";
import type { LayoutBodySchema, LayoutResult } from "../../schema/design-api";
import type { CanvasLayout } from "../../schema/layout";
import { getDesk, type Desk } from "./desk";
import { findDocument, type DocumentPlace } from "./find-document";
import { hashOf } from "./hash";
import { EMPTY_LAYOUT, formatLayout, layoutFileOf, mergeLayouts, parseLayout } from "./layout-file";
import { readonlyReason } from "./readonly";
import { writeFiles } from "./write-files";

type LayoutBody = z.output<typeof LayoutBodySchema>;

function isEmpty(layout: CanvasLayout): boolean {
  return formatLayout(layout) === formatLayout(EMPTY_LAYOUT);
}

/** What is to be written: the layout, merged with what somebody else made of it meanwhile. Throws `edit_conflict`. */
function toBeWritten(desk: Desk, layoutFile: string, body: LayoutBody): CanvasLayout {
  const text = desk.host.read(layoutFile) ?? "";
  const current = parseLayout(text);
  if (current === null) {
    throw new RetrographError(
      "edit_refused",
      `${layoutFile} cannot be read as a layout. Mend it, or delete it to start anew; until then positions are not saved.`,
      {
        file: layoutFile,
      },
    );
  }
  if (body.base_hash === null || body.base_hash === hashOf(text)) return body.layout;
  const known = desk.texts.find(layoutFile, body.base_hash);
  const base = known === null ? null : parseLayout(known);
  const merged = base === null ? null : mergeLayouts(base, body.layout, current);
  if (merged !== null) return merged;
  throw new RetrographError("edit_conflict", "Somebody else moved the same things on the canvas meanwhile.", { layout: current, hash: hashOf(text) });
}

function write(desk: Desk, place: DocumentPlace, layoutFile: string, text: string): void {
  const source = desk.host.pathOf(place.file);
  if (source === null) throw new RetrographError("not_found", `The file ${place.file} does not exist any more.`, { file: place.file });
  // A layout that is a symbolic link is written where it leads, as long as that is in the project.
  const beside = join(dirname(source), basename(layoutFile));
  const path = existsSync(beside) ? desk.host.pathOf(layoutFile) : beside;
  if (path === null) throw new RetrographError("readonly", `${layoutFile} lies outside of the project folder.`, { file: layoutFile });
  writeFiles([{ path, text, before: desk.host.read(layoutFile) }], (file) => (existsSync(file) ? readFileSync(file, "utf8") : null));
}

/**
 * Saves where things lie on the canvas, in a file beside the workflow's. Throws `edit_conflict` with the layout of now
 * where both sides moved the same thing; `readonly`, `graph_not_found`, `edit_refused`.
 */
export async function saveLayout(graphId: string, body: LayoutBody): Promise<LayoutResult> {
  const desk = getDesk();
  const place = await findDocument(desk, graphId);
  const reason = readonlyReason(desk, place.file);
  if (reason !== null) throw new RetrographError("readonly", reason, { file: place.file });
  const layoutFile = layoutFileOf(graphId, place.file);
  const layout = toBeWritten(desk, layoutFile, body);
  const before = desk.host.read(layoutFile);
  const text = before === null && isEmpty(layout) ? "" : formatLayout(layout);
  if (before !== text && !(before === null && text === "")) {
    write(desk, place, layoutFile, text);
    desk.events.noteWrite([layoutFile], body.client_id);
  }
  return { layout: parseLayout(text) ?? layout, hash: desk.texts.note(layoutFile, text) };
}
