import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { connection } from "next/server";
import { Suspense } from "react";
import { Workbench } from "@/components/debugger/workbench";
import { loadThreads, loadWorkflow } from "../load-workbench";

type Props = { params: Promise<{ graphId: string }> };

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const { graphId, workflow } = await loadWorkflow((await params).graphId);
  return { title: workflow?.status === "loaded" ? workflow.description.title : graphId };
}

export default async function Page({ params }: Props) {
  await connection();
  const { graphId, workflow, workflows } = await loadWorkflow((await params).graphId);
  if (!workflow) notFound();
  const threads = await loadThreads();
  return (
    <Suspense>
      <Workbench mode="design" graphId={graphId} workflows={workflows} threads={threads} thread={null} />
    </Suspense>
  );
}
