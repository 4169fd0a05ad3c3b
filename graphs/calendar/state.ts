import { MessagesValue, StateSchema } from "@langchain/langgraph";
import { z } from "zod";

/** How the calendar is kept from getting the same event twice. */
export const GUARDS = ["none", "key", "own_node", "node_per_call", "task"] as const;
export type Guard = (typeof GUARDS)[number];

const guard = z.enum(GUARDS).default("none").meta({
  title: "Guard",
  description:
    "none: every call is made in one node, which runs again from its first line when a person has answered. key: effect() remembers what was done. own_node: everything is asked before anything is done, in a node of its own. node_per_call: each call has its own node. task: each call is a task().",
});
const idempotency_key = z.boolean().default(true).meta({
  title: "Idempotency key",
  description: "The calendar is told a key with each event, and keeps one event per key.",
});

export const CalendarState = new StateSchema({
  messages: MessagesValue,
  guard,
  idempotency_key,
  /** What people decided, by the id of the call. */
  decisions: z.record(z.string(), z.enum(["approve", "refuse"])).default(() => ({})),
});
export type Calendar = typeof CalendarState.State;

/** What a person starts with; decisions are the workflow's own. */
export const CalendarInput = new StateSchema({ messages: MessagesValue, guard, idempotency_key });
