import type { Interrupt } from "@/lib/schema/thread";

/** What is typed for a request is the same in the workbench and in the inbox. */
export function draftKeyOf({ thread_id, interrupt_id }: Pick<Interrupt, "thread_id" | "interrupt_id">): string {
  return `${thread_id}:${interrupt_id}`;
}
