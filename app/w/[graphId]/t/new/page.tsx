import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { connection } from "next/server";
import { Suspense } from "react";
import { Workbench } from "@/components/debugger/workbench";
import { loadThreads, loadWorkflow } from "../../../load-workbench";

export const metadata: Metadata = { title: "New thread" };

export default async function Page({ params }: { params: Promise<{ graphId: string }> }) {
  await connection();
  const { graphId, workflow, workflows } = await loadWorkflow((await params).graphId);
  if (!workflow) notFound();
  const threads = await loadThreads();
  return (
    <Suspense>
      <Workbench mode="new" graphId={graphId} workflows={workflows} threads={threads} thread={null} />
    </Suspense>
  );
}
