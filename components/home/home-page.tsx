"use client";

import Link from "next/link";
import { useRepeatedThreads } from "@/components/approvals/repeats/use-repeats";
import { PageHeader } from "@/components/ui/page-header";
import type { Workflow } from "@/lib/schema/graph";
import type { InboxPage } from "@/lib/schema/inbox";
import type { ThreadSummary } from "@/lib/schema/thread";
import { InboxLiveProvider } from "../inbox/live-context";
import { ThreadRow } from "../threads/thread-row";
import { groupThreads } from "../threads/thread-status";
import { useThreads, type ThreadList } from "../threads/use-threads";
import { useWorkflows, workflowTitle } from "../threads/use-workflows";
import { NewWorkflowButton } from "../editor/workflows/new-workflow-button";
import { FirstRun } from "./first-run";
import { NoWorkflows } from "./no-workflows";
import { WaitingCard, useWaiting } from "./waiting-card";
import { WorkflowCard } from "./workflow-card";

const RECENT = 8;

function ThreadCard({ title, threads, titles }: { title: string; threads: ThreadSummary[]; titles: Map<string, string> }) {
  const repeats = useRepeatedThreads();
  return (
    <section aria-label={title} className="min-w-0">
      <h2 className="mb-2 font-semibold">{title}</h2>
      <div className="overflow-hidden rounded-lg border border-line bg-panel">
        {threads.map((thread) => (
          <div key={thread.thread_id} className="border-b border-line last:border-0">
            <ThreadRow
              thread={thread}
              repeats={repeats.get(thread.thread_id) ?? 0}
              {...(thread.graph_id === null ? {} : { workflow: titles.get(thread.graph_id) ?? thread.graph_id })}
            />
          </div>
        ))}
      </div>
    </section>
  );
}

/** What was used last comes first. */
function byLastUse(workflows: Workflow[], threads: ThreadSummary[]): { workflow: Workflow; last: ThreadSummary | null }[] {
  return workflows
    .map((workflow) => ({ workflow, last: threads.find((thread) => thread.graph_id === workflow.graph_id) ?? null }))
    .sort((a, b) => (b.last?.updated_at ?? "").localeCompare(a.last?.updated_at ?? ""));
}

export type HomePageProps = { workflows: Workflow[]; threads: ThreadSummary[]; total: number; waiting: InboxPage };

export function HomePage(props: HomePageProps) {
  return (
    <InboxLiveProvider initialCounts={props.waiting.counts}>
      <Home {...props} />
    </InboxLiveProvider>
  );
}

function Home({ workflows: initial, threads: initialThreads, total, waiting: initialWaiting }: HomePageProps) {
  const waiting = useWaiting(initialWaiting);
  const workflows = useWorkflows(initial);
  const initialList: ThreadList = { threads: initialThreads, total };
  const list = useThreads({ limit: 50, offset: 0 }, initialList).data ?? initialList;
  const titles = new Map(workflows.map((workflow) => [workflow.graph_id, workflowTitle(workflow)]));
  const sections = groupThreads(list.threads);
  const isAsked = (thread: ThreadSummary) => thread.status !== "busy" && thread.waiting > 0;
  // Threads that ask something stand with what they ask.
  const needsYou = (sections.find((section) => section.id === "needs-you")?.threads ?? []).filter((thread) => !isAsked(thread));
  const asked = new Set(waiting.items.map((item) => item.thread_id));
  const recent = list.threads.filter((thread) => !needsYou.includes(thread) && !asked.has(thread.thread_id)).slice(0, RECENT);
  const ids = workflows.map(({ graph_id }) => graph_id);
  const runnable = workflows.filter((workflow) => workflow.status === "loaded");

  return (
    <div className="min-h-screen bg-canvas">
      <PageHeader current="/" />
      <main className="mx-auto flex max-w-[1120px] flex-col gap-8 px-6 py-8">
        {workflows.length === 0 ? <NoWorkflows /> : null}
        {list.total === 0 && runnable.length > 0 ? <FirstRun workflows={runnable} /> : null}
        {waiting.items.length + needsYou.length + recent.length > 0 ? (
          <div className="grid items-start gap-6 md:grid-cols-2">
            {waiting.items.length > 0 ? <WaitingCard waiting={waiting} titles={titles} /> : null}
            {needsYou.length > 0 ? <ThreadCard title="Needs you" threads={needsYou.slice(0, RECENT)} titles={titles} /> : null}
            {recent.length > 0 ? <ThreadCard title="Recent threads" threads={recent} titles={titles} /> : null}
          </div>
        ) : null}
        {workflows.length > 0 ? (
          <section aria-label="Workflows">
            <div className="mb-2 flex items-center gap-4">
              <h2 className="mr-auto font-semibold">Workflows</h2>
              {list.total > 0 ? (
                <>
                  <Link href="/repeats" className="text-muted hover:text-text max-sm:hidden">
                    Repeated side effects
                  </Link>
                  <Link href="/t" className="text-muted hover:text-text">
                    All threads ({list.total.toLocaleString("en")})
                  </Link>
                </>
              ) : null}
              <NewWorkflowButton taken={ids} />
            </div>
            <div className="grid gap-4 sm:grid-cols-2 lg:grid-cols-3">
              {byLastUse(workflows, list.threads).map(({ workflow, last }) => (
                <WorkflowCard key={workflow.graph_id} workflow={workflow} last={last} taken={ids} />
              ))}
            </div>
          </section>
        ) : null}
      </main>
    </div>
  );
}
