import Link from "next/link";
import { formatCount } from "@/components/ui/format";
import { StatusDot } from "@/components/ui/status-dot";
import type { Workflow } from "@/lib/schema/graph";
import type { Installation } from "@/lib/schema/installation";
import { useWorkflows, workflowTitle } from "../threads/use-workflows";
import { Code, Facts, Section } from "./section";

function WorkflowRow({ workflow }: { workflow: Workflow }) {
  const isLoaded = workflow.status === "loaded";
  return (
    <tr className="border-b border-line last:border-0 [&>td]:px-3 [&>td]:py-2">
      <td className="truncate">
        <Link href={`/w/${encodeURIComponent(workflow.graph_id)}`} prefetch={false} className="font-medium hover:underline">
          {workflowTitle(workflow)}
        </Link>
      </td>
      <td className="truncate text-muted">
        <Code>{workflow.graph_id}</Code>
      </td>
      <td className="truncate text-muted">
        <Code>{isLoaded ? workflow.description.file : workflow.file}</Code>
      </td>
      <td className="truncate" title={isLoaded ? undefined : workflow.error.message}>
        <span className="inline-flex items-center gap-2">
          <StatusDot tone={isLoaded ? "ok" : "bad"} label={isLoaded ? "loaded" : "does not load"} />
          {isLoaded
            ? formatCount(workflow.description.nodes.filter((node) => node.kind !== "start" && node.kind !== "end").length, "node")
            : "does not load"}
        </span>
      </td>
    </tr>
  );
}

/** The opened project: its folders and what of it could be loaded. */
export function ProjectSection({ installation, workflows: initial }: { installation: Installation; workflows: Workflow[] }) {
  const workflows = useWorkflows(initial);
  return (
    <Section id="project" title="Project" description="Workflows come from langgraph.json, or from the folder graphs.">
      <div className="flex flex-col gap-3">
        <Facts
          facts={[
            { name: "Folder", value: <Code>{installation.project}</Code> },
            { name: "Data", value: <Code>{installation.data}</Code> },
            {
              name: "Versions",
              value: `Retrograph ${installation.version} · LangGraph ${installation.langgraph_version} · Node.js ${installation.node_version}`,
            },
          ]}
        />
        {workflows.length === 0 ? null : (
          <div className="overflow-hidden rounded-lg border border-line bg-panel">
            <table className="w-full table-fixed text-left">
              <thead className="text-xs text-faint">
                <tr className="border-b border-line [&>th]:px-3 [&>th]:py-2 [&>th]:font-medium">
                  <th>Workflow</th>
                  <th className="w-48">Id</th>
                  <th>File</th>
                  <th className="w-36">State</th>
                </tr>
              </thead>
              <tbody>
                {workflows.map((workflow) => (
                  <WorkflowRow key={workflow.graph_id} workflow={workflow} />
                ))}
              </tbody>
            </table>
          </div>
        )}
      </div>
    </Section>
  );
}
