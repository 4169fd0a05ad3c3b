import { expect, it } from "vitest";
import { Level } from "../../lib/runner/debugger/level";
import { isLoop } from "../../lib/runner/debugger/loop";

/** A graph's loop with one channel that counts how often it was read. */
function counted() {
  const seen = { notes: ["one"], times: 0 };
  const channel = {
    isAvailable: () => true,
    get() {
      seen.times += 1;
      return seen.notes;
    },
  };
  const loop: unknown = {
    config: { configurable: {} },
    checkpoint: { id: "1", channel_versions: { notes: 1 }, versions_seen: {} },
    channels: { notes: channel },
    tasks: {},
  };
  if (!isLoop(loop)) throw new Error("It is no loop");
  return { level: new Level(loop), seen };
}

it("reads a large value once for all conditions that are asked together, and anew for the next", () => {
  const { level, seen } = counted();
  level.look();
  for (let condition = 0; condition < 20; condition += 1) expect(level.scope(null).state.read("notes")).toEqual(["one"]);
  expect(seen.times).toBe(1);
  seen.notes.push("two");
  level.look();
  expect(level.scope({ task: null }).state.read("notes")).toEqual(["one", "two"]);
  expect(seen.times).toBe(2);
});
