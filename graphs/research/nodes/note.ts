import type { LangGraphRunnableConfig } from "@langchain/langgraph";
import { nextId } from "../../../lib/kit/merge-by-id";
import { noteMessages } from "../briefing";
import { locateQuote } from "../domain/cite";
import { createResearchModel } from "../model";
import type { Note, Research, ResearchUpdate } from "../state";
import { noteTools, RecordNotesSchema } from "../tools";

/** Takes notes with quotes and lines. The model proposes them; those whose words do not stand in the text are dropped. */
export async function note(state: Research, config: LangGraphRunnableConfig): Promise<ResearchUpdate> {
  if (state.excerpts.length === 0) return { excerpts: [], log: [{ did: "note", recorded: 0, rejected: 0 }] };
  const model = (await createResearchModel()).bindTools(noteTools, { tool_choice: "record_notes" });
  const briefing = noteMessages({
    question: state.question,
    reviewer_comment: state.review?.comment ?? null,
    from: state.action?.kind === "read" ? "read" : "search",
    excerpts: state.excerpts,
    known: state.notes.map(({ id, claim, quote }) => ({ id, claim, quote })),
  });
  const reply = await model.invoke(briefing, config);
  const call = reply.tool_calls?.find(({ name }) => name === "record_notes");
  const proposed = RecordNotesSchema.safeParse(call?.args).data?.notes ?? [];
  const notes = verify(proposed, state);
  return { notes, excerpts: [], log: [{ did: "note", recorded: notes.length, rejected: proposed.length - notes.length }] };
}

type Proposal = { excerpt: string; quote: string; claim: string };

/** Gives each note its file and lines; drops those whose quote is not in the excerpt, or is noted already. */
function verify(proposed: Proposal[], { excerpts, notes: known }: Research): Note[] {
  const notes: Note[] = [];
  for (const { excerpt: id, quote, claim } of proposed) {
    const excerpt = excerpts.find((candidate) => candidate.id === id);
    const place = excerpt === undefined ? null : locateQuote(excerpt.text.split("\n"), excerpt.line, quote);
    const all = [...known, ...notes];
    if (excerpt === undefined || place === null || all.some((note) => note.quote === quote)) continue;
    const { source, file } = excerpt;
    notes.push({
      id: nextId(
        "n",
        all.map((note) => note.id),
      ),
      claim,
      quote,
      source,
      file,
      line: place.line,
      end_line: place.endLine,
    });
  }
  return notes;
}
