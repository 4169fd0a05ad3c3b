import { randomUUID } from "node:crypto";
import { expect, it } from "vitest";
import { publicReason, withPublicStops } from "../../lib/runner/debugger/public-stops";
import { BreakpointSpecSchema, StopSchema, type Breakpoint } from "../../lib/schema/breakpoint";
import type { z } from "zod";
import { fullSpec } from "./harness";

function breakpoint(spec: z.input<typeof BreakpointSpecSchema>): Breakpoint {
  return { breakpoint_id: randomUUID(), graph_id: "any", enabled: true, spec: BreakpointSpecSchema.parse(spec), created_at: "" };
}

function specWith(breakpoints: Breakpoint[], stop: z.input<typeof StopSchema> = { at: "end" }) {
  return fullSpec(randomUUID(), "thread", "any", { interrupt_before: ["own"], debug: { breakpoints, stop: StopSchema.parse(stop), hits: {} } });
}

it("says in LangGraph's own words what those can say of the breakpoints", () => {
  const before = breakpoint({ kind: "node", node: "draft", when: "before" });
  const spec = specWith([
    before,
    breakpoint({ kind: "node", node: "child:inner", when: "before" }),
    breakpoint({ kind: "node", node: "review", when: "before", condition: "n > 1" }),
    breakpoint({ kind: "channel", channel: "notes" }),
  ]);
  expect(withPublicStops(spec)).toMatchObject({ interrupt_before: ["own", "draft"], interrupt_after: [] });
  expect(publicReason(spec, "before", ["draft"])).toMatchObject({ kind: "breakpoint", breakpoint_id: before.breakpoint_id });
  expect(publicReason(spec, "before", ["own"])).toEqual({ kind: "static" });
});

it("steps, runs to a node and stops at all with them too", () => {
  expect(withPublicStops(specWith([], { at: "step" }))).toMatchObject({ interrupt_before: ["own"], interrupt_after: "*" });
  expect(publicReason(specWith([], { at: "step" }), "after", ["draft"])).toEqual({ kind: "step" });
  const to = specWith([], { at: "node", node: "draft", when: "after" });
  expect(withPublicStops(to)).toMatchObject({ interrupt_after: ["draft"] });
  expect(publicReason(to, "after", ["draft"])).toEqual({ kind: "node" });
  expect(withPublicStops(specWith([breakpoint({ kind: "all", when: "before" })]))).toMatchObject({ interrupt_before: "*" });
});
