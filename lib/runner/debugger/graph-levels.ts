import { subgraphOf, type PregelLike } from "../langgraph";
import { stateChannels } from "./loop";

/** State channels of a workflow and of each subgraph that it declares, the workflow's own first. */
export function graphLevels(graph: PregelLike): ReadonlySet<string>[] {
  const seen = new Set<PregelLike>();
  const levels: ReadonlySet<string>[] = [];
  const queue = [graph];
  for (const one of queue) {
    if (seen.has(one)) continue;
    seen.add(one);
    levels.push(new Set(stateChannels(one.channels)));
    for (const node of Object.values(one.nodes)) {
      const child = subgraphOf(node);
      if (child !== null) queue.push(child);
    }
  }
  return levels;
}
