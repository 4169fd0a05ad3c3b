// @vitest-environment jsdom
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { cleanup, fireEvent, render, screen, waitFor, within } from "@testing-library/react";
import type { ReactNode } from "react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { RepeatRow } from "@/components/approvals/repeats/repeat-row";
import { RepeatsNotice } from "@/components/approvals/repeats/repeats-notice";
import { harmOf, placeHref, whatCameOfIt, whatHappened } from "@/components/approvals/repeats/words";
import type { Effect, Repeat } from "@/lib/schema/effect";

const effectOf = (span_id: string, more: Partial<Effect> = {}): Effect => ({
  run_id: "11111111-1111-4111-8111-111111111111",
  span_id,
  thread_id: "22222222-2222-4222-8222-222222222222",
  graph_id: "calendar",
  checkpoint_ns: "",
  checkpoint_id: "1f000000-0000-6000-8000-000000000001",
  node: "tools",
  task_id: "t",
  step: 2,
  attempt: 1,
  name: "create_event",
  input_hash: "h",
  idempotency_key: null,
  source: "live",
  status: "done",
  deduplicated: null,
  at: "2026-01-01T10:00:00.000Z",
  ...more,
});

const repeatOf = (more: Partial<Repeat> = {}): Repeat => ({
  times: more.effects?.length ?? 2,
  cause: "resume",
  name: "create_event",
  node: "tools",
  thread_id: "22222222-2222-4222-8222-222222222222",
  thread_title: "A thread",
  graph_id: "calendar",
  effects: [effectOf("s1"), effectOf("s2")],
  same_input: true,
  key: "missing",
  happened: 2,
  uncertain: 0,
  ...more,
});

beforeEach(() => {
  const answer = (url: string) => ({
    ...effectOf(url.slice(-2)),
    parent_span_id: null,
    input: { title: "Review" },
    output: { type: "tool", content: `{"event_id": "${url.slice(-2)}"}`, tool_call_id: "c1" },
    parameters: {},
    error: null,
    truncated: false,
  });
  vi.stubGlobal("fetch", (url: string) => Promise.resolve(new Response(JSON.stringify(answer(url)))));
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const show = (view: ReactNode) => render(<QueryClientProvider client={new QueryClient()}>{view}</QueryClientProvider>);

describe("What is said of a repeat", () => {
  it("names what happened, and claims no more than is known", () => {
    expect(whatHappened(repeatOf())).toBe("create_event ran twice for one task");
    expect(whatCameOfIt(repeatOf())).toBe("It ran to its end twice; there was no idempotency key.");
    expect(whatCameOfIt(repeatOf({ key: "equal" }))).toMatch(/the key was equal, but the answers do not say that the service kept one/);
    expect(whatHappened(repeatOf({ same_input: false }))).toMatch(/with other arguments$/);
    expect(whatHappened(repeatOf({ cause: "loop", effects: [effectOf("a"), effectOf("b"), effectOf("c")] }))).toBe(
      "create_event was called 3 times with the same arguments",
    );
  });

  it("says why it happened once: the kept result, or the service's own word", () => {
    const kept = repeatOf({ effects: [effectOf("s1"), effectOf("s2", { source: "kept" })], happened: 1 });
    expect(whatCameOfIt(kept)).toBe("effect() returned the kept result and did not do it again.");
    const deduplicated = repeatOf({ effects: [effectOf("s1"), effectOf("s2", { deduplicated: true })], happened: 1, key: "equal" });
    expect(whatCameOfIt(deduplicated)).toBe("The service kept one: it says that it had been done before, the key was equal.");
    expect([harmOf(repeatOf()), harmOf(kept), harmOf(deduplicated)]).toEqual(["repeated", "once", "once"]);
  });

  it("does not call known what a failed execution did", () => {
    const failed = repeatOf({ cause: "retry", effects: [effectOf("s1", { status: "failed" }), effectOf("s2")], happened: 1, uncertain: 1 });
    expect(harmOf(failed)).toBe("maybe");
    expect(whatCameOfIt(failed)).toBe("It ran to its end once. What it did is not known of 1 execution that did not come to an end.");
  });

  it("leads to the step, also in a subgraph", () => {
    expect(placeHref(effectOf("s1"))).toBe(
      "/w/calendar/t/22222222-2222-4222-8222-222222222222?checkpoint=1f000000-0000-6000-8000-000000000001&node=tools",
    );
    expect(placeHref(effectOf("s1", { checkpoint_ns: "child:t1" }))).toMatch(/&ns=child%3At1&/);
    expect(placeHref(effectOf("s1", { checkpoint_id: null, node: "" }))).toMatch(/\/t\/[\w-]+$/);
  });
});

describe("A repeat in the list", () => {
  it("opens to both executions side by side, with what the tool returned and no message around it", async () => {
    show(<RepeatRow repeat={repeatOf()} workflow="Calendar" />);
    const button = screen.getByRole("button", { expanded: false });
    fireEvent.click(button);
    expect(button.getAttribute("aria-expanded")).toBe("true");
    const list = screen.getByRole("list", { name: "Executions of create_event" });
    await waitFor(() => expect(within(list).getAllByText("event_id")).toHaveLength(2));
    expect(within(list).queryByText("tool_call_id")).toBeNull();
    expect(within(list).getAllByText("Review")).toHaveLength(2);
    expect(screen.getByText("no idempotency key")).toBeDefined();
  });
});

describe("The line about a run", () => {
  it("is not there where nothing was repeated", () => {
    const { container } = show(<RepeatsNotice repeats={[]} />);
    expect(container.textContent).toBe("");
  });

  it("names the worst, and how many more there are", () => {
    const kept = repeatOf({ name: "kept_one", effects: [effectOf("s1"), effectOf("s2", { source: "kept" })], happened: 1 });
    show(<RepeatsNotice repeats={[kept, repeatOf()]} />);
    const notice = screen.getByRole("region", { name: "What ran again" });
    expect(notice.textContent).toMatch(/^create_event ran twice for one task/);
    expect(notice.textContent).toMatch(/And 1 more/);
  });
});
