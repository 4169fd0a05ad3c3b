import { describe, expect, it } from "vitest";
import { applyLiveMessage } from "@/components/debugger/live/apply-live";
import {
  createLiveState,
  findActiveRun,
  mergeEntries,
  mergeRuns,
  replaceNewest,
  withoutBranch,
  type LiveState,
} from "@/components/debugger/live/live-state";
import type { LiveMessage } from "@/lib/schema/live";
import type { Lifecycle } from "@/lib/schema/run";
import { entry, run, thread } from "./fixtures";

let seq = 0;
const event = (name: string, data: unknown) => ({ seq: ++seq, event: name, data: JSON.stringify(data) });
const lifecycle = (data: Lifecycle) => event("lifecycle", data);
const events = (...list: { seq: number; event: string; data: string }[]): LiveMessage => ({ type: "events", run_id: run().run_id, events: list });
const apply = (state: LiveState, ...messages: LiveMessage[]) => messages.reduce(applyLiveMessage, state);
const at = "2026-01-01T00:00:00.000Z";

describe("the live state of a thread", () => {
  it("takes each event of a run once, whatever is repeated after a reconnect", () => {
    const chunk = events(event("messages", [{ type: "AIMessageChunk", id: "m1", content: "Hel" }, { langgraph_node: "draft" }]));
    const more = events(event("messages", [{ type: "AIMessageChunk", id: "m1", content: "lo" }, { langgraph_node: "draft" }]));
    const state = apply(createLiveState(), chunk, more, chunk, more);
    expect(state.output).toEqual([{ key: `${run().run_id}:m1`, kind: "text", node: "draft", text: "Hello" }]);
  });

  it("follows a task from its start to its end and remembers how long it took", () => {
    const started = lifecycle({ type: "task_started", task_id: "t1", node: "plan", checkpoint_ns: "", step: 1, at });
    const finished = lifecycle({
      type: "task_finished",
      task_id: "t1",
      node: "plan",
      checkpoint_ns: "",
      step: 1,
      ms: 12,
      outcome: "done",
      error: null,
      at,
    });
    const during = apply(createLiveState(), events(started));
    expect(during.tasks).toMatchObject([{ node: "plan", status: "running" }]);
    const after = apply(during, events(finished));
    expect(after.tasks).toMatchObject([{ node: "plan", status: "done", ms: 12 }]);
    expect(after.durations).toEqual({ plan: 12 });
  });

  it("keeps the tasks of two steps only, however long the loop", () => {
    let state = createLiveState();
    for (let step = 1; step <= 50; step += 1)
      state = apply(state, events(lifecycle({ type: "task_started", task_id: `t${step}`, node: "loop", checkpoint_ns: "", step, at })));
    expect(state.tasks.map((task) => task.step)).toEqual([49, 50]);
  });

  it("keeps the tasks of every instance of a subgraph while the task that runs it is kept", () => {
    const started = (task_id: string, node: string, checkpoint_ns: string, step: number) =>
      lifecycle({ type: "task_started", task_id, node, checkpoint_ns, step, at });
    const during = apply(
      createLiveState(),
      events(
        started("s1", "study", "", 7),
        started("s2", "study", "", 7),
        started("a1", "tokenise", "study:s1", 1),
        started("a2", "tokenise", "study:s2", 1),
        started("b1", "count", "study:s1", 2),
        started("c1", "check", "study:s1", 3),
      ),
    );
    expect(during.tasks.map((task) => task.task_id)).toEqual(["s1", "s2", "a2", "b1", "c1"]);
    const later = apply(during, events(started("t", "sum", "", 8)));
    expect(later.tasks).toHaveLength(6);
    const after = apply(later, events(started("u", "send", "", 9)));
    expect(after.tasks.map((task) => task.task_id)).toEqual(["t", "u"]);
  });

  it("remembers how long a node of a subgraph took under the name that the drawing gives it", () => {
    const ended = { type: "task_finished", task_id: "t", step: 1, ms: 5, outcome: "done", error: null, at } as const;
    const state = apply(createLiveState(), events(lifecycle({ ...ended, node: "inner", checkpoint_ns: "child:1|deep:2" })));
    expect(state.durations).toEqual({ "child:deep:inner": 5 });
  });

  it("adds checkpoints of the workflow to the timeline, and keeps those of its subgraphs apart", () => {
    const own = lifecycle({ type: "checkpoint", entry: entry({ checkpoint_id: "b" }) });
    const inner = lifecycle({ type: "checkpoint", entry: entry({ checkpoint_id: "c", checkpoint_ns: "child:1" }) });
    const state = apply(createLiveState({ entries: [entry({ checkpoint_id: "a" })] }), events(own, inner));
    expect(state.entries.map((item) => item.checkpoint_id)).toEqual(["a", "b"]);
    expect(state.inner.map((item) => item.checkpoint_id)).toEqual(["c"]);
  });

  it("shows a model's text, the tools it calls and custom events, but not a person's words or blank text", () => {
    const state = apply(
      createLiveState(),
      events(
        event("messages", [{ type: "human", id: "h", content: "Hi" }, { langgraph_node: "model" }]),
        event("messages", [
          { type: "AIMessageChunk", id: "m", content: "", tool_call_chunks: [{ name: "search", args: "" }] },
          { langgraph_node: "model" },
        ]),
        event("messages|child:1", [{ type: "ai", id: "n", content: [{ type: "text", text: "Found" }] }, { langgraph_node: "inner" }]),
        event("custom", { progress: 0.5 }),
        event("updates", { model: { messages: [], round: 1 } }),
      ),
    );
    expect(state.output.map(({ kind, node, text }) => [kind, node, text])).toEqual([
      ["tool", "model", "search"],
      ["text", "inner", "Found"],
      ["custom", "", '{"progress":0.5}'],
      ["update", "model", "messages, round"],
    ]);
  });

  it("replaces the text when the stream sends the whole message so far", () => {
    const partial = (content: string) => events(event("messages/partial", [{ type: "ai", id: "m", content }]));
    expect(apply(createLiveState(), partial("Hel"), partial("Hello")).output).toMatchObject([{ text: "Hello" }]);
  });

  it("reads the rows again after every connection and every end of a run", () => {
    const hello: LiveMessage = { type: "hello", thread: thread(), active_runs: [run({ state: { status: "running", pid: 1 } })] };
    const state = apply(createLiveState(), hello);
    expect(state.staleness).toBe(1);
    expect(findActiveRun(state.runs)?.run_id).toBe(run().run_id);
    const ended = apply(state, { type: "run", run: run({ state: { status: "success" } }) });
    expect(ended.staleness).toBe(2);
    expect(findActiveRun(ended.runs)).toBeNull();
  });

  it("does not let a late message bring an ended run back to life", () => {
    const ended = mergeRuns([], [run({ state: { status: "cancelled", by: "a person" } })]);
    expect(mergeRuns(ended, [run({ state: { status: "running", pid: 1 } })])[0]?.state.status).toBe("cancelled");
  });

  it("says that the thread was deleted and keeps what was on the page", () => {
    const state = apply(createLiveState({ entries: [entry()] }), { type: "thread", thread: null });
    expect(state).toMatchObject({ deleted: true, entries: [{ checkpoint_id: "a" }] });
  });

  it("remembers that the runner does not answer until it does", () => {
    const busy = apply(createLiveState(), { type: "runner", responsive: false, message: "A node spins." });
    expect(busy.runnerTrouble).toBe("A node spins.");
    expect(apply(busy, { type: "runner", responsive: true, message: "" }).runnerTrouble).toBeNull();
  });

  it("ignores event data that is not what its name says", () => {
    const state = createLiveState();
    const odd = apply(
      state,
      events(
        { seq: ++seq, event: "lifecycle", data: "{" },
        event("lifecycle", { type: "unheard of" }),
        event("messages", "no list"),
        event("updates", null),
      ),
    );
    expect({ ...odd, lastSeq: {} }).toEqual(state);
  });
});

