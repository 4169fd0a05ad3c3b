import { HomePage } from "@/components/home/home-page";
import { requirePageAccess } from "@/lib/server/page-access";
import { listThreadSummaries } from "@/lib/server/threads";
import { listWorkflows } from "@/lib/server/workflows";

export default async function Page() {
  await requirePageAccess();
  const [workflows, threads] = await Promise.all([listWorkflows(), listThreadSummaries({ limit: 50, offset: 0 })]);
  return <HomePage workflows={workflows} threads={threads.threads} total={threads.total} />;
}
