import { createTimelineModel, type TimelineModel } from "@/lib/graph/timeline-model";
import type { TimelineEntry } from "@/lib/schema/checkpoint";

/** Per list, so that everybody who draws it shares one model; gone with the list. */
const models = new WeakMap<readonly TimelineEntry[], TimelineModel>();

/** Lists of the workflow itself and of its subgraphs grow side by side: each goes on from its own last one. */
const own = createTimelineModel();
const inner = createTimelineModel();

/** Tree, branches and lanes of a list of checkpoints. A list that has grown costs only what is new in it. */
export function timelineOf(entries: readonly TimelineEntry[]): TimelineModel {
  const known = models.get(entries);
  if (known !== undefined) return known;
  const build = (entries[0]?.checkpoint_ns ?? "") === "" ? own : inner;
  const model = build(entries);
  models.set(entries, model);
  return model;
}
