"use client";

import type { KitKind } from "@/lib/schema/kit";
import type { JsonObject } from "@/lib/schema/json";
import { useEditor, type AddNodeRequest } from "../editor-context";
import { planConnection, planNewNode, requestBeside, type AddNodePlan } from "./add-node-edits";

export type AddNode = {
  /** Why nothing can be added; null where it can. */
  reason: string | null;
  add: (kind: KitKind, request: AddNodeRequest, settings?: JsonObject) => Promise<boolean>;
  /** Beside what is selected, wired to it where it leads nowhere yet. */
  addBeside: (kind: KitKind) => Promise<boolean>;
  connect: (from: string, target: string) => Promise<boolean>;
};

/** What adds nodes and wires: each call is one step of the history. */
export function useAddNode(): AddNode {
  const { graph, readonly, apply, selection, openTab } = useEditor();
  const unread = graph === null ? "The workflow could not be read yet." : null;
  const fixed = graph === null || graph.api === "graph" ? null : "The nodes of this workflow are made by its code.";
  const reason = readonly ?? unread ?? fixed;

  async function make(plan: AddNodePlan): Promise<boolean> {
    const isDone = await apply(plan.edits, plan.options);
    if (isDone && plan.options.select !== undefined) openTab("node");
    return isDone;
  }

  async function add(kind: KitKind, request: AddNodeRequest, settings?: JsonObject): Promise<boolean> {
    return graph !== null && reason === null && (await make(planNewNode(graph, kind, request, settings)));
  }

  return {
    reason,
    add,
    addBeside: (kind) => add(kind, graph === null ? {} : requestBeside(graph, selection.nodes)),
    connect: async (from, target) => graph !== null && reason === null && (await make(planConnection(graph, from, target))),
  };
}
