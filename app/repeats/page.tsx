import type { Metadata } from "next";
import { Suspense } from "react";
import { RepeatsPage } from "@/components/approvals/repeats/repeats-page";
import { requirePageAccess } from "@/lib/server/page-access";
import { listWorkflows } from "@/lib/server/workflows";

export const metadata: Metadata = { title: "Repeated side effects" };

export default async function Page() {
  await requirePageAccess();
  const workflows = (await listWorkflows()).map((workflow) => ({
    graph_id: workflow.graph_id,
    title: workflow.status === "loaded" ? workflow.description.title : workflow.graph_id,
  }));
  return (
    <Suspense>
      <RepeatsPage workflows={workflows} />
    </Suspense>
  );
}
