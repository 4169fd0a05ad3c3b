/** A paragraph of a text file; `line` counts from 1. */
export type Passage = { file: string; line: number; text: string };

const MAX_PASSAGE = 1200;

/** Cuts a text at blank lines; a heading stays with what follows it, and short paragraphs of a section stay together. */
export function splitPassages(file: string, text: string): Passage[] {
  const passages: Passage[] = [];
  let open: Passage | null = null;
  for (const { line, text: block } of blocksOf(text)) {
    const isHeading = /^#{1,6}\s/.test(block);
    if (open !== null && !isHeading && open.text.length + block.length < MAX_PASSAGE) open.text += `\n\n${block}`;
    else {
      open = { file, line, text: block };
      passages.push(open);
    }
  }
  return passages;
}

function blocksOf(text: string): { line: number; text: string }[] {
  const blocks: { line: number; text: string }[] = [];
  let isOpen = false;
  for (const [index, line] of text.split(/\r?\n/).entries()) {
    const last = blocks.at(-1);
    if (line.trim() === "") isOpen = false;
    else if (isOpen && last !== undefined) last.text += `\n${line}`;
    else {
      blocks.push({ line: index + 1, text: line });
      isOpen = true;
    }
  }
  return blocks;
}

/** The usual constants of BM25: how soon more of a word stops to count, and how much length does. */
const SATURATION = 1.2;
const LENGTH = 0.75;

/** The `k` passages that fit a query best by BM25, each with its score; those without any of its words are left out. */
export function rankPassages(passages: readonly Passage[], query: string, k: number): (Passage & { score: number })[] {
  const wanted = [...new Set(wordsOf(query))];
  if (wanted.length === 0 || passages.length === 0) return [];
  const counted = passages.map((passage) => countWords(passage.text, wanted));
  const mean = counted.reduce((sum, { length }) => sum + length, 0) / passages.length || 1;
  const weights = wanted.map((word) => {
    const having = counted.filter(({ counts }) => counts.has(word)).length;
    return Math.log(1 + (passages.length - having + 0.5) / (having + 0.5));
  });
  return passages
    .map((passage, index) => ({ ...passage, score: scoreOf(counted[index], wanted, weights, mean) }))
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score || a.file.localeCompare(b.file, "en") || a.line - b.line)
    .slice(0, k);
}

type Counted = { length: number; counts: Map<string, number> };

function countWords(text: string, wanted: readonly string[]): Counted {
  const words = wordsOf(text);
  const counts = new Map<string, number>();
  for (const word of words) if (wanted.includes(word)) counts.set(word, (counts.get(word) ?? 0) + 1);
  return { length: words.length, counts };
}

function scoreOf(counted: Counted | undefined, wanted: readonly string[], weights: readonly number[], mean: number): number {
  if (counted === undefined) return 0;
  return wanted.reduce((sum, word, index) => {
    const count = counted.counts.get(word) ?? 0;
    const fullness = SATURATION * (1 - LENGTH + (LENGTH * counted.length) / mean);
    return sum + ((weights[index] ?? 0) * count * (SATURATION + 1)) / (count + fullness);
  }, 0);
}

/** Words in lower case; the plural's s is left off, so that "refunds" finds "refund". */
function wordsOf(text: string): string[] {
  return (text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []).map((word) => (word.length > 3 && word.endsWith("s") ? word.slice(0, -1) : word));
}
