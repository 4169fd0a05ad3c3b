import { targetsAt } from "@/lib/graph/targets-at";
import type { DesignModel } from "@/lib/schema/design-api";
import type { Place, SourceGraph } from "@/lib/schema/source";

/** The node of the drawn graph whose code encloses an offset of the workflow's file; null where none does. */
export function nodeAt(design: DesignModel, graph: SourceGraph | null, offset: number): string | null {
  // A model of an older text has places of that text.
  if (design.stale || graph === null) return null;
  const model = { ...design.model, graphs: [graph] };
  const { targets } = targetsAt(model, { file: design.file, start: offset, end: offset });
  const [target] = targets;
  return target?.kind === "node" || target?.kind === "field" ? target.node : null;
}

/** Where a node's code stands: its function, else the call that adds it. */
export function codeOf(graph: SourceGraph | null, node: string): Place | null {
  const found = graph?.nodes.find(({ name }) => name === node);
  return found === undefined ? null : (found.action.definition ?? found.place);
}
