import { describe, expect, it } from "vitest";
import { canKeepNext, usualWriter } from "@/components/debugger/inspector/edit/write-as";
import { KEEP_NEXT } from "@/lib/schema/keep-next";
import { drawing, edge } from "../../graph/drawings";
import { entry } from "../../graph/entries";

const DRAWING = drawing([
  edge("plan", "draft", "conditional"),
  edge("judge", "accept", "command"),
  edge("team:chief", "team:worker", "command"),
  edge("team:worker", "team:chief"),
]);

describe("in whose name an edit is written", () => {
  it("is the node that last ran where its edges lead to what is next", () => {
    expect(usualWriter(DRAWING, entry("a", null, 1, { next: ["draft"] }), "plan")).toBe("plan");
  });

  it("is nobody's where a Command led to what is next, which no edge repeats", () => {
    expect(usualWriter(DRAWING, entry("a", null, 1, { next: ["accept"] }), "judge")).toBe(KEEP_NEXT);
    const inside = { checkpoint_ns: "team:1" };
    expect(usualWriter(DRAWING, entry("a", null, 1, { ...inside, next: ["worker"] }), "chief")).toBe(KEEP_NEXT);
    expect(usualWriter(DRAWING, entry("a", null, 1, { ...inside, next: ["chief"] }), "worker")).toBe("worker");
  });

  it("is the input's before anything ran, and what is next can be kept only where something is", () => {
    expect(usualWriter(DRAWING, entry("a", null, 0, { next: ["plan"] }), "__start__")).toBe("__start__");
    expect([["plan"], [], ["__start__"]].map((next) => canKeepNext(entry("a", null, 0, { next })))).toEqual([true, false, false]);
  });
});
