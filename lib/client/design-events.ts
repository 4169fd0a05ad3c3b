import type { DesignEvent } from "../schema/design-api";
import { designEventsUrl } from "./design-api";
import { connectStream, type Connection, type StreamHandle } from "./event-stream";

export type DesignEventsOptions = {
  graphId: string;
  onEvent: (event: DesignEvent) => void;
  onConnection: (connection: Connection) => void;
};

const isText = (value: unknown) => typeof value === "string";
const isHash = (value: unknown) => value === null || isText(value);

/** What each kind of event needs, checked by hand: the schemas would be a good part of what a page loads. */
const SHAPES: Record<DesignEvent["type"], (event: Record<string, unknown>) => boolean> = {
  hello: (event) => isHash(event["hash"]) && isHash(event["layout_hash"]),
  changed: (event) => isHash(event["hash"]) && isText(event["client_id"]),
  layout: (event) => isText(event["hash"]) && isText(event["client_id"]),
  problems: (event) => isText(event["hash"]),
  workflow: (event) => isText(event["graph_id"]),
};

function isDesignEvent(value: unknown): value is DesignEvent {
  if (typeof value !== "object" || value === null || !("type" in value)) return false;
  const type = String(value.type);
  const shapes: Record<string, (event: Record<string, unknown>) => boolean> = SHAPES;
  return Object.hasOwn(shapes, type) && shapes[type]?.({ ...value }) === true;
}

/** Parses the data of one event; null for what this version does not know (a newer server), so that one message never ends the stream. */
export function parseDesignEvent(data: string): DesignEvent | null {
  try {
    const parsed: unknown = JSON.parse(data);
    return isDesignEvent(parsed) ? parsed : null;
  } catch {
    return null;
  }
}

/** Follows what happens to a workflow's files until closed. Each connection begins with `hello`. */
export function connectDesign({ graphId, onEvent, onConnection }: DesignEventsOptions): StreamHandle {
  return connectStream({
    url: designEventsUrl(graphId),
    onData: (data) => {
      const event = parseDesignEvent(data);
      if (event !== null) onEvent(event);
    },
    onConnection,
  });
}
