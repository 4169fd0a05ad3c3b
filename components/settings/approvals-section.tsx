"use client";

import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useMe } from "@/components/approvals/who-am-i";
import { Button } from "@/components/ui/button";
import { Select } from "@/components/ui/field";
import { getApprovalRules } from "@/lib/client/inbox-api";
import type { Workflow } from "@/lib/schema/graph";
import { useWorkflows, workflowTitle } from "../threads/use-workflows";
import { RuleEditor } from "./rule-editor";
import { Section } from "./section";

function nodesOf(workflow: Workflow | undefined): string[] {
  if (workflow?.status !== "loaded") return [];
  return workflow.description.nodes.map(({ id }) => id).filter((id) => !id.startsWith("__"));
}

/** Who must answer the requests of a workflow, and what is answered when nobody does in time. */
export function ApprovalsSection({ workflows: initial }: { workflows: Workflow[] }) {
  const workflows = useWorkflows(initial);
  const me = useMe().data?.actor;
  const [chosen, setChosen] = useState<string | null>(null);
  const workflow = workflows.find((one) => one.graph_id === chosen) ?? workflows[0];
  const graphId = workflow?.graph_id ?? "";
  const rules = useQuery({
    queryKey: ["approval-rules", graphId],
    queryFn: ({ signal }) => getApprovalRules(graphId, signal),
    enabled: graphId !== "",
    retry: false,
    // While somebody types, what others saved must not take its place.
    staleTime: Infinity,
    refetchOnWindowFocus: false,
  });
  return (
    <Section
      id="approvals"
      title="Approvals"
      description="Rules for answers to requests. A request may bring a rule of its own; of both the stricter counts. Snoozing a request, or one of two approvals, does not stop its deadline."
      actions={
        <Select aria-label="Workflow" value={graphId} onChange={(event) => setChosen(event.target.value)} className="max-w-60">
          {workflows.map((one) => (
            <option key={one.graph_id} value={one.graph_id}>
              {workflowTitle(one)}
            </option>
          ))}
        </Select>
      }
    >
      {workflow === undefined ? (
        <p className="text-muted">There is no workflow yet.</p>
      ) : rules.error !== null ? (
        <p role="alert" className="text-bad">
          {`The rules could not be read. ${rules.error.message} `}
          <Button size="sm" onClick={() => void rules.refetch()}>
            Try again
          </Button>
        </p>
      ) : rules.data === undefined ? (
        <p className="text-muted">Reading the rules…</p>
      ) : (
        <RuleEditor key={graphId} graphId={graphId} rules={rules.data} nodes={nodesOf(workflow)} mayChange={me?.level === "editor"} />
      )}
    </Section>
  );
}
