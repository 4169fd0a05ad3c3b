import type { LangGraphRunnableConfig } from "@langchain/langgraph";
import { nextId } from "../../../lib/kit/merge-by-id";
import { search as searchLibrary, type Hit } from "../domain/search";
import type { Library } from "../domain/library";
import { plainText } from "../domain/parse-document";
import { readPassage } from "../domain/read-page";
import { useLibrary } from "../open-library";
import type { Excerpt, Research, ResearchUpdate, Source } from "../state";

const HITS = 5;
/** How many hits show their best lines at once, and how much they must cover of what was searched for. */
const SHOWN = 2;
const RELEVANT = 0.6;
const SNIPPET_LENGTH = 160;

/** Searches the documents. Lists the best hits, and shows the lines of those that fit best. */
export async function search(state: Research, config: LangGraphRunnableConfig): Promise<ResearchUpdate> {
  if (state.action?.kind !== "search") throw new Error("The search node needs an action of the kind search.");
  const { query } = state.action;
  const { library, documents } = await useLibrary({
    signal: config.signal,
    onProgress: (progress) => config.writer?.({ event: "indexing", ...progress }),
  });
  const hits = searchLibrary(library, query, HITS);
  const sources = toSources(state.sources, hits);
  return {
    sources,
    excerpts: await showBest(library, hits, sources),
    log: [{ did: "search", query, found: hits.length, documents }],
  };
}

/** Known documents keep their ids. */
function toSources(known: Source[], hits: Hit[]): Source[] {
  const ids = new Map(known.map((source) => [source.file, source]));
  const taken = known.map(({ id }) => id);
  return hits.map(({ file, title, relevance, passage }) => {
    const before = ids.get(file);
    const id = before?.id ?? nextId("s", taken);
    taken.push(id);
    return {
      id,
      file,
      title: plainText(title).replaceAll("`", ""),
      status: before?.status ?? "found",
      relevance,
      line: passage.line,
      snippet: shorten(plainText(passage.text)),
    };
  });
}

async function showBest(library: Library, hits: Hit[], sources: Source[]): Promise<Excerpt[]> {
  const best = hits.slice(0, SHOWN).filter(({ relevance }) => relevance >= RELEVANT);
  return Promise.all(
    best.map(async ({ file, passage }, index) => {
      const { heading, line, text } = await readPassage(library, file, passage);
      return { id: `e${index + 1}`, source: sources.find((source) => source.file === file)?.id ?? "", file, heading, line, text };
    }),
  );
}

function shorten(text: string): string {
  return text.length <= SNIPPET_LENGTH ? text : `${text.slice(0, SNIPPET_LENGTH).replace(/\s+\S*$/, "")} …`;
}
