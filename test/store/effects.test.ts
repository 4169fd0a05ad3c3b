import { describe, expect, it } from "vitest";
import type { Effect } from "../../lib/schema/effect";
import { effectsOfTask, listRepeats, saveEffects } from "../../lib/store/effects";
import { deleteRun } from "../../lib/store/runs";
import { createThread, deleteThread } from "../../lib/store/threads";
import { tempStore } from "./temp-store";

let count = 0;
const id = (prefix: string, number: number) => `${prefix}${String(number).padStart(8 - prefix.length, "0")}-0000-4000-8000-000000000000`;

function effectOf(more: Partial<Effect>): Effect {
  count += 1;
  return {
    run_id: id("a", 1),
    span_id: `span-${count}`,
    thread_id: id("b", 1),
    graph_id: "mail",
    checkpoint_ns: "",
    checkpoint_id: null,
    node: "send",
    task_id: "task-1",
    step: 1,
    attempt: 1,
    name: "send_mail",
    input_hash: "h1",
    idempotency_key: null,
    source: "live",
    status: "done",
    deduplicated: null,
    at: new Date(Date.UTC(2026, 0, 1) + count * 1000).toISOString(),
    ...more,
  };
}

describe("Repeated effects", () => {
  it("are those of one task in different runs, with what is known of each", async () => {
    const store = tempStore();
    await createThread(store, { thread_id: id("b", 1), graph_id: "mail", metadata: {}, title: "A thread" });
    const effects = [effectOf({}), effectOf({ run_id: id("a", 2), deduplicated: true, idempotency_key: "k" })];
    saveEffects(store, effects);
    expect(await listRepeats(store, {})).toEqual({
      total: 1,
      repeats: [
        {
          cause: "resume",
          name: "send_mail",
          node: "send",
          thread_id: id("b", 1),
          thread_title: "A thread",
          graph_id: "mail",
          times: 2,
          effects,
          same_input: true,
          key: "missing",
          happened: 1,
          uncertain: 0,
        },
      ],
    });
    expect(await effectsOfTask(store, ["task-1", "task-2"])).toEqual(effects);
  });

  it("say of what failed or was cut off that it is not known what it did", async () => {
    const store = tempStore();
    saveEffects(store, [effectOf({ status: "failed" }), effectOf({ attempt: 2, status: "lost" }), effectOf({ attempt: 3 })]);
    const [found] = (await listRepeats(store, { harmful: true })).repeats;
    expect(found).toMatchObject({ cause: "retry", happened: 1, uncertain: 2 });
  });

  it("are none of recorded, stubbed and interrupted executions, and of single ones", async () => {
    const store = tempStore();
    saveEffects(store, [
      effectOf({}),
      effectOf({ run_id: id("a", 2), source: "recorded" }),
      effectOf({ run_id: id("a", 3), source: "stubbed" }),
      effectOf({ run_id: id("a", 4), status: "interrupted" }),
    ]);
    expect((await listRepeats(store, {})).total).toBe(0);
  });

  it("are matched by their arguments first, whatever order they came in, and by their turn after that", async () => {
    const store = tempStore();
    const second = { run_id: id("a", 2) };
    saveEffects(store, [
      effectOf({ input_hash: "a" }),
      effectOf({ input_hash: "b" }),
      effectOf({ input_hash: "now-1" }),
      effectOf({ ...second, input_hash: "b" }),
      effectOf({ ...second, input_hash: "a" }),
      effectOf({ ...second, input_hash: "now-2" }),
    ]);
    const { repeats } = await listRepeats(store, {});
    const pairs = repeats.map(({ effects, same_input }) => [...effects.map(({ input_hash }) => input_hash), same_input].join(" "));
    expect(pairs.sort()).toEqual(["a a true", "b b true", "now-1 now-2 false"]);
  });

  it("are found by run, thread, workflow and cause, newest first, page by page", async () => {
    const store = tempStore();
    for (let thread = 1; thread <= 5; thread++) {
      const place = { thread_id: id("b", thread), task_id: `task-${thread}`, graph_id: thread % 2 === 0 ? "even" : "odd" };
      saveEffects(store, [effectOf({ ...place, run_id: id("a", thread * 2) }), effectOf({ ...place, run_id: id("a", thread * 2 + 1) })]);
    }
    const threads = async (query: Parameters<typeof listRepeats>[1]) =>
      (await listRepeats(store, query)).repeats.map(({ thread_id }) => Number(/^b0*(\d+)/.exec(thread_id)?.[1]));
    expect(await threads({})).toEqual([5, 4, 3, 2, 1]);
    expect(await threads({ limit: 2, offset: 2 })).toEqual([3, 2]);
    expect(await threads({ graph_id: "even" })).toEqual([4, 2]);
    expect(await threads({ thread_id: id("b", 3) })).toEqual([3]);
    expect(await threads({ cause: "loop" })).toEqual([]);
    expect(await threads({ graph_id: "none" })).toEqual([]);
  });

  it("of a call that was made thousands of times are counted, and the first and the last are given", async () => {
    const store = tempStore();
    const effects = Array.from({ length: 3000 }, (_, index) => effectOf({ task_id: `task-${index}`, step: index }));
    store.atOnce(() => saveEffects(store, effects));
    const { repeats, total } = await listRepeats(store, {});
    expect(total).toBe(1);
    expect(repeats[0]).toMatchObject({ cause: "loop", times: 3000, happened: 3000 });
    expect(repeats[0]?.effects.map(({ step }) => step)).toEqual([0, ...Array.from({ length: 49 }, (_, n) => 2951 + n)]);
  });

  it("go with their run and their thread", async () => {
    const store = tempStore();
    await createThread(store, { thread_id: id("b", 1), graph_id: "mail", metadata: {}, title: "" });
    saveEffects(store, [effectOf({}), effectOf({ run_id: id("a", 2) }), effectOf({ run_id: id("a", 3) })]);
    await deleteRun(store, id("a", 2));
    expect((await listRepeats(store, {})).repeats[0]?.effects).toHaveLength(2);
    await deleteThread(store, id("b", 1));
    expect((await listRepeats(store, {})).total).toBe(0);
  });

  it("are listed in under 100 ms among 20,000 effects", async () => {
    const store = tempStore();
    const effects = Array.from({ length: 20_000 }, (_, index) => {
      const thread = Math.floor(index / 20);
      const isAgain = index % 20 === 19;
      return effectOf({
        thread_id: id("b", thread),
        run_id: id("a", thread * 2 + Number(isAgain)),
        task_id: `task-${thread}-${isAgain ? 0 : index % 20}`,
        input_hash: `h-${isAgain ? 0 : index % 20}`,
      });
    });
    store.atOnce(() => saveEffects(store, effects));
    await listRepeats(store, { limit: 50 });
    const times: number[] = [];
    for (let round = 0; round < 15; round++) {
      const started = performance.now();
      const page = await listRepeats(store, { limit: 50, offset: round * 50 });
      times.push(performance.now() - started);
      expect(page).toMatchObject({ total: 1000, repeats: { length: 50 } });
    }
    // The fastest of them: the machine has other things to do.
    expect(Math.min(...times)).toBeLessThan(100);
  });
});
