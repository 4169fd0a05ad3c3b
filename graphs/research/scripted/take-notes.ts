import type { NoteBriefing } from "../briefing";
import { plainText, readSentences } from "../domain/parse-document";
import { keyTerms, matchingTerms, stems } from "../domain/words";

export type ProposedNote = { excerpt: string; quote: string; claim: string };

type Candidate = ProposedNote & { order: number; score: number };

const SHORTEST = 40;
const LONGEST = 320;

/** Picks the sentences that say most about the question, word for word, in the order of the page. */
export function takeNotes({ question, reviewer_comment, from, excerpts, known }: NoteBriefing): ProposedNote[] {
  const terms = keyTerms(`${reviewer_comment ?? ""} ${question}`);
  const candidates: Candidate[] = [];
  for (const excerpt of excerpts) {
    for (const { text } of readSentences(excerpt.text.split("\n"), 1)) {
      const claim = toClaim(text);
      const score = rate(claim, terms, excerpt.heading);
      if (score > 0) candidates.push({ excerpt: excerpt.id, quote: text, claim, order: candidates.length, score });
    }
  }
  const chosen: Candidate[] = [];
  const limit = from === "read" ? 3 : 2;
  for (const candidate of candidates.sort((a, b) => b.score - a.score || a.order - b.order)) {
    const sameExcerpt = chosen.some(({ excerpt }) => excerpt === candidate.excerpt);
    if (from === "search" && sameExcerpt) continue;
    if ([...known, ...chosen].some(({ claim }) => isSimilar(claim, candidate.claim))) continue;
    chosen.push(candidate);
    if (chosen.length === limit) break;
  }
  return chosen.sort((a, b) => a.order - b.order).map(({ excerpt, quote, claim }) => ({ excerpt, quote, claim }));
}

/** The sentence without Markdown, and without the references a change log begins its lines with. */
function toClaim(sentence: string): string {
  const text = plainText(sentence)
    .replace(/^(#\d+\s+)?(`?[0-9a-f]{7,}`?:?\s+)?(Thanks\s.*?!\s+-\s+)?/i, "")
    .replace(/^(Note|Tip|Good to know|Important|Warning)\s*:\s*/i, "");
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** How much a sentence says about the terms; 0 when it is no statement, or says nothing about them. */
function rate(claim: string, terms: string[], heading: string): number {
  if (claim.length < SHORTEST || claim.length > LONGEST || /[:?,]$/.test(claim)) return 0;
  const letters = claim.match(/\p{L}/gu)?.length ?? 0;
  if (letters < claim.length * 0.6 || /^(see|read|visit|check out|refer to|learn more|for more)\b/i.test(claim)) return 0;
  const inClaim = matchingTerms(terms, claim).length;
  const inHeading = matchingTerms(terms, heading).length;
  if (inClaim === 0 && inHeading < terms.length / 2) return 0;
  const defines = /\b(is an?|are|allows?|lets|means|enables?|provides?|ensures?|guarantees?|must|should|never|always|because|so that)\b/i.test(claim)
    ? 0.3
    : 0;
  const leansOnAnother = /^(this|it|its|they|these|that|those|however|also|but|then|and|here)\b/i.test(claim) ? -0.5 : 0;
  const ends = /[.!)]$/.test(claim) ? 0.2 : 0;
  return inClaim + 0.6 * inHeading + defines + leansOnAnother + ends;
}

/** Whether two sentences say the same, by the words they share. */
function isSimilar(a: string, b: string): boolean {
  const [first, second] = [stems(a), stems(b)];
  const shared = [...first].filter((word) => second.has(word)).length;
  return shared / Math.max(1, Math.min(first.size, second.size)) > 0.8;
}
