import type { ScriptedReply, ScriptedTurn } from "../../../lib/kit/scripted-model";
import { readDraftBriefing, readNoteBriefing, readPlanBriefing } from "../briefing";
import { planNext } from "./plan-next";
import { takeNotes } from "./take-notes";
import { writeDraft } from "./write-draft";

/**
 * The researcher that runs without a provider. Like any model it knows only what its messages say: it takes
 * its words from the question, its pages from the hits and its sentences from the excerpts.
 */
export function research({ messages, tools, requiredTool }: ScriptedTurn): ScriptedReply {
  if (requiredTool === "record_notes") return { toolCalls: [{ name: "record_notes", args: { notes: takeNotes(readNoteBriefing(messages)) } }] };
  if (tools.some(({ name }) => name === "search")) return planNext(readPlanBriefing(messages));
  return writeDraft(readDraftBriefing(messages));
}
