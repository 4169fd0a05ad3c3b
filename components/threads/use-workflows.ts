"use client";

import { useQuery } from "@tanstack/react-query";
import { listWorkflows } from "@/lib/client/api";
import type { Workflow } from "@/lib/schema/graph";

/** The project's workflows; read again now and then because their files change under the page. */
export function useWorkflows(initial: Workflow[]): Workflow[] {
  const { data } = useQuery({
    queryKey: ["workflows"],
    queryFn: ({ signal }) => listWorkflows(signal),
    initialData: initial,
    refetchInterval: 10_000,
  });
  return data;
}

export function workflowTitle(workflow: Workflow): string {
  return workflow.status === "loaded" ? workflow.description.title : workflow.graph_id;
}
