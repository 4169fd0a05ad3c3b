import "server-only";
import type { DesignEvent } from "../../schema/design-api";
import { formatEvent } from "../http/sse";
import { HEARTBEAT_MS } from "../run-stream";
import { getDesk, type Desk } from "./desk";
import { findDocument, type DocumentPlace } from "./find-document";
import { followRunner } from "./follow-runner";
import { hashOf } from "./hash";
import { layoutFileOf } from "./layout-file";

function toText(event: DesignEvent): string {
  return formatEvent({ event: event.type, data: JSON.stringify(event) });
}

function hello(desk: Desk, { graphId, file }: DocumentPlace): string {
  const text = desk.host.read(file);
  return toText({
    type: "hello",
    hash: text === null ? null : hashOf(text),
    layout_hash: hashOf(desk.host.read(layoutFileOf(graphId, file)) ?? ""),
  });
}

async function* follow(desk: Desk, place: DocumentPlace): AsyncGenerator<string, void, undefined> {
  const { graphId, file } = place;
  const subscription = desk.events.subscribe({ graphId, file, layoutFile: layoutFileOf(graphId, file) });
  try {
    yield hello(desk, place);
    for (;;) {
      const taken = await subscription.next(HEARTBEAT_MS);
      if (taken.kind === "end") return;
      if (taken.kind === "timeout") yield "";
      else if (taken.kind === "overflow") yield hello(desk, place);
      else yield taken.items.map(toText).join("");
    }
  } finally {
    subscription.close();
  }
}

/**
 * What happens to a workflow's files, as text of an event stream: first where they stand, then live. An empty text where
 * nothing happened for a while. Throws `graph_not_found`, `too_many_requests`.
 */
export async function streamDesign(graphId: string): Promise<AsyncGenerator<string, void, undefined>> {
  const desk = getDesk();
  const place = await findDocument(desk, graphId);
  try {
    desk.models.read(place.file);
  } catch {
    // A file that cannot be read now may be later.
  }
  desk.events.assertRoom();
  followRunner();
  return follow(desk, place);
}
