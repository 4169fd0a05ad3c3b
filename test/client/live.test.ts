// @vitest-environment jsdom
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { retryDelay, type Connection } from "../../lib/client/event-stream";
import { connectLive, parseLiveMessage } from "../../lib/client/live";
import type { LiveMessage } from "../../lib/schema/live";

const THREAD = "11111111-1111-4111-8111-111111111111";
const RUNNER: LiveMessage = { type: "runner", responsive: false, message: "busy" };

/** A response whose body is fed by hand. */
function stream() {
  const encoder = new TextEncoder();
  let controller: ReadableStreamDefaultController<Uint8Array> | undefined;
  const body = new ReadableStream<Uint8Array>({
    start(value) {
      controller = value;
    },
  });
  return {
    response: new Response(body, { status: 200 }),
    send: (text: string) => controller?.enqueue(encoder.encode(text)),
    end: () => controller?.close(),
  };
}

const event = (message: LiveMessage) => `event: ${message.type}\ndata: ${JSON.stringify(message)}\n\n`;

function follow() {
  const messages: LiveMessage[] = [];
  const states: Connection[] = [];
  const handle = connectLive({ threadId: THREAD, onMessage: (message) => messages.push(message), onConnection: (state) => states.push(state) });
  return { messages, states, handle };
}

function setVisibility(state: "hidden" | "visible") {
  Object.defineProperty(document, "visibilityState", { value: state, configurable: true });
  document.dispatchEvent(new Event("visibilitychange"));
}

describe("connectLive", () => {
  const fetchMock = vi.fn<typeof fetch>();

  beforeEach(() => {
    vi.useFakeTimers();
    fetchMock.mockReset();
    vi.stubGlobal("fetch", fetchMock);
  });
  afterEach(() => {
    vi.useRealTimers();
    vi.unstubAllGlobals();
    setVisibility("visible");
  });

  it("hands on each message of the stream, also when one arrives in pieces", async () => {
    const { response, send } = stream();
    fetchMock.mockResolvedValue(response);
    const { messages, states, handle } = follow();
    await vi.advanceTimersByTimeAsync(0);
    const text = event(RUNNER);
    send(text.slice(0, 20));
    send(text.slice(20));
    send(": still here\n\n");
    await vi.advanceTimersByTimeAsync(0);
    expect(messages).toEqual([RUNNER]);
    expect(states).toEqual(["connecting", "online"]);
    handle.close();
  });

  it("goes offline when the stream ends and comes back by itself", async () => {
    const first = stream();
    const second = stream();
    fetchMock.mockResolvedValueOnce(first.response).mockRejectedValueOnce(new TypeError("refused")).mockResolvedValueOnce(second.response);
    const { states, handle } = follow();
    await vi.advanceTimersByTimeAsync(0);
    first.end();
    await vi.advanceTimersByTimeAsync(20_000);
    expect(states).toEqual(["connecting", "online", "offline", "offline", "online"]);
    handle.close();
  });

  it("stops for good at a thread that does not exist", async () => {
    fetchMock.mockResolvedValue(new Response("{}", { status: 404 }));
    const { states, handle } = follow();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(states).toEqual(["connecting", "gone"]);
    expect(fetchMock).toHaveBeenCalledTimes(1);
    handle.close();
  });

  it("lets go while the tab is hidden for long and reconnects when it is seen", async () => {
    fetchMock.mockImplementation(() => Promise.resolve(stream().response));
    const { states, handle } = follow();
    await vi.advanceTimersByTimeAsync(0);
    setVisibility("hidden");
    await vi.advanceTimersByTimeAsync(30_000);
    expect(states.at(-1)).toBe("paused");
    expect(fetchMock).toHaveBeenCalledTimes(1);
    setVisibility("visible");
    await vi.advanceTimersByTimeAsync(0);
    expect(states.at(-1)).toBe("online");
    expect(fetchMock).toHaveBeenCalledTimes(2);
    handle.close();
  });

  it("keeps the connection through a short look at another tab", async () => {
    fetchMock.mockImplementation(() => Promise.resolve(stream().response));
    const { handle } = follow();
    await vi.advanceTimersByTimeAsync(0);
    setVisibility("hidden");
    await vi.advanceTimersByTimeAsync(5000);
    setVisibility("visible");
    await vi.advanceTimersByTimeAsync(30_000);
    expect(fetchMock).toHaveBeenCalledTimes(1);
    handle.close();
  });

  it("says nothing any more once it is closed", async () => {
    const { response, end } = stream();
    fetchMock.mockResolvedValue(response);
    const { states, handle } = follow();
    await vi.advanceTimersByTimeAsync(0);
    handle.close();
    end();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(states).toEqual(["connecting", "online"]);
  });
});

describe("parseLiveMessage", () => {
  it("leaves out what it does not know instead of failing", () => {
    expect(parseLiveMessage('{"type":"from the future"}')).toBeNull();
    expect(parseLiveMessage("{not json")).toBeNull();
    expect(parseLiveMessage(JSON.stringify(RUNNER))).toEqual(RUNNER);
  });
});

describe("retryDelay", () => {
  it("grows up to ten seconds", () => {
    const delays = [0, 1, 2, 3, 10, 50].map((attempt) => retryDelay(attempt, () => 0.5));
    expect(delays).toEqual([400, 800, 1600, 3200, 10_000, 10_000]);
  });
});
