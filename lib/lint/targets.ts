import { targetsAt } from "../graph/targets-at";
import type { ProblemTarget } from "../schema/problem";
import type { Place, SourceModel } from "../schema/source";

/** What on the canvas a problem at a place concerns: a node whose code it is, an edge, a branch, a channel, a field. */
export function toTargets(model: SourceModel, place: Place): { graph: string | null; targets: ProblemTarget[] } {
  return targetsAt(model, place);
}
