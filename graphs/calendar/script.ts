import { AIMessage, HumanMessage, ToolMessage } from "@langchain/core/messages";
import type { ScriptedReply, ScriptedTurn } from "../../lib/kit/scripted-model";

/** The scripted model: proposes one call that is safe and one that a person has to allow, then says what came of them. */
export function replyToRequest({ messages }: ScriptedTurn): ScriptedReply {
  const asked = messages.findLastIndex((message) => HumanMessage.isInstance(message));
  const answers = messages.slice(asked + 1).filter((message) => ToolMessage.isInstance(message));
  if (answers.length > 0) return answers.map(sentenceFor).join(" ");
  if (messages.slice(asked + 1).some((message) => AIMessage.isInstance(message))) return "There is nothing else to do.";
  return {
    text: "I put the review into the calendar and clear the orders.",
    toolCalls: [
      { name: "calendar_create_event", args: { title: "Review of the archive", starts_at: "2026-12-01T10:00" } },
      { name: "delete_records", args: { table: "orders", where: "1=1" } },
    ],
  };
}

function sentenceFor(answer: ToolMessage): string {
  if (answer.name === "calendar_create_event") {
    return answer.status === "error" ? `The review is not in the calendar: ${answer.text}.` : "The review is in the calendar.";
  }
  if (answer.text === "denied by reviewer") return "The orders are still there: the reviewer denied deleting them.";
  if (answer.status === "error") return `The orders could not be deleted: ${answer.text}.`;
  return "The orders are deleted.";
}
