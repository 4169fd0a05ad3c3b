"use client";

import { AuditList } from "../../approvals/audit-list";
import type { ContextTabProps } from "./context-props";

/** Who was asked, answered, assigned and told, and when. */
export function AuditTab({ item }: ContextTabProps) {
  return <AuditList query={{ thread_id: item.thread_id, interrupt_id: item.interrupt_id }} />;
}
