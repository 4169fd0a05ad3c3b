"use client";

import { useMemo, useState } from "react";
import { toDesignDescription, toLockedDrawing, type DesignDrawing } from "@/lib/graph/design-drawing";
import type { GraphDescription } from "@/lib/schema/graph";
import type { SourceGraph } from "@/lib/schema/source";
import { useWorkbench } from "../../debugger/workbench-context";
import { useEditor } from "../editor-context";

const UNKNOWN_GRAPH = "The text does not say which graph this workflow is: it is drawn as the runner reports it.";

/**
 * The runner reports the text of a moment ago: a node that the text had and has no longer is not one that only the
 * runner knows.
 */
function createFreshness(): (described: GraphDescription, graph: SourceGraph) => GraphDescription {
  const seen = new Map<string, Set<string>>();
  return (described, graph) => {
    const names = seen.get(graph.name) ?? new Set<string>();
    seen.set(graph.name, names);
    const now = new Set(graph.nodes.map(({ name }) => name));
    for (const name of now) names.add(name);
    const isOld = (id: string) => names.has(id) && !now.has(id);
    if (!described.nodes.some(({ id, parent }) => parent === null && isOld(id))) return described;
    return {
      ...described,
      nodes: described.nodes.filter(({ id, parent }) => !isOld(id) && (parent === null || !isOld(parent))),
      edges: described.edges.filter(({ source, target }) => !isOld(source) && !isOld(target)),
    };
  };
}

/** What the canvas draws; null as long as there is nothing to draw it from. */
export function useDrawing(): DesignDrawing | null {
  const { design, graph } = useEditor();
  const { description } = useWorkbench();
  const [freshen] = useState(createFreshness);
  return useMemo(() => {
    if (design === null) return null;
    if (graph !== null) {
      // Another graph of the file than the workflow is not what the runner reports.
      const isWorkflow = design.graph === null || design.graph === graph.name;
      return toDesignDescription(graph, description === null || !isWorkflow ? null : freshen(description, graph), design.text);
    }
    return description === null ? null : toLockedDrawing(description, UNKNOWN_GRAPH);
  }, [design, graph, description, freshen]);
}
