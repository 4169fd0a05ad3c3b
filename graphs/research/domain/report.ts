/** A line of the list of sources: where a note's words stand, and whether they were found there. */
export type SourceLine = { n: number; file: string; line: number; quote: string; found: boolean };

/** The numbers by which a report cites notes: 3 for `n3`; an id of another form gets a number that is free. */
export function numberNotes(ids: string[]): number[] {
  const own = ids.map((id) => Number(/^n(\d+)$/.exec(id)?.[1] ?? 0));
  let free = Math.max(0, ...own);
  return own.map((n) => (n > 0 ? n : (free += 1)));
}

/** The numbers a text cites, in order of first mention: `[2]`, `[1, 3]` and `[1][3]` all count. */
export function citedNumbers(markdown: string): number[] {
  const numbers = [...markdown.matchAll(/\[(\d+(?:\s*,\s*\d+)*)\](?!\()/g)].flatMap((match) => (match[1] ?? "").split(",").map(Number));
  return [...new Set(numbers)];
}

/**
 * The report as it may be published: the text without any list of sources the author wrote, every
 * citation of a note that does not exist marked, and the list of sources made from the notes themselves.
 */
export function composeReport(body: string, citations: SourceLine[]): string {
  const known = new Map(citations.map((citation) => [citation.n, citation]));
  const text = body
    .replace(/\n#{1,6}\s*(sources|references)\s*\n[\s\S]*$/i, "\n")
    .replace(/\[(\d+)\](?!\()/g, (mark, n: string) => (known.has(Number(n)) ? mark : "[no such note]"))
    .trim();
  const cited = citedNumbers(text)
    .flatMap((n) => known.get(n) ?? [])
    .sort((a, b) => a.n - b.n);
  if (cited.length === 0) return `${text}\n`;
  return `${text}\n\n## Sources\n\n${cited.map(sourceLine).join("\n")}\n`;
}

function sourceLine({ n, file, line, quote, found }: SourceLine): string {
  const place = file === "" ? "no source given" : `\`${file}:${line}\``;
  const words = quote === "" ? "" : ` “${quote.replace(/\s+/g, " ")}”`;
  return `- [${n}] ${place}${words}${found || file === "" ? "" : " (**not found there**)"}`;
}

/** How many words a text has. */
export function countWords(text: string): number {
  return text.match(/\S+/g)?.length ?? 0;
}

/** A file name from a question: lower case, hyphens, at most 60 characters. */
export function slugOf(question: string): string {
  const slug = question
    .normalize("NFKD")
    .toLowerCase()
    .replace(/[\u0300-\u036f'’]/g, "")
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-+|-+$/g, "")
    .slice(0, 60)
    .replace(/-+$/, "");
  return slug || "report";
}
