import { HumanMessage, SystemMessage, type BaseMessage } from "@langchain/core/messages";
import { z } from "zod";
import { LogEntrySchema, NoteSchema, SourceSchema, ExcerptSchema } from "./state";

/*
 * What the model is told: instructions, and the state of the research as JSON. Each call gets a fresh
 * briefing made from the state, so that whoever edits the state changes what the model sees.
 */

const PlanBriefingSchema = z.object({
  question: z.string(),
  /** What the reviewer asked for, when a draft was sent back. */
  reviewer_comment: z.string().nullable(),
  rounds_left: z.number().int(),
  log: z.array(LogEntrySchema),
  sources: z.array(SourceSchema),
  notes: z.array(NoteSchema.pick({ id: true, claim: true, file: true })),
});
export type PlanBriefing = z.infer<typeof PlanBriefingSchema>;

const NoteBriefingSchema = z.object({
  question: z.string(),
  reviewer_comment: z.string().nullable(),
  /** Whether the excerpts are from a page that was read, or the best lines of pages that were only found. */
  from: z.enum(["search", "read"]),
  excerpts: z.array(ExcerptSchema),
  known: z.array(NoteSchema.pick({ id: true, claim: true, quote: true })),
});
export type NoteBriefing = z.infer<typeof NoteBriefingSchema>;

const DraftBriefingSchema = z.object({
  question: z.string(),
  reviewer_comment: z.string().nullable(),
  previous_draft: z.string().nullable(),
  searches: z.array(z.object({ query: z.string(), found: z.number().int() })),
  documents_searched: z.number().int(),
  /** The best hits; what to show when there are no notes. */
  closest: z.array(SourceSchema.pick({ title: true, file: true, line: true, snippet: true })),
  notes: z.array(
    NoteSchema.pick({ claim: true, quote: true, file: true, line: true }).extend({
      /** The number to cite the note by. */
      n: z.number().int(),
      /** Title of the document, or null for a note that a person wrote. */
      document: z.string().nullable(),
      /** Whether the quote was found in the file again just now. */
      found: z.boolean(),
    }),
  ),
});
export type DraftBriefing = z.infer<typeof DraftBriefingSchema>;

const PLAN_INSTRUCTIONS = `You research a question in a library of Markdown and text documents. Choose exactly one action by calling its tool:
search with a few telling words, read one of the sources that were found and not read yet, or finish when the notes answer the question or nothing more can be found.
Say in one short sentence why, then call the tool. If a reviewer sent the draft back, do what the comment asks for first.`;

const NOTE_INSTRUCTIONS = `You take notes for the question from the excerpts. Call record_notes once, with one to three notes, or with none if nothing in the excerpts helps.
Each quote must stand word for word in its excerpt; each claim says in one sentence, in your words or the quote's, what it tells about the question. Do not repeat what is known.`;

const DRAFT_INSTRUCTIONS = `You write a report in Markdown that answers the question from the notes alone. Begin with a level-one heading and a short answer.
Cite each statement with the note's number in square brackets, like [2]. Say nothing that no note says, and say what could not be found out.
Do not write a list of sources: it is added for you. If a reviewer sent the previous draft back, do what the comment asks for.`;

export function planMessages(briefing: PlanBriefing): BaseMessage[] {
  return messages(PLAN_INSTRUCTIONS, briefing);
}

export function noteMessages(briefing: NoteBriefing): BaseMessage[] {
  return messages(NOTE_INSTRUCTIONS, briefing);
}

export function draftMessages(briefing: DraftBriefing): BaseMessage[] {
  return messages(DRAFT_INSTRUCTIONS, briefing);
}

/** Reads a briefing out of a conversation, as a model would. */
export const readPlanBriefing = (conversation: BaseMessage[]) => PlanBriefingSchema.parse(readJson(conversation));
export const readNoteBriefing = (conversation: BaseMessage[]) => NoteBriefingSchema.parse(readJson(conversation));
export const readDraftBriefing = (conversation: BaseMessage[]) => DraftBriefingSchema.parse(readJson(conversation));

function messages(instructions: string, briefing: unknown): BaseMessage[] {
  return [new SystemMessage(instructions), new HumanMessage(JSON.stringify(briefing, null, 1))];
}

function readJson(conversation: BaseMessage[]): unknown {
  const briefing = conversation.find((message) => HumanMessage.isInstance(message));
  return JSON.parse(briefing?.text ?? "null");
}
