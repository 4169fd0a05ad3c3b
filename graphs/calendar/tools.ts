import { tool, type StructuredToolInterface } from "@langchain/core/tools";
import type { LangGraphRunnableConfig } from "@langchain/langgraph";
import { effect } from "../../lib/kit/effect";
import { idempotencyKey } from "../../lib/kit/run-once";
import { DeletionSchema, EventSchema, addEvent, deleteRecords, type CalendarEvent } from "./services";
import type { Calendar } from "./state";

/** What a person has to allow before it is done. */
const NEEDS_APPROVAL = new Set(["delete_records"]);

export function needsApproval(name: string): boolean {
  return NEEDS_APPROVAL.has(name);
}

type CreateEvent = (event: CalendarEvent, config: LangGraphRunnableConfig) => Promise<object>;

function calendarTool(create: CreateEvent): StructuredToolInterface {
  const run = async (event: CalendarEvent, config: LangGraphRunnableConfig) => JSON.stringify(await create(event, config));
  return tool(run, { name: "calendar_create_event", description: "Puts an event into the calendar.", schema: EventSchema });
}

/** The key that every try of one call has: of the thread, the model's call, its name and its arguments. */
function keyOfCall({ configurable, toolCall }: LangGraphRunnableConfig & { toolCall?: { id?: string } }, event: CalendarEvent): string {
  const threadId: unknown = configurable?.["thread_id"];
  return idempotencyKey(String(threadId), toolCall?.id ?? "", "calendar_create_event", event.title, event.starts_at);
}

const blind = calendarTool((event, config) => addEvent(config, event, null));
const keyed = calendarTool((event, config) => addEvent(config, event, keyOfCall(config, event)));

/** Remembers what was done under a key of its own, which the calendar is told too. */
const remembered = calendarTool((event, config) => {
  const create = effect("create_event", (args: CalendarEvent, { key }) => addEvent(config, args, key));
  return create(event, config);
});

const deletion = tool(async (args, config: LangGraphRunnableConfig) => JSON.stringify(await deleteRecords(config, args)), {
  name: "delete_records",
  description: "Deletes the rows of a table that match a condition. Cannot be undone.",
  schema: DeletionSchema,
});

/** What the agent may call. */
export function toolsOf({ guard, idempotency_key }: Pick<Calendar, "guard" | "idempotency_key">): StructuredToolInterface[] {
  return [guard === "key" ? remembered : idempotency_key ? keyed : blind, deletion];
}
