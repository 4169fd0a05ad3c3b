import type { LangGraphRunnableConfig } from "@langchain/langgraph";
import { readPage } from "../domain/read-page";
import { keyTerms } from "../domain/words";
import { useLibrary } from "../open-library";
import type { Research, ResearchUpdate } from "../state";

const EXCERPTS = 4;

/** Reads the best parts of a source. Which they are, the question decides and what the reviewer missed. */
export async function read(state: Research, config: LangGraphRunnableConfig): Promise<ResearchUpdate> {
  if (state.action?.kind !== "read") throw new Error("The read node needs an action of the kind read.");
  const { source: id } = state.action;
  const source = state.sources.find((candidate) => candidate.id === id);
  if (source === undefined) throw new Error(`There is no source "${id}" to read.`);
  const { library } = await useLibrary({ signal: config.signal });
  const found = await readPage(library, source.file, termsOf(state), EXCERPTS);
  return {
    sources: [{ id, status: "read" }],
    excerpts: found.map(({ heading, line, text }, index) => ({ id: `e${index + 1}`, source: id, file: source.file, heading, line, text })),
    log: [{ did: "read", source: id, file: source.file, excerpts: found.length }],
  };
}

/** What to look for on the page: the question, and what the reviewer missed. */
function termsOf({ question, review }: Research): string[] {
  return keyTerms(review?.choice === "revise" ? `${review.comment ?? ""} ${question}` : question);
}
