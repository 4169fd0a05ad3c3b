import type { Metadata } from "next";
import { SettingsPage } from "@/components/settings/settings-page";
import { getInstallation } from "@/lib/server/installation";
import { requirePageAccess } from "@/lib/server/page-access";
import { getStorageReport } from "@/lib/server/storage";
import { listWorkflows } from "@/lib/server/workflows";

export const metadata: Metadata = { title: "Settings" };

export default async function Page() {
  await requirePageAccess();
  const [installation, workflows, storage] = await Promise.all([getInstallation(), listWorkflows(), getStorageReport()]);
  return <SettingsPage installation={installation} workflows={workflows} storage={storage} />;
}
