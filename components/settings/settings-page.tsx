"use client";

import { WhoAmI } from "@/components/approvals/who-am-i";
import { PageHeader } from "@/components/ui/page-header";
import type { Workflow } from "@/lib/schema/graph";
import type { Installation } from "@/lib/schema/installation";
import type { StorageReport } from "@/lib/schema/storage";
import { AccessSection } from "./access-section";
import { ApprovalsSection } from "./approvals-section";
import { AuditSection } from "./audit-section";
import { ModelsSection } from "./models-section";
import { NotificationsSection } from "./notifications-section";
import { PeopleSection } from "./people-section";
import { PricesSection } from "./prices-section";
import { ProjectSection } from "./project-section";
import { StorageSection } from "./storage-section";

export type SettingsPageProps = { installation: Installation; workflows: Workflow[]; storage: StorageReport };

/** What this Retrograph works with, what it has stored, and who may reach it. */
export function SettingsPage({ installation, workflows, storage }: SettingsPageProps) {
  return (
    <div className="min-h-screen bg-canvas">
      <PageHeader current="/settings">
        <WhoAmI />
      </PageHeader>
      <main className="mx-auto flex max-w-[1120px] flex-col gap-10 px-6 py-8">
        <h1 className="-mb-6 text-lg font-semibold">Settings</h1>
        <ProjectSection installation={installation} workflows={workflows} />
        <StorageSection initial={storage} />
        <ModelsSection installation={installation} />
        <PricesSection />
        <AccessSection access={installation.access} />
        <PeopleSection access={installation.access} />
        <ApprovalsSection workflows={workflows} />
        <NotificationsSection />
        <AuditSection workflows={workflows} />
      </main>
    </div>
  );
}
