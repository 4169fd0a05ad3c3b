import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { Library } from "./library";
import { parseDocument, type Passage } from "./parse-document";
import { matchingTerms, stems, stem } from "./words";

/** A part of a page, as it stands in the file. Lines count from 1 and include both ends. */
export type PageExcerpt = { heading: string; line: number; endLine: number; text: string };

/** Longest excerpt in lines; a state holds quotes, not pages. */
const MAX_LINES = 16;

/**
 * The parts of a page that say most about the terms, in the page's order.
 * The file must be one that a search of this library gave.
 * @throws when the file is not in the library or has gone.
 */
export async function readPage(library: Library, file: string, terms: string[], limit: number): Promise<PageExcerpt[]> {
  const lines = await readLines(library, file);
  const { passages } = parseDocument(lines.join("\n"), file);
  const weights = weigh(
    terms,
    passages.map(({ heading, text }) => `${heading} ${text}`),
  );
  return passages
    .map((passage, index) => ({ passage, index, score: score(terms, weights, passage) }))
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score)
    .slice(0, limit)
    .sort((a, b) => a.index - b.index)
    .map(({ passage }) => cutExcerpt(lines, passage));
}

/** The lines of a passage as they stand in the file today. */
export async function readPassage(library: Library, file: string, passage: Pick<Passage, "heading" | "line" | "endLine">): Promise<PageExcerpt> {
  return cutExcerpt(await readLines(library, file), passage);
}

function cutExcerpt(lines: string[], { heading, line, endLine }: Pick<Passage, "heading" | "line" | "endLine">): PageExcerpt {
  const last = Math.min(endLine, line + MAX_LINES - 1);
  return { heading, line, endLine: last, text: lines.slice(line - 1, last).join("\n") };
}

/** The lines of a document of the library. */
export async function readLines(library: Library, file: string): Promise<string[]> {
  const known = library.db.prepare<[string], { id: number }>("SELECT id FROM documents WHERE file = ?").get(file);
  if (known === undefined) throw new Error(`"${file}" is not among the documents that are searched.`);
  const text = await readFile(join(library.root, file), "utf8").catch((error: unknown) => {
    throw new Error(`"${file}" was found before but cannot be read now: it may have been moved or removed.`, { cause: error });
  });
  return text.split(/\r?\n/);
}

/** A term that is in nearly every passage of the page tells little about any one of them. */
function weigh(terms: string[], passages: string[]): Map<string, number> {
  const present = passages.map(stems);
  return new Map(
    terms.map((term) => {
      const count = present.filter((words) => words.has(stem(term))).length;
      return [term, Math.log(1 + passages.length / (1 + count))];
    }),
  );
}

function score(terms: string[], weights: Map<string, number>, passage: { heading: string; text: string }): number {
  if (passage.text.trim() === "") return 0;
  const sum = (text: string) => matchingTerms(terms, text).reduce((total, term) => total + (weights.get(term) ?? 0), 0);
  return sum(passage.text) + 1.5 * sum(passage.heading);
}
