import { matchingTerms, stem, stems } from "../domain/words";

/** How much each term tells about one text among several: a term that all of them have tells little. */
export function weighTerms(terms: string[], texts: string[]): Map<string, number> {
  const present = texts.map(stems);
  return new Map(terms.map((term) => [term, Math.log(1 + texts.length / (1 + present.filter((words) => words.has(stem(term))).length))]));
}

/** The sum of the weights of the terms that occur in a text. */
export function weightIn(weights: Map<string, number>, text: string): number {
  return matchingTerms([...weights.keys()], text).reduce((sum, term) => sum + (weights.get(term) ?? 0), 0);
}

const DEFINES = /\b(is an?|are|allows?|lets|means|enables?|provides?|ensures?|guarantees?|must|should|never|always|because|so that|by default)\b/i;
const LEANS_ON_ANOTHER = /^(this|it|its|they|these|that|those|however|also|but|then|and|here|for example|in practice)\b/i;
/** Pointers to other pages, asides in brackets, and lines that are nothing but code. */
const NO_STATEMENT = /^\(|^`[^`]*`\.?$|^(see|read|visit|check out|refer to|learn more|for more|this (page|guide|section|document))\b/i;
const SHORTEST = 40;
const LONGEST = 320;

/** How well a sentence stands alone as a finding: 0 when it is no statement, around 1 otherwise. */
export function rateStatement(sentence: string): number {
  if (sentence.length < SHORTEST || sentence.length > LONGEST || /[:?,]$/.test(sentence) || NO_STATEMENT.test(sentence)) return 0;
  const letters = sentence.match(/\p{L}/gu)?.length ?? 0;
  if (letters < sentence.length * 0.6) return 0;
  return 1 + (DEFINES.test(sentence) ? 0.25 : 0) + (/[.!)]$/.test(sentence) ? 0.1 : 0) - (LEANS_ON_ANOTHER.test(sentence) ? 0.35 : 0);
}
