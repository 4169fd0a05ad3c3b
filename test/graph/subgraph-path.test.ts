import { describe, expect, it } from "vitest";
import { computeOverlay } from "../../lib/graph/overlay";
import { subgraphPath } from "../../lib/graph/subgraph-path";
import type { TimelineEntry } from "../../lib/schema/checkpoint";
import { REVIEW } from "./drawings";
import { entry } from "./entries";

const START = "__start__";

/** The checkpoints of one run of a subgraph: `review:t1` run for `c1` has the ids `t1.-1`, `t1.0` … */
function inside(ns: string, outer: string, supersteps: string[][], due: string[] = [], rest: Partial<TimelineEntry> = {}): TimelineEntry[] {
  const all = [[START], ...supersteps];
  const task = ns.slice(ns.lastIndexOf(":") + 1);
  const rows = [
    entry(`${task}.-1`, null, -1, { next: [START] }),
    ...all.map((nodes, step) => entry(`${task}.${step}`, `${task}.${step - 1}`, step, { nodes, next: all[step + 1] ?? due })),
  ];
  const last = rows.at(-1)?.checkpoint_id;
  return rows.map((row) => ({ ...row, checkpoint_ns: ns, outer_checkpoint_id: outer, ...(row.checkpoint_id === last ? rest : {}) }));
}

const WHOLE = [["style", "facts"], ["verdict"]];
const ids = (entries: TimelineEntry[]) => entries.map((item) => item.checkpoint_id);

const input = entry("c-1", null, -1, { next: [START] });
const begin = entry("c0", "c-1", 0, { nodes: [START], next: ["intake"] });
const before = entry("c1", "c0", 1, { nodes: ["intake"], next: ["review"] });
const after = entry("c2", "c1", 2, { nodes: ["review"], next: ["send"] });
const first = inside("review:t1", "c1", WHOLE);

describe("the checkpoints of subgraphs on a path", () => {
  it("are those that ran for a superstep of the path", () => {
    expect(ids(subgraphPath([input, begin, before, after], first, false))).toEqual(ids(first));
    expect(subgraphPath([input, begin], first, false)).toEqual([]);
  });

  it("are, at the newest moment, those that run for it, but in the past not what came later", () => {
    expect(ids(subgraphPath([input, begin, before], first, false))).toEqual(ids(first));
    expect(subgraphPath([input, begin, before], first, true)).toEqual([]);
  });

  it("leave out what ran on another branch", () => {
    const replay = entry("r1", "c1", 2, { source: "fork", nodes: [], next: ["review"] });
    const again = inside("review:t2", "r1", WHOLE);
    const end = entry("r2", "r1", 3, { nodes: ["review"], next: ["send"] });
    expect(ids(subgraphPath([input, begin, before, replay, end], [...first, ...again], false))).toEqual(ids(again));
    const update = entry("u1", "c1", 2, { source: "update", nodes: ["review"], next: ["send"] });
    expect(subgraphPath([input, begin, before, update], first, false)).toEqual([]);
    const other = entry("i1", "c1", 2, { source: "input", nodes: [], next: [START] });
    expect(subgraphPath([input, begin, before, other], first, false)).toEqual([]);
  });

  it("belong to a copy of the checkpoint that they led to as well", () => {
    const copy = entry("k2", "c1", 2, { source: "fork", nodes: ["review"], next: ["send"] });
    expect(ids(subgraphPath([input, begin, before, copy], first, false))).toEqual(ids(first));
  });

  it("are found in subgraphs of subgraphs, as far as the inner path goes", () => {
    const deep = inside("review:t1|deep:d1", "t1.0", [["leaf"]]);
    const stray = inside("review:t1|deep:d2", "elsewhere", [["leaf"]]);
    const found = subgraphPath([input, begin, before, after], [...deep, ...first, ...stray], false);
    expect(ids(found)).toEqual([...ids(first), ...ids(deep)]);
  });

  it("follow the newest line where a person went back inside a subgraph", () => {
    const edited = { source: "update", checkpoint_ns: "review:t1", outer_checkpoint_id: "c1", created_at: "2026-11-30T12:00:01.000Z" } as const;
    const found = subgraphPath([input, begin, before], [...first, entry("t1.edit", "t1.0", 1, edited)], false);
    expect(ids(found)).toEqual(["t1.-1", "t1.0", "t1.edit"]);
  });

  it("of rows that do not tell where they belong are left out", () => {
    const { outer_checkpoint_id: _, ...bare } = first[0] ?? input;
    expect(subgraphPath([input, begin, before], [bare], false)).toEqual([]);
  });
});

describe("the overlay of an opened subgraph", () => {
  const overlayOf = (path: TimelineEntry[], inner: TimelineEntry[], isPast = false) =>
    computeOverlay({ description: REVIEW, path: [...subgraphPath(path, inner, isPast), ...path], tasks: [], live: [] });

  it("adds up what several instances did side by side, and shows what one of them still has to do", () => {
    const second = inside("review:t2", "c1", [["style", "facts"]], ["verdict"]);
    const overlay = overlayOf([input, begin, before], [...first, ...second]);
    expect(overlay.nodes["review:style"]).toMatchObject({ status: "done", visits: 2, tasks: 2 });
    expect(overlay.nodes["review:verdict"]).toMatchObject({ status: "next", visits: 1, tasks: 2 });
    expect(overlay.edges["review:__start__>review:style"]).toMatchObject({ taken: 2 });
    expect(overlay.edges["review:verdict>review:__end__"]).toMatchObject({ taken: 1 });
    expect(overlayOf([input, begin, before], [...second, ...first]).nodes["review:verdict"]?.status).toBe("next");
  });

  it("shows the newest run of a subgraph that ran before", () => {
    const round = entry("c2", "c1", 2, { nodes: ["review"], next: ["intake"] });
    const anew = entry("c3", "c2", 3, { nodes: ["intake"], next: ["review"] });
    const second = inside("review:t2", "c3", [["style", "facts"]], ["verdict"], { has_interrupt: true });
    const overlay = overlayOf([input, begin, before, round, anew], [...first, ...second]);
    expect(overlay.nodes["review:style"]).toMatchObject({ status: "done", visits: 2, tasks: 1 });
    expect(overlay.nodes["review:verdict"]).toMatchObject({ status: "interrupted", visits: 1 });
    expect(overlay.edges["review:verdict>review:__end__"]).toMatchObject({ taken: 1, last: false });
  });

  it("shows a subgraph that failed, and one that a command left for the graph around it", () => {
    const failed = inside("review:t2", "c1", [["style", "facts"]], ["verdict"], { has_error: true });
    expect(overlayOf([input, begin, before], failed).nodes["review:verdict"]).toMatchObject({ status: "failed", visits: 0 });
    const left = inside("review:t2", "c1", [["style", "facts"]], ["verdict"]);
    expect(overlayOf([input, begin, before, after], left).nodes["review:verdict"]).toMatchObject({ status: "done", visits: 1 });
  });

  it("has not reached it in the moment before it ran", () => {
    const overlay = overlayOf([input, begin, before], first, true);
    expect(overlay.nodes.review?.status).toBe("next");
    expect(overlay.nodes["review:style"]).toMatchObject({ status: "idle", visits: 0 });
  });
});
