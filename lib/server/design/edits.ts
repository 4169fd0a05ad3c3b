import "server-only";
import { readFileSync } from "node:fs";
import { isAbsolute } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { RetrographError, isRetrographError } from "../../errors";
import type { EditsBody, EditsResult, FileChange, SourceFile } from "../../schema/design-api";
import type { Edit } from "../../schema/edit";
import { applyEdits, type EditOutcome } from "../../source/edit/apply-edits";
import { invertChanges } from "../../source/edit/text";
import type { SourceHost } from "../../source/host";
import { changeNodes } from "../../store/rename-node";
import { getApp } from "../app";
import { shared } from "../shared";
import { changedNodes } from "./changed-nodes";
import { toDesignModel } from "./design-model";
import { getDesk, type Desk } from "./desk";
import { frozenHost, withTexts } from "./disk-host";
import { findDocument, graphOf, type DocumentPlace } from "./find-document";
import { hashOf } from "./hash";
import type { ReadDocument } from "./models";
import { readonlyReason } from "./readonly";
import { areFresh, rebaseEdits, type RebaseContext } from "./rebase-edits";
import { writeFiles, type FileWrite } from "./write-files";

type Made = Extract<EditOutcome, { status: "done" }>;

function read(host: SourceHost, file: string): SourceFile | null {
  const text = host.read(file);
  return text === null ? null : { file, text, hash: hashOf(text) };
}

/** The file as the editor knew it, with and without its edits; null where that is not known any more. */
function versionsOf(
  desk: Desk,
  place: DocumentPlace,
  body: EditsBody,
): { base: SourceFile | null; mine: SourceFile | null; outcome: EditOutcome | null } {
  const text = desk.texts.find(place.file, body.base_hash);
  if (text === null) return { base: null, mine: null, outcome: null };
  const host = withTexts(desk.host, new Map([[place.file, text]]));
  const outcome = applyEdits(host, place.file, body.edits);
  const made = outcome.status === "done" ? (outcome.files.get(place.file)?.text ?? text) : null;
  return {
    base: { file: place.file, text, hash: body.base_hash },
    mine: made === null ? null : { file: place.file, text: made, hash: hashOf(made) },
    outcome,
  };
}

function conflict(desk: Desk, place: DocumentPlace, body: EditsBody): RetrographError {
  const { base, mine } = versionsOf(desk, place, body);
  const current = read(desk.host, place.file);
  return new RetrographError("edit_conflict", `${place.file} was changed meanwhile, in the place that this edit is about. Nothing was written.`, {
    base,
    mine,
    current,
  });
}

/** What the edits come to on the text of now, those of an older text included. Throws `edit_conflict`. */
function makeEdits(desk: Desk, place: DocumentPlace, body: EditsBody, now: ReadDocument): { outcome: EditOutcome; rebased: boolean } {
  const context: RebaseContext = { file: place.file, baseHash: body.base_hash, texts: desk.texts, read: (file) => read(desk.host, file) };
  // While the text is broken its own model is another one than what is shown.
  const known = now.stale ? undefined : now.model;
  if (areFresh(body.edits, context)) return { outcome: applyEdits(desk.host, place.file, body.edits, known), rebased: false };
  const edits = rebaseEdits(body.edits, context);
  if (edits === null) throw conflict(desk, place, body);
  const outcome = applyEdits(desk.host, place.file, edits, known);
  // What could be done before and cannot be done now is a conflict; what never could be is refused as ever.
  if (outcome.status === "refused" && versionsOf(desk, place, body).outcome?.status === "done") throw conflict(desk, place, body);
  return { outcome, rebased: true };
}

function checkFiles(edits: readonly Edit[]): void {
  for (const [index, edit] of edits.entries()) {
    if (edit.type !== "replace_text" || edit.file === undefined) continue;
    if (edit.file === "" || isAbsolute(edit.file) || /[\0\\]/.test(edit.file) || edit.file.split("/").includes("..")) {
      throw new RetrographError("invalid_request", `edits.${index}.file: must be a file of the workflow, relative to the project`, {
        field: `edits.${index}.file`,
      });
    }
  }
}

function readNow(path: string): string | null {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return null;
  }
}

function toWrite(desk: Desk, file: string, text: string): FileWrite {
  if (!desk.host.exists(file)) return { path: desk.host.newPath(file), text, before: null };
  const reason = readonlyReason(desk, file);
  if (reason !== null) throw new RetrographError("readonly", reason, { file });
  const path = desk.host.pathOf(file);
  const before = desk.host.read(file);
  if (path === null || before === null) throw new RetrographError("not_found", `The file ${file} cannot be read any more.`, { file });
  return { path, text, before };
}

