"use client";

import type { EditInput } from "@/lib/schema/edit";
import type { SourceConditional } from "@/lib/schema/source";
import { useEditor } from "../editor-context";

export type OwnBranches = {
  /** Where a label of the node's own router leads; null where nothing says so. */
  targetOf: (label: string) => string | null;
  lead: (label: string, target: string) => void;
};

/** The branches by which a condition or an approval is left: its own router, `node.route`. */
export function useOwnBranches(node: string): OwnBranches {
  const { graph, apply } = useEditor();
  const routers = graph?.conditional.filter((each) => each.source === node) ?? [];
  const router = Math.max(0, routers.findIndex(isOwn));
  const branches = routers[router]?.branches ?? [];
  return {
    targetOf: (label) => branches.find((branch) => branch.label === label)?.target ?? null,
    lead(label, target) {
      if (graph === null) return;
      const at = { graph: graph.name, source: node };
      const labels = [{ label, target }];
      const edit: EditInput =
        routers.length === 0
          ? { type: "make_conditional", ...at, branches: labels }
          : branches.some((branch) => branch.label === label)
            ? { type: "retarget_branch", ...at, router, label, target }
            : { type: "add_branch", ...at, router, label, target };
      void apply([edit], { label: `Lead ${label} to ${target === "__end__" ? "the end" : target}` });
    },
  };
}

/** True for conditional edges whose router is the kit's. */
export function isOwn({ router }: SourceConditional): boolean {
  return router.kind === "kit" || (router.name?.endsWith(".route") ?? false);
}
