import "server-only";
import type { DesignModel } from "../../schema/design-api";
import { getDesk, type Desk } from "./desk";
import { findDocument, graphOf, type DocumentPlace } from "./find-document";
import { hashOf } from "./hash";
import { EMPTY_LAYOUT, layoutFileOf, parseLayout } from "./layout-file";
import type { ReadDocument } from "./models";
import { readonlyReason } from "./readonly";

/** What the editor shows of a text of a workflow's file, which need not be on disk. */
export function toDesignModel(desk: Desk, place: DocumentPlace, document: ReadDocument): DesignModel {
  const layoutText = desk.host.read(layoutFileOf(place.graphId, place.file)) ?? "";
  desk.texts.note(layoutFileOf(place.graphId, place.file), layoutText);
  return {
    graph_id: place.graphId,
    file: place.file,
    text: document.text,
    hash: document.hash,
    model: document.model,
    stale: document.stale,
    graph: graphOf(place, document.model),
    layout: parseLayout(layoutText) ?? EMPTY_LAYOUT,
    layout_hash: hashOf(layoutText),
    readonly: readonlyReason(desk, place.file),
  };
}

/** The workflow as its text says it. Needs no runner. Throws `graph_not_found`, `not_found` where its file is gone. */
export async function getDesignModel(graphId: string): Promise<DesignModel> {
  const desk = getDesk();
  const place = await findDocument(desk, graphId);
  return toDesignModel(desk, place, desk.models.read(place.file));
}
