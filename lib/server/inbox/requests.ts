import "server-only";
import type { z } from "zod";
import { RetrographError } from "../../errors";
import type { Actor } from "../../schema/access";
import type { InboxDetail, InboxPage, InboxQuerySchema } from "../../schema/inbox";
import { adoptWaiting } from "../../store/inbox-fill";
import { countItems, itemsAt, listItems, readItem } from "../../store/inbox-list";
import { adoptInterrupts, getInterrupt } from "../../store/interrupts";
import { listVotes } from "../../store/votes";
import { countingVotes, effectiveRule, whyNotAnswer } from "../approval-rules";
import { getApp } from "../app";
import { requireThread } from "../threads";
import { workflowOf } from "./workflow-state";

/** Requests of all threads that match, with how many there are in each box. */
export async function listRequests(query: z.output<typeof InboxQuerySchema>, actor: Actor): Promise<InboxPage> {
  const { store } = await getApp();
  const { limit, offset, ...filter } = query;
  if (filter.thread_id === undefined) await adoptWaiting(store);
  else await adoptInterrupts(store, filter.thread_id);
  const now = new Date().toISOString();
  return { ...listItems(store, { ...filter, me: actor.name, now }, { limit, offset }), counts: countItems(store, now) };
}

function notFound(interruptId: string): RetrographError {
  return new RetrographError("interrupt_not_found", "There is no such request. It was withdrawn, or its thread has been deleted.", {
    interrupt_id: interruptId,
  });
}

/**
 * One request with everything to decide about it; without a thread the newest with that id, one that waits before others.
 * Throws `thread_not_found`, `interrupt_not_found`.
 */
export async function getRequest(interruptId: string, threadId: string | undefined, actor: Actor): Promise<InboxDetail> {
  const app = await getApp();
  const { store, settings } = app;
  if (threadId !== undefined) {
    await requireThread(app, threadId);
    await adoptInterrupts(store, threadId);
  }
  const interrupt = await getInterrupt(store, interruptId, threadId);
  const item = interrupt === null ? null : readItem(store, interrupt.thread_id, interruptId);
  if (interrupt === null || item === null) throw notFound(interruptId);
  const rule = effectiveRule(store, interrupt.graph_id, item.node, interrupt.value);
  const beside = itemsAt(store, interrupt.thread_id, interrupt.checkpoint_id).filter((other) => other.interrupt_id !== interruptId);
  return {
    item,
    interrupt,
    rule,
    votes: countingVotes(settings, listVotes(store, item), { rule, payload: interrupt.value }),
    beside,
    workflow: await workflowOf(interrupt),
    may_not_answer: whyNotAnswer(settings, actor, { rule, payload: interrupt.value }),
  };
}
