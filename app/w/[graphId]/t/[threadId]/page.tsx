import type { Metadata } from "next";
import { connection } from "next/server";
import { Suspense } from "react";
import { Workbench } from "@/components/debugger/workbench";
import { loadThread, loadThreads, loadWorkflow } from "../../../load-workbench";

type Props = { params: Promise<{ graphId: string; threadId: string }> };

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const { graphId: segment, threadId } = await params;
  const { graphId } = await loadWorkflow(segment);
  const { summary } = await loadThread(graphId, threadId);
  return { title: summary.title };
}

export default async function Page({ params }: Props) {
  await connection();
  const { graphId: segment, threadId } = await params;
  const { graphId, workflows } = await loadWorkflow(segment);
  const [thread, threads] = await Promise.all([loadThread(graphId, threadId), loadThreads()]);
  return (
    <Suspense>
      <Workbench mode="debug" graphId={graphId} workflows={workflows} threads={threads} thread={thread} />
    </Suspense>
  );
}
