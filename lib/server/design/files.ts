import "server-only";
import { RetrographError } from "../../errors";
import type { SourceFile } from "../../schema/design-api";
import { getDesk, type Desk } from "./desk";
import { findDocument } from "./find-document";

/** The file that a request means: the workflow's own, or one that its model was read from. Throws `not_found` for any other. */
export async function requireFile(desk: Desk, graphId: string, file: string | undefined): Promise<string> {
  const place = await findDocument(desk, graphId);
  if (file === undefined || file === place.file) return place.file;
  if (desk.models.read(place.file).model.files.includes(file)) return file;
  throw new RetrographError("not_found", `${file} is no file of the workflow ${graphId}.`, { file });
}

/** A file that the workflow's model was read from. Throws `graph_not_found`, `not_found`. */
export async function getSourceFile(graphId: string, file: string): Promise<SourceFile> {
  const desk = getDesk();
  const known = await requireFile(desk, graphId, file);
  const text = desk.host.read(known);
  if (text === null)
    throw new RetrographError("not_found", `The file ${known} cannot be read: it was deleted, moved, or holds no text.`, { file: known });
  return { file: known, text, hash: desk.texts.note(known, text) };
}
