import { describe, expect, it } from "vitest";
import { withPending, type PendingChange } from "@/components/debugger/breakpoints/pending";
import { limitsOf, placeOf, toOrdinal } from "@/components/debugger/breakpoints/words";
import { stopText, stopTitle } from "@/components/debugger/side/stop-words";
import { readTargets } from "@/components/debugger/stepping/jump-targets";
import { parseOutput } from "@/components/debugger/stepping/parse-object";
import type { Breakpoint, BreakpointSpec } from "@/lib/schema/breakpoint";

const spec: BreakpointSpec = { kind: "node", node: "draft", when: "before", condition: "notes.length > 3", hits: 2 };

describe("an output that is typed by hand", () => {
  it("is an object of channels that the workflow has", () => {
    expect(parseOutput('{"notes": ["one"]}', ["notes"])).toEqual({ ok: true, value: { notes: ["one"] } });
    expect(parseOutput('{"nots": 1}', ["notes", "text"])).toEqual({ ok: false, message: "The state has no nots. It has notes, text." });
    expect(parseOutput("[1]", ["notes"])).toMatchObject({ ok: false, message: expect.stringContaining("object of channels") });
    expect(parseOutput('{"notes"', ["notes"])).toMatchObject({ ok: false, message: expect.stringContaining("no JSON yet") });
  });
});

describe("where to jump", () => {
  it("is a name, several, or nodes with inputs of their own", () => {
    expect(readTargets([{ key: 0, node: "a", input: null }])).toEqual({ ok: true, value: "a" });
    expect(
      readTargets([
        { key: 0, node: "a", input: '{"word": "x"}' },
        { key: 1, node: "a", input: "2" },
        { key: 2, node: "b", input: null },
      ]),
    ).toEqual({ ok: true, value: [{ node: "a", input: { word: "x" } }, { node: "a", input: 2 }, "b"] });
  });

  it("is not the same node twice, nor one with an input that is no JSON", () => {
    expect(
      readTargets([
        { key: 0, node: "a", input: null },
        { key: 1, node: "a", input: null },
      ]),
    ).toMatchObject({ ok: false, message: expect.stringContaining("a is chosen twice") });
    expect(readTargets([{ key: 0, node: "a", input: "{" }])).toMatchObject({ ok: false, message: expect.stringContaining("Input of a") });
  });
});

describe("the words of a breakpoint", () => {
  it("say where it stops and what limits it", () => {
    expect(placeOf(spec)).toBe("before draft");
    expect(limitsOf(spec)).toBe("if notes.length > 3, from the 2nd time on");
    expect(placeOf({ kind: "channel", channel: "notes", condition: null, hits: null })).toBe("when notes changes");
    expect(limitsOf({ kind: "all", when: "after", condition: null, hits: 1 })).toBe("");
    expect([1, 2, 3, 4, 11, 12, 13, 21, 102, 111].map(toOrdinal)).toEqual([
      "1st",
      "2nd",
      "3rd",
      "4th",
      "11th",
      "12th",
      "13th",
      "21st",
      "102nd",
      "111th",
    ]);
  });

  it("tell why a run was stopped", () => {
    const place = { when: "before" as const, checkpoint_id: null, reason: { kind: "step" as const } };
    expect(stopTitle({ ...place, nodes: ["draft", "draft"], checkpoint_ns: "" })).toBe("Paused before draft");
    expect(stopTitle({ ...place, nodes: ["check"], checkpoint_ns: "review:1|deep:2" })).toBe("Paused before check, in review › deep");
    expect(stopText({ kind: "breakpoint", breakpoint_id: "b", spec, hits: 2 })).toBe("Breakpoint before draft: `notes.length > 3` held (2nd time).");
    expect(stopText({ kind: "failed_condition", breakpoint_id: "b", spec, message: "There is no channel notes." })).toBe(
      "The condition `notes.length > 3` could not be evaluated: There is no channel notes.",
    );
    expect(
      stopText({ kind: "breakpoint", breakpoint_id: "b", spec: { kind: "channel", channel: "text", condition: null, hits: null }, hits: 1 }),
    ).toBe("`text` got a new value.");
  });
});

describe("changes of breakpoints that are under way", () => {
  const known: Breakpoint = { breakpoint_id: "real", graph_id: "g", enabled: true, spec, created_at: "" };

  it("show at once, also on one that is being added", () => {
    const added: Breakpoint = { ...known, breakpoint_id: "shown" };
    const pending: PendingChange[] = [
      { key: "1", kind: "add", breakpoint: added },
      { key: "2", kind: "change", id: "shown", change: { enabled: false } },
      { key: "3", kind: "change", id: "real", change: { enabled: false } },
    ];
    expect(withPending([known], pending, new Map()).map(({ enabled }) => enabled)).toEqual([false, false]);
  });

  it("follow a breakpoint to the id that the server gave it", () => {
    const pending: PendingChange[] = [{ key: "2", kind: "remove", id: "shown" }];
    expect(withPending([known], pending, new Map([["shown", "real"]]))).toEqual([]);
  });
});
