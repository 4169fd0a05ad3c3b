import { createParser } from "eventsource-parser";

/**
 * `connecting`: first attempt. `offline`: the server cannot be reached, trying again. `paused`: given up while the
 * tab is hidden, so that many tabs do not use up the browser's connections. `gone`: what is followed does not exist (any
 * more). `denied`: not logged in.
 */
export type Connection = "connecting" | "online" | "offline" | "paused" | "gone" | "denied";

export type StreamOptions = {
  /** Address of the event stream. */
  url: string;
  /** The data of one event. */
  onData: (data: string) => void;
  onConnection: (connection: Connection) => void;
  /** True where the stream is wanted while the tab is hidden for long, too. */
  staysWhenHidden?: () => boolean;
};

export type StreamHandle = { close: () => void; retryNow: () => void };

const FIRST_DELAY_MS = 400;
const LONGEST_DELAY_MS = 10_000;
/** A connection that says nothing for so long is dead: the server sends a comment far more often. */
const SILENCE_MS = 60_000;
const HIDDEN_MS = 20_000;

/** Milliseconds before attempt number `attempt` (from 0), with jitter so that tabs do not return all at once. */
export function retryDelay(attempt: number, random: () => number = Math.random): number {
  return Math.min(LONGEST_DELAY_MS, FIRST_DELAY_MS * 2 ** attempt) * (0.75 + random() * 0.5);
}

async function readStream(response: Response, onData: (data: string) => void, onActivity: () => void): Promise<void> {
  if (!response.body) return;
  const parser = createParser({ onEvent: (event) => onData(event.data) });
  const reader = response.body.getReader();
  const decoder = new TextDecoder();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    onActivity();
    parser.feed(decoder.decode(value, { stream: true }));
  }
}

/**
 * Follows an event stream until closed: reconnects with back-off, lets go while the tab is hidden for long, and comes
 * back when it is seen again. The server begins each connection with where things stand.
 */
export function connectStream({ url, onData, onConnection, staysWhenHidden = () => false }: StreamOptions): StreamHandle {
  let abort: AbortController | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let hiddenTimer: ReturnType<typeof setTimeout> | undefined;
  let attempt = 0;
  let closed = false;

  function scheduleRetry() {
    clearTimeout(timer);
    timer = setTimeout(() => void open(), retryDelay(attempt));
    attempt += 1;
  }

  async function open() {
    clearTimeout(timer);
    const mine = new AbortController();
    abort?.abort();
    abort = mine;
    let watchdog = setTimeout(() => mine.abort(), SILENCE_MS);
    try {
      const response = await fetch(url, {
        signal: mine.signal,
        headers: { accept: "text/event-stream" },
        cache: "no-store",
      });
      if (response.status === 404 || response.status === 401) {
        if (!closed) onConnection(response.status === 404 ? "gone" : "denied");
        return;
      }
      if (!response.ok) throw new Error(`events answered ${response.status}`);
      attempt = 0;
      onConnection("online");
      await readStream(
        response,
        (data) => {
          if (abort === mine && !closed) onData(data);
        },
        () => {
          clearTimeout(watchdog);
          watchdog = setTimeout(() => mine.abort(), SILENCE_MS);
        },
      );
    } catch {
      // The reason does not matter: whatever ended the stream, the answer is to try again.
    } finally {
      clearTimeout(watchdog);
    }
    if (closed || abort !== mine) return;
    onConnection("offline");
    scheduleRetry();
  }

  function pause() {
    if (staysWhenHidden()) {
      hiddenTimer = setTimeout(pause, HIDDEN_MS);
      return;
    }
    clearTimeout(timer);
    const current = abort;
    abort = null;
    current?.abort();
    onConnection("paused");
  }

  function onVisibility() {
    clearTimeout(hiddenTimer);
    if (document.visibilityState === "hidden") hiddenTimer = setTimeout(pause, HIDDEN_MS);
    else if (abort === null) retryNow();
  }

  function retryNow() {
    if (closed) return;
    attempt = 0;
    void open();
  }

  document.addEventListener("visibilitychange", onVisibility);
  window.addEventListener("online", retryNow);
  onConnection("connecting");
  void open();

  return {
    retryNow,
    close() {
      closed = true;
      clearTimeout(timer);
      clearTimeout(hiddenTimer);
      document.removeEventListener("visibilitychange", onVisibility);
      window.removeEventListener("online", retryNow);
      abort?.abort();
    },
  };
}