function changesOf(desk: Desk, made: Made): FileChange[] {
  return [...made.files].map(([file, { text, changes }]) => {
    const before = desk.host.read(file);
    // A file that is new stays when the edit is taken back: others may use it by then.
    const inverse = before === null ? [] : invertChanges(before, changes);
    return { file, before_hash: hashOf(before ?? ""), hash: hashOf(text), changes, inverse };
  });
}

/** The workflow's file as the edits leave it. */
function documentOf(desk: Desk, { file }: DocumentPlace, made: Made): ReadDocument {
  const text = made.files.get(file)?.text ?? desk.host.read(file) ?? "";
  return { file, text, hash: hashOf(text), model: made.model, stale: false };
}

/** What would be: the files as the edits leave them, read but not written. */
function preview(desk: Desk, place: DocumentPlace, made: Made) {
  return toDesignModel(desk, place, { ...documentOf(desk, place, made), stale: made.model.errors.length > 0 });
}

function write(desk: Desk, place: DocumentPlace, made: Made, clientId: string): void {
  const writes = [...made.files].map(([file, { text }]) => toWrite(desk, file, text));
  for (const [file] of made.files) desk.texts.note(file, desk.host.read(file) ?? "");
  writeFiles(writes, readNow);
  for (const [file, { text }] of made.files) desk.texts.note(file, text);
  desk.models.keep(documentOf(desk, place, made));
  desk.events.noteWrite([...made.files.keys()], clientId);
}

const KEPT_ANSWERS = 50;

/** Answers to requests with an id, so that one whose answer was lost on the way is not done twice. */
function answers(): Map<string, Promise<EditsResult>> {
  return shared("design-answers", () => new Map<string, Promise<EditsResult>>());
}

/** As `editDesign`, but once for each `request_id`. */
export function editDesignOnce(graphId: string, body: EditsBody): Promise<EditsResult> {
  if (body.request_id === "") return editDesign(graphId, body);
  const known = answers();
  const key = `${graphId} ${body.request_id}`;
  const before = known.get(key);
  if (before !== undefined) return before;
  const answer = editDesign(graphId, body);
  known.set(key, answer);
  // What failed may work the next time.
  answer.catch(() => known.delete(key));
  const [oldest] = known.keys();
  if (known.size > KEPT_ANSWERS && oldest !== undefined) known.delete(oldest);
  return answer;
}

/** How often an edit is made again because another program wrote a file while it was being made. */
const MAX_ATTEMPTS = 4;
const ATTEMPT_MS = 20;

/** Null where another program writes the file at this moment: nothing was done. */
async function tryEdit(place: DocumentPlace, body: EditsBody): Promise<EditsResult | null> {
  const live = getDesk();
  // From here on nothing waits: no other request of this process can come between reading and writing. Other programs
  // can, so that all is made from what is read now, and written where that still stands.
  const now = live.models.read(place.file);
  // Programs that write in place empty the file first.
  if (now.text === "" && (live.texts.find(place.file, body.base_hash) ?? "") !== "") return null;
  const desk: Desk = { ...live, host: frozenHost(live.host, [[place.file, now.text]]) };
  const reason = readonlyReason(desk, place.file);
  if (reason !== null) throw new RetrographError("readonly", reason, { file: place.file });
  const { outcome, rebased } = makeEdits(desk, place, body, now);
  if (outcome.status === "ask") return { ...outcome, hash: now.hash };
  if (outcome.status === "refused") return outcome;
  const files = changesOf(desk, outcome);
  const { notes } = outcome;
  if (body.dry_run) return { status: "done", design: preview(desk, place, outcome), files, rebased, notes };
  if (files.length > 0) {
    try {
      write(desk, place, outcome, body.client_id);
    } catch (error) {
      if (isRetrographError(error) && error.code === "edit_conflict") return null;
      throw error;
    }
    const app = await getApp();
    app.pool.expectChange();
    const graph = graphOf(place, outcome.model);
    if (graph !== null) changeNodes(app.store, place.graphId, changedNodes(body.edits, now.model, outcome.model, graph));
  }
  return { status: "done", design: toDesignModel(live, place, live.models.read(place.file)), files, rebased, notes };
}

/**
 * Makes edits of a workflow's text and writes what they change, all or nothing. Edits of an older text are made on the
 * text of now where they fit it. Throws `edit_conflict` with the text as it was, as the edits would have made it, and as
 * it is; `readonly`, `graph_not_found`, `not_found`, `edit_refused` where the disk refuses.
 */
async function editDesign(graphId: string, body: EditsBody): Promise<EditsResult> {
  const place = await findDocument(getDesk(), graphId);
  checkFiles(body.edits);
  for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt++) {
    const result = await tryEdit(place, body);
    if (result !== null) return result;
    await sleep(attempt * ATTEMPT_MS);
  }
  throw conflict(getDesk(), place, body);
}
