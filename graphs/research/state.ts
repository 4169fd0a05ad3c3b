import { ReducedValue, StateSchema } from "@langchain/langgraph";
import { z } from "zod";
import { mergeById } from "../../lib/kit/merge-by-id";
import { PublishedSchema } from "./domain/publish";

/** What the model chose to do next, and why. */
export const ActionSchema = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("search"), query: z.string(), why: z.string() }),
  z.object({ kind: z.literal("read"), source: z.string(), why: z.string() }),
  z.object({ kind: z.literal("finish"), why: z.string() }),
]);
export type Action = z.infer<typeof ActionSchema>;

/** One line of the research's diary. */
export const LogEntrySchema = z.discriminatedUnion("did", [
  z.object({ did: z.literal("start"), question: z.string() }),
  z.object({ did: z.literal("search"), query: z.string(), found: z.number().int(), documents: z.number().int() }),
  z.object({ did: z.literal("read"), source: z.string(), file: z.string(), excerpts: z.number().int() }),
  z.object({ did: z.literal("note"), recorded: z.number().int(), rejected: z.number().int() }),
  z.object({ did: z.literal("review"), choice: z.string(), comment: z.string().nullable() }),
]);
export type LogEntry = z.infer<typeof LogEntrySchema>;

/** A document that a search found. */
export const SourceSchema = z.object({
  id: z.string(),
  file: z.string(),
  title: z.string(),
  status: z.enum(["found", "read"]),
  /** How much of what was searched for its best passage covers, 0 to 1. */
  relevance: z.number(),
  /** Line of the best passage. */
  line: z.number().int(),
  snippet: z.string(),
});
export type Source = z.infer<typeof SourceSchema>;

/** A piece of a source as it stands in the file; only until the notes are taken. */
export const ExcerptSchema = z.object({
  id: z.string(),
  source: z.string(),
  file: z.string(),
  heading: z.string(),
  line: z.number().int(),
  text: z.string(),
});
export type Excerpt = z.infer<typeof ExcerptSchema>;

/** What was learned, and the words it rests on. The report cites note `n3` as `[3]`. */
export const NoteSchema = z.object({
  id: z.string(),
  /** The finding in one sentence; this is what the report says. */
  claim: z.string(),
  /** The words of the file, exactly. */
  quote: z.string(),
  source: z.string(),
  file: z.string(),
  line: z.number().int(),
  end_line: z.number().int(),
});
export type Note = z.infer<typeof NoteSchema>;

const CitationSchema = z.object({ n: z.number().int(), file: z.string(), line: z.number().int(), found: z.boolean() });

const SourceChangeSchema = SourceSchema.partial().extend({ id: z.string(), remove: z.boolean().optional() });
const NoteChangeSchema = NoteSchema.partial().extend({ id: z.string(), remove: z.boolean().optional() });
export type SourceChange = z.infer<typeof SourceChangeSchema>;
export type NoteChange = z.infer<typeof NoteChangeSchema>;

/** Adds sources and updates known ones by id. */
function mergeSources(current: Source[], changes: SourceChange[]): Source[] {
  return mergeById(current, changes, (change) => SourceSchema.parse(change));
}

/**
 * Adds notes, corrects known ones by id, removes those that come with `remove: true`. A person can correct
 * a claim with `[{ "id": "n2", "claim": "…" }]`, and add one of their own that has no source.
 */
function mergeNotes(current: Note[], changes: NoteChange[]): Note[] {
  return mergeById(current, changes, (change) => {
    if (!change.claim) throw new Error(`Note "${change.id}" is new and needs a claim.`);
    const { id, claim, quote = "", source = "", file = "", line = 0, end_line = line } = change;
    return { id, claim, quote, source, file, line, end_line };
  });
}

/** Appends to the diary. */
function append(current: LogEntry[], entries: LogEntry[]): LogEntry[] {
  return [...current, ...entries];
}

const question = z.string().min(1).meta({
  title: "Question",
  description: "What do you want to know? The answer is looked up in the documentation of this project and its packages.",
  default: "When are checkpoints persisted, and what does LangGraph do after a failure?",
});

export const ResearchInput = new StateSchema({ question });

export const ResearchState = new StateSchema({
  question,
  /** The question that the evidence below belongs to; a new one starts from nothing. */
  subject: z.string().default(""),
  /** Rounds of plan, act and note since the start or the last review. */
  round: z.number().int().default(0),
  action: ActionSchema.nullable().default(null),
  sources: new ReducedValue(
    z.array(SourceSchema).default(() => []),
    { inputSchema: z.array(SourceChangeSchema), reducer: mergeSources },
  ),
  excerpts: z.array(ExcerptSchema).default(() => []),
  notes: new ReducedValue(
    z.array(NoteSchema).default(() => []),
    { inputSchema: z.array(NoteChangeSchema), reducer: mergeNotes },
  ),
  /** The report in Markdown; a draft until it is published. */
  report: z.string().default(""),
  /** Which notes the draft cites, and whether the quoted words were found in their files. */
  citations: z.array(CitationSchema).default(() => []),
  review: z
    .object({ choice: z.enum(["approve", "revise", "reject"]), comment: z.string().nullable() })
    .nullable()
    .default(null),
  published: PublishedSchema.nullable().default(null),
  log: new ReducedValue(
    z.array(LogEntrySchema).default(() => []),
    { inputSchema: z.array(LogEntrySchema), reducer: append },
  ),
});

export type Research = typeof ResearchState.State;
export type ResearchUpdate = typeof ResearchState.Update;
