import { Play, TriangleAlert } from "lucide-react";
import Link from "next/link";
import { RelativeTime } from "@/components/ui/relative-time";
import { StatusDot } from "@/components/ui/status-dot";
import type { Workflow } from "@/lib/schema/graph";
import type { ThreadSummary } from "@/lib/schema/thread";
import { GraphThumbnail } from "../canvas/graph-thumbnail";
import { LoadErrorDetails } from "../debugger/design/load-error";
import { WorkflowMenu } from "../editor/workflows/workflow-menu";
import { threadHref, threadStanding } from "../threads/thread-status";

const card = "relative flex min-h-60 flex-col overflow-hidden rounded-lg border bg-panel transition-colors";

function LastRun({ last }: { last: ThreadSummary | null }) {
  if (!last) return <span className="text-faint">never run</span>;
  const { tone, label } = threadStanding(last);
  return (
    <Link href={threadHref(last)} className="relative z-10 flex min-w-0 items-center gap-1.5 text-muted hover:text-text">
      <StatusDot tone={tone} label={label} />
      <span className="truncate">{label}</span>
      <RelativeTime iso={last.updated_at} className="text-faint" />
    </Link>
  );
}

/** A workflow with a small picture of its graph; one that does not load says why. */
export function WorkflowCard({ workflow, last, taken }: { workflow: Workflow; last: ThreadSummary | null; taken: readonly string[] }) {
  const href = `/w/${encodeURIComponent(workflow.graph_id)}`;
  if (workflow.status === "failed") {
    return (
      <article className={`${card} border-bad/40`}>
        <div className="flex flex-1 flex-col gap-2 p-4">
          <h3 className="flex items-center gap-2 font-semibold">
            <TriangleAlert aria-hidden className="size-4 text-bad" />
            <Link href={href} className="after:absolute after:inset-0">
              {workflow.graph_id}
            </Link>
            <span className="ml-auto text-sm font-normal text-bad">does not load</span>
          </h3>
          <LoadErrorDetails error={workflow.error} file={workflow.file} isShort />
        </div>
        <footer className="flex items-center justify-between border-t border-line py-1.5 pr-2 pl-4 text-sm">
          <LastRun last={last} />
          <WorkflowMenu graphId={workflow.graph_id} title={workflow.graph_id} taken={taken} />
        </footer>
      </article>
    );
  }
  const { description } = workflow;
  return (
    <article className={`${card} border-line hover:border-line-strong`}>
      <div className="grid h-28 place-items-center border-b border-line bg-canvas p-3">
        <GraphThumbnail description={description} className="h-full max-w-full" />
      </div>
      <div className="flex flex-1 flex-col gap-1 p-4 pt-3">
        <h3 className="font-semibold">
          <Link href={href} className="after:absolute after:inset-0">
            {description.title}
          </Link>
        </h3>
        <p className="line-clamp-2 text-muted">{description.description ?? <span className="font-mono text-sm">{description.file}</span>}</p>
      </div>
      <footer className="flex items-center gap-1.5 border-t border-line py-1.5 pr-2 pl-4 text-sm">
        <LastRun last={last} />
        <span className="ml-auto" />
        <WorkflowMenu graphId={workflow.graph_id} title={description.title} taken={taken} />
        <Link
          href={`${href}/t/new`}
          aria-label={`Run ${description.title}`}
          className="relative z-10 inline-flex h-6 items-center gap-1.5 rounded-md border border-line px-2 hover:bg-hover [&_svg]:size-3"
        >
          <Play aria-hidden fill="currentColor" />
          Run
        </Link>
      </footer>
    </article>
  );
}
