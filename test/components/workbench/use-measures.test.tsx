// @vitest-environment jsdom
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { act, cleanup, renderHook } from "@testing-library/react";
import type { ReactNode } from "react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { useMeasures } from "@/components/debugger/use-measures";
import { entry, THREAD_ID } from "./fixtures";

beforeEach(() => vi.useFakeTimers());
afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const PATH = Array.from({ length: 10 }, (_, step) =>
  entry({ checkpoint_id: `c${step}`, parent_checkpoint_id: step === 0 ? null : `c${step - 1}`, step, nodes: [`n${step}`] }),
);
/** Root to each of the checkpoints, as the workbench gives them. */
const PATHS = PATH.map((_, index) => PATH.slice(0, index + 1));

describe("the times on the canvas", () => {
  it("are asked for where one rests, not at every step of a walk", async () => {
    const asked: string[] = [];
    vi.stubGlobal("fetch", async (_: string, init?: RequestInit) => {
      asked.push(typeof init?.body === "string" ? init.body : "");
      return Response.json({ measures: [{ checkpoint_id: "c0", checkpoint_ns: "", node: "n1", ms: 7, attempts: 1, cached: false }] });
    });
    const client = new QueryClient();
    const wrapper = ({ children }: { children: ReactNode }) => <QueryClientProvider client={client}>{children}</QueryClientProvider>;
    const hook = renderHook(({ at }) => useMeasures(THREAD_ID, PATHS[at] ?? [], true), { wrapper, initialProps: { at: 1 } });
    await act(() => vi.advanceTimersByTimeAsync(10));
    expect(asked).toHaveLength(1);
    expect(hook.result.current?.n1?.ms).toBe(7);

    for (let at = 2; at < 10; at += 1) {
      hook.rerender({ at });
      await act(() => vi.advanceTimersByTimeAsync(50));
    }
    expect(asked).toHaveLength(1);
    await act(() => vi.advanceTimersByTimeAsync(200));
    expect(asked).toHaveLength(2);
    expect(asked[1]).toContain('"c8"');
  });
});
