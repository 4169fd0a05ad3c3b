import type { LangGraphRunnableConfig } from "@langchain/langgraph";
import { draftMessages } from "../briefing";
import { isQuoteFound } from "../domain/cite";
import { citedNumbers, composeReport, numberNotes, type SourceLine } from "../domain/report";
import { createResearchModel } from "../model";
import { useLibrary } from "../open-library";
import type { Research, ResearchUpdate } from "../state";

const CLOSEST = 3;

/** Writes the cited report. The model writes from the notes; the sources are added after each quote was looked up again. */
export async function draft(state: Research, config: LangGraphRunnableConfig): Promise<ResearchUpdate> {
  const lines = await checkSources(state);
  const reply = await (await createResearchModel()).invoke(draftMessages(brief(state, lines)), config);
  const report = composeReport(reply.text, lines);
  const cited = new Set(citedNumbers(reply.text));
  return { report, citations: lines.filter(({ n }) => cited.has(n)).map(({ n, file, line, found }) => ({ n, file, line, found })) };
}

async function checkSources({ notes }: Research): Promise<SourceLine[]> {
  const { library } = await useLibrary();
  const numbers = numberNotes(notes.map(({ id }) => id));
  const lines = notes.map(async (note, index) => ({
    n: numbers[index] ?? 0,
    file: note.file,
    line: note.line,
    quote: note.quote,
    found: await isQuoteFound(library, note),
  }));
  return Promise.all(lines);
}

function brief(state: Research, lines: SourceLine[]) {
  const titles = new Map(state.sources.map(({ id, title }) => [id, title]));
  const searches = state.log.slice(state.log.findLastIndex(({ did }) => did === "start") + 1).filter((entry) => entry.did === "search");
  return {
    question: state.question,
    reviewer_comment: state.review?.choice === "revise" ? state.review.comment : null,
    previous_draft: state.review?.choice === "revise" ? state.report : null,
    searches: searches.map(({ query, found }) => ({ query, found })),
    documents_searched: searches.at(-1)?.documents ?? 0,
    closest: state.sources.slice(0, CLOSEST).map(({ title, file, line, snippet }) => ({ title, file, line, snippet })),
    notes: state.notes.map(({ claim, quote, source, file, line }, index) => ({
      n: lines[index]?.n ?? 0,
      claim,
      quote,
      file,
      line,
      document: titles.get(source) ?? null,
      found: lines[index]?.found ?? false,
    })),
  };
}
