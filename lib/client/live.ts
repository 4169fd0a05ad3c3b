import type { LiveMessage } from "../schema/live";
import { connectStream, type Connection, type StreamHandle } from "./event-stream";
import { isLiveMessage } from "./live-shapes";

export type LiveOptions = {
  threadId: string;
  onMessage: (message: LiveMessage) => void;
  onConnection: (connection: Connection) => void;
};

/** Parses the data of one event; null for what this version does not know (a newer server), so that one message never ends the stream. */
export function parseLiveMessage(data: string): LiveMessage | null {
  try {
    const parsed: unknown = JSON.parse(data);
    return isLiveMessage(parsed) ? parsed : null;
  } catch {
    return null;
  }
}

/** Follows a thread through `GET /api/debug/threads/{id}/events` until closed. Each connection begins with `hello`. */
export function connectLive({ threadId, onMessage, onConnection }: LiveOptions): StreamHandle {
  return connectStream({
    url: `/api/debug/threads/${encodeURIComponent(threadId)}/events`,
    onData: (data) => {
      const message = parseLiveMessage(data);
      if (message !== null) onMessage(message);
    },
    onConnection,
  });
}
