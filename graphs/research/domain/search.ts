import type { Library } from "./library";
import { keyTerms, matchingTerms, stem } from "./words";

/** A document that answers a search, with the lines that answer it best. */
export type Hit = {
  file: string;
  title: string;
  /** Larger is better; comparable within one search only. */
  score: number;
  /** How much of what the query is about the passage covers, 0 to 1: rare words count for more than common ones. */
  relevance: number;
  passage: { heading: string; line: number; endLine: number; text: string };
};

type Row = {
  file: string;
  document_title: string;
  kind: string;
  line: number;
  end_line: number;
  heading: string;
  text: string;
  rank: number;
};

const PASSAGES_READ = 200;
/** What a package's own documentation is worth against that of a package deep in the tree, or a change log. */
const KIND_WEIGHT: Record<string, number> = { own: 1.3, direct: 1.15, indirect: 0.8 };
const CHANGELOG_WEIGHT = 0.4;
const CHANGELOG = /(changelog|changes|history|releases?|upgrading|migrat\w*)[^/]*$/i;

/**
 * Finds the documents that say most about a query, best first, one hit per document.
 * The query is plain words; nothing in it is search syntax. A query without a telling word finds nothing.
 */
export function search(library: Library, query: string, limit: number): Hit[] {
  const terms = keyTerms(query);
  if (terms.length === 0) return [];
  const rows = library.db
    .prepare<[string, number], Row>(
      `SELECT documents.file, documents.title AS document_title, documents.kind, passages.line, passages.end_line, passages.heading, passages.text,
              bm25(passage_text, 3.0, 3.0, 4.0, 1.0, 0.3) AS rank
       FROM passage_text
       JOIN passages ON passages.id = passage_text.rowid
       JOIN documents ON documents.id = passages.document
       WHERE passage_text MATCH ?
       ORDER BY rank LIMIT ?`,
    )
    .all(terms.map(matchExpression).join(" OR "), PASSAGES_READ);
  const weights = weighTerms(library, terms);
  const byFile = new Map<string, Row[]>();
  for (const row of rows) byFile.set(row.file, [...(byFile.get(row.file) ?? []), row]);
  return [...byFile.values()]
    .map((passages) => scoreDocument(weights, passages))
    .sort((a, b) => b.score - a.score || a.file.localeCompare(b.file))
    .slice(0, limit);
}

/** A word and, when it is long enough to be told apart, every word that begins with its stem. */
function matchExpression(term: string): string {
  const root = stem(term);
  return root.length >= 4 ? `"${root}"*` : `"${term}"`;
}

/** The rarer a word is in the library, the more it tells. The weights sum to 1. */
function weighTerms(library: Library, terms: string[]): Map<string, number> {
  const count = library.db.prepare<[string], { count: number }>("SELECT count(*) AS count FROM passage_text WHERE passage_text MATCH ?");
  const total = library.db.prepare<[], { count: number }>("SELECT count(*) AS count FROM passages").get()?.count ?? 0;
  const rarity = terms.map((term) => Math.log(1 + total / (1 + (count.get(matchExpression(term))?.count ?? 0))));
  const sum = rarity.reduce((a, b) => a + b, 0);
  return new Map(terms.map((term, index) => [term, sum === 0 ? 1 / terms.length : (rarity[index] ?? 0) / sum]));
}

function scoreDocument(weights: Map<string, number>, rows: Row[]): Hit {
  const scored = rows
    .map((row) => {
      const relevance = coverage(weights, `${row.file} ${row.document_title} ${row.heading} ${row.text}`);
      return { row, relevance, value: -row.rank * relevance ** 1.5 * (row.text.trim() === "" ? 0.3 : 1) };
    })
    .sort((a, b) => b.value - a.value);
  const best = scored[0];
  if (best === undefined) throw new Error("A document is scored by its passages: it has at least one.");
  const { file, document_title, kind, line, end_line, heading, text } = best.row;
  const more = scored.slice(1, 4).reduce((sum, { value }) => sum + value * 0.2, 0);
  const weight = (KIND_WEIGHT[kind] ?? 1) * (CHANGELOG.test(file) ? CHANGELOG_WEIGHT : 1);
  return {
    file,
    title: document_title,
    score: (best.value + more) * weight,
    relevance: Math.round(best.relevance * 100) / 100,
    passage: { heading, line, endLine: end_line, text: text.trim() },
  };
}

function coverage(weights: Map<string, number>, text: string): number {
  return matchingTerms([...weights.keys()], text).reduce((sum, term) => sum + (weights.get(term) ?? 0), 0);
}
