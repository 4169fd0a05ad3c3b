import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { createLiveStore } from "@/components/debugger/live/live-store";
import type { LiveOptions } from "@/lib/client/live";
import type { LiveMessage } from "@/lib/schema/live";
import { entry, RUN_ID, THREAD_ID } from "./fixtures";

let told: LiveOptions | null = null;
vi.mock("@/lib/client/live", () => ({
  connectLive: (options: LiveOptions) => {
    told = options;
    return { close: () => {}, retryNow: () => {} };
  },
}));

let seq = 0;

/** What the stream says of a further checkpoint. */
function checkpoint(): LiveMessage {
  seq += 1;
  const made = entry({ checkpoint_id: `c${seq}`, step: seq, created_at: `2026-01-01T00:00:00.${String(seq).padStart(3, "0")}Z` });
  return { type: "events", run_id: RUN_ID, events: [{ seq, event: "lifecycle", data: JSON.stringify({ type: "checkpoint", entry: made }) }] };
}

function connect() {
  const store = createLiveStore({});
  store.getState().connect(THREAD_ID);
  const drawAll = () => store.getState().noteDrawn(store.getState().entries, store.getState().inner);
  return { store, drawAll, count: () => store.getState().entries.length };
}

describe("the live store", () => {
  beforeEach(() => vi.useFakeTimers());
  afterEach(() => vi.useRealTimers());

  it("takes what arrives within a moment at once", async () => {
    const { count } = connect();
    for (let i = 0; i < 20; i += 1) told?.onMessage(checkpoint());
    expect(count()).toBe(0);
    await vi.advanceTimersByTimeAsync(60);
    expect(count()).toBe(20);
  });

  it("waits with further checkpoints until those before are drawn", async () => {
    const { count, drawAll } = connect();
    drawAll();
    told?.onMessage(checkpoint());
    await vi.advanceTimersByTimeAsync(60);
    expect(count()).toBe(1);
    told?.onMessage(checkpoint());
    await vi.advanceTimersByTimeAsync(200);
    expect(count()).toBe(1);
    drawAll();
    await vi.advanceTimersByTimeAsync(60);
    expect(count()).toBe(2);
  });

  it("does not wait for ever for a drawing that does not come", async () => {
    const { count, drawAll } = connect();
    drawAll();
    told?.onMessage(checkpoint());
    await vi.advanceTimersByTimeAsync(60);
    told?.onMessage(checkpoint());
    await vi.advanceTimersByTimeAsync(600);
    expect(count()).toBe(2);
  });
});
