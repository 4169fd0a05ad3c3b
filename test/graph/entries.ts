import type { TimelineEntry } from "../../lib/schema/checkpoint";

/** A row of the timeline with everything that a test does not care about filled in. */
export function entry(id: string, parent: string | null, step: number, rest: Partial<TimelineEntry> = {}): TimelineEntry {
  return {
    checkpoint_id: id,
    parent_checkpoint_id: parent,
    checkpoint_ns: "",
    source: step < 0 ? "input" : "loop",
    step,
    run_id: null,
    created_at: "2026-11-30T12:00:00.000Z",
    next: ["node"],
    nodes: step < 0 ? [] : ["node"],
    changed: [],
    bytes: 100,
    has_error: false,
    has_interrupt: false,
    ...rest,
  };
}