describe("mergeEntries", () => {
  it("keeps one row per checkpoint, the newer version, oldest first", () => {
    const merged = mergeEntries(
      [entry({ checkpoint_id: "a" }), entry({ checkpoint_id: "c" })],
      [entry({ checkpoint_id: "c", has_error: true }), entry({ checkpoint_id: "b" })],
    );
    expect(merged.map((item) => [item.checkpoint_id, item.has_error])).toEqual([
      ["a", false],
      ["b", false],
      ["c", true],
    ]);
  });
});

describe("rows that are gone", () => {
  const at = (id: string, parent: string | null, second: number) =>
    entry({ checkpoint_id: id, parent_checkpoint_id: parent, created_at: `2026-01-01T00:00:0${second}.000Z` });
  const [a, b, c, d] = [at("a", null, 1), at("b", "a", 2), at("c", "b", 3), at("d", "b", 4)];
  const ids = (entries: { checkpoint_id: string }[]) => entries.map((item) => item.checkpoint_id);

  it("are no longer shown once the newest rows are read again, also where they were the newest", () => {
    expect(ids(replaceNewest([a, b, c, d], [c, b, a], [a, b, c, d]))).toEqual(["a", "b", "c"]);
    expect(ids(replaceNewest([a, b, c, d], [c], [a, b, c]))).toEqual(["a", "b", "c", "d"]);
  });

  it("take along what came of them, inside of subgraphs too", () => {
    const inside = entry({ checkpoint_id: "x", checkpoint_ns: "child:1", outer_checkpoint_id: "c" });
    const left = withoutBranch({ entries: [a, b, c, d], inner: [inside] }, "c");
    expect([ids(left.entries), ids(left.inner)]).toEqual([["a", "b", "d"], []]);
    expect(ids(withoutBranch({ entries: [a, d, c, b], inner: [] }, "b").entries)).toEqual(["a"]);
  });
});
