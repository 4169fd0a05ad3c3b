import type { Metadata } from "next";
import { Suspense } from "react";
import { ThreadsPage } from "@/components/threads/threads-page";
import { requirePageAccess } from "@/lib/server/page-access";
import { listThreadSummaries } from "@/lib/server/threads";
import { listWorkflows } from "@/lib/server/workflows";

export const metadata: Metadata = { title: "Threads" };

export default async function Page() {
  await requirePageAccess();
  const [workflows, threads] = await Promise.all([listWorkflows(), listThreadSummaries({ limit: 50, offset: 0 })]);
  return (
    <Suspense>
      <ThreadsPage workflows={workflows} initial={threads} />
    </Suspense>
  );
}
