import { describe, expect, it } from "vitest";
import { placeToGoOnFrom } from "@/components/debugger/use-run-actions";
import { entry } from "./fixtures";

const outer = [entry({ checkpoint_id: "a1" }), entry({ checkpoint_id: "a2", parent_checkpoint_id: "a1" })];
const inner = (at: string) =>
  ["b1", "b2"].map((id) => entry({ checkpoint_id: id, checkpoint_ns: "child:t", outer_checkpoint_id: at, parent_checkpoint_id: null }));

describe("the place to go on from", () => {
  it("is the thread itself at its newest checkpoint, and a fork anywhere else", () => {
    const state = { entries: outer, inner: [] };
    expect(placeToGoOnFrom(state, "a2", null)).toEqual({ checkpoint_id: null, checkpoint_ns: "" });
    expect(placeToGoOnFrom(state, "a1", null)).toEqual({ checkpoint_id: "a1", checkpoint_ns: "" });
  });

  it("is the thread itself at the newest checkpoint of the subgraph that it stands in", () => {
    expect(placeToGoOnFrom({ entries: outer, inner: inner("a2") }, "b2", "child:t")).toEqual({ checkpoint_id: null, checkpoint_ns: "" });
  });

  it("is the subgraph's own checkpoint in its past, and once the thread has gone on", () => {
    const past = { checkpoint_id: "b1", checkpoint_ns: "child:t" };
    expect(placeToGoOnFrom({ entries: outer, inner: inner("a2") }, "b1", "child:t")).toEqual(past);
    expect(placeToGoOnFrom({ entries: outer, inner: inner("a1") }, "b1", "child:t")).toEqual(past);
  });

  it("knows a checkpoint that was made just now by the subgraph that is looked into", () => {
    expect(placeToGoOnFrom({ entries: outer, inner: inner("a2") }, "c9", "child:t")).toEqual({ checkpoint_id: null, checkpoint_ns: "" });
    expect(placeToGoOnFrom({ entries: outer, inner: inner("a1") }, "c9", "child:t")).toEqual({ checkpoint_id: "c9", checkpoint_ns: "child:t" });
  });
});
