import { describe, expect, it } from "vitest";
import { breakpointsAt, isAstray, isConditional, toBreakpointMarks } from "@/lib/graph/breakpoint-marks";
import { channelNames, channelsOfLevel } from "@/lib/graph/level-channels";
import type { Breakpoint, BreakpointSpec } from "@/lib/schema/breakpoint";
import { channel, description } from "../components/workbench/fixtures";

let count = 0;

function breakpoint(spec: BreakpointSpec, enabled = true): Breakpoint {
  count += 1;
  return { breakpoint_id: `b${count}`, graph_id: "g", enabled, spec, created_at: "2026-01-01T00:00:00.000Z" };
}

const at = (node: string, when: "before" | "after", change: { condition?: string; hits?: number } = {}): BreakpointSpec => ({
  kind: "node",
  node,
  when,
  condition: change.condition ?? null,
  hits: change.hits ?? null,
});

describe("the marks of breakpoints", () => {
  it("stand at the edge that each breakpoint is about", () => {
    const marks = toBreakpointMarks([breakpoint(at("a", "before")), breakpoint(at("child:b", "after"), false)], ["a", "child:b"], null);
    expect(marks).toEqual({
      a: { before: { look: "on", condition: null, hits: null }, after: null },
      "child:b": { before: null, after: { look: "off", condition: null, hits: null } },
    });
  });

  it("show the one that stops first where several stand in one place", () => {
    const conditional = breakpoint(at("a", "before", { condition: "x > 1" }));
    const off = breakpoint(at("a", "before"), false);
    expect(toBreakpointMarks([off, conditional], ["a"], null).a?.before).toMatchObject({ look: "on", condition: "x > 1" });
    expect(toBreakpointMarks([conditional, breakpoint(at("a", "before"))], ["a"], null).a?.before).toMatchObject({ look: "on", condition: null });
  });

  it("say whose condition failed before all else", () => {
    const failed = breakpoint(at("a", "before", { condition: "x.y" }));
    const marks = toBreakpointMarks([breakpoint(at("a", "before")), failed], ["a"], failed.breakpoint_id);
    expect(marks.a?.before?.look).toBe("failed");
  });

  it("hint at a breakpoint for all nodes without hiding a node's own", () => {
    const all = breakpoint({ kind: "all", when: "before", condition: null, hits: null });
    const marks = toBreakpointMarks([all, breakpoint(at("b", "before"), false)], ["a", "b"], null);
    expect(marks.a?.before?.look).toBe("implied");
    expect(marks.b?.before?.look).toBe("off");
    expect(toBreakpointMarks([{ ...all, enabled: false }], ["a"], null)).toEqual({});
  });

  it("leave out breakpoints on data", () => {
    const data = [
      breakpoint({ kind: "channel", channel: "notes", condition: null, hits: null }),
      breakpoint({ kind: "condition", condition: "x", hits: null }),
    ];
    expect(toBreakpointMarks(data, ["a"], null)).toEqual({});
    expect(breakpointsAt(data, "a", "before")).toEqual([]);
  });
});

describe("a breakpoint", () => {
  it("is conditional by its condition or its count", () => {
    expect(isConditional({ condition: null, hits: null })).toBe(false);
    expect(isConditional({ condition: null, hits: 1 })).toBe(false);
    expect(isConditional({ condition: "x", hits: null })).toBe(true);
    expect(isConditional({ condition: null, hits: 2 })).toBe(true);
  });

  it("is astray when its node or channel is gone, not when its names are in a condition", () => {
    const [nodes, channels] = [new Set(["a"]), new Set(["notes"])];
    expect(isAstray(breakpoint(at("gone", "before")), nodes, channels)).toBe(true);
    expect(isAstray(breakpoint(at("a", "before")), nodes, channels)).toBe(false);
    expect(isAstray(breakpoint({ kind: "channel", channel: "gone", condition: null, hits: null }), nodes, channels)).toBe(true);
    expect(isAstray(breakpoint({ kind: "condition", condition: "gone > 1", hits: null }), nodes, channels)).toBe(false);
  });
});

describe("the channels of a level", () => {
  const frame = {
    id: "child",
    name: "child",
    kind: "subgraph" as const,
    parent: null,
    description: null,
    source: null,
    ends: [],
    triggers: [],
    defer: false,
    metadata: {},
  };
  const workflow = description({ channels: [channel("notes")], nodes: [{ ...frame, channels: [channel("notes"), channel("word")] }] });

  it("are the subgraph's own inside of it", () => {
    expect(channelsOfLevel(workflow, "").map(({ name }) => name)).toEqual(["notes"]);
    expect(channelsOfLevel(workflow, "child:1").map(({ name }) => name)).toEqual(["notes", "word"]);
    expect(channelsOfLevel(workflow, "other:1").map(({ name }) => name)).toEqual(["notes"]);
    expect(channelNames(workflow)).toEqual(["notes", "word"]);
  });
});
