import type { NoteBriefing } from "../briefing";
import { plainText, readSentences } from "../domain/parse-document";
import { keyTerms, stems } from "../domain/words";
import { rateStatement, weighTerms, weightIn } from "./rate";

export type ProposedNote = { excerpt: string; quote: string; claim: string };

type Candidate = ProposedNote & { heading: string; order: number };

/** A sentence is noted when it is rated at least this part of what the best one is. */
const WORTH_NOTING = 0.45;

/** Picks the sentences that say most about the question, word for word, in the order of the page. */
export function takeNotes({ question, reviewer_comment, from, excerpts, known }: NoteBriefing): ProposedNote[] {
  const candidates: Candidate[] = excerpts.flatMap(({ id, heading, text }) =>
    readSentences(text.split("\n"), 1).map((sentence) => ({ excerpt: id, heading, quote: sentence.text, claim: toClaim(sentence.text), order: 0 })),
  );
  candidates.forEach((candidate, order) => (candidate.order = order));
  const weights = weighTerms(
    keyTerms(`${reviewer_comment ?? ""} ${question}`),
    candidates.map(({ claim }) => claim),
  );
  const rated = candidates
    .map((candidate) => ({
      ...candidate,
      score: rateStatement(candidate.claim) * (weightIn(weights, candidate.claim) + 0.6 * weightIn(weights, candidate.heading)),
    }))
    .sort((a, b) => b.score - a.score || a.order - b.order);
  const bar = (rated[0]?.score ?? 0) * WORTH_NOTING;
  const chosen: Candidate[] = [];
  for (const candidate of rated) {
    if (candidate.score === 0 || candidate.score < bar) break;
    if (chosen.length === (from === "read" ? 4 : 2)) break;
    if (from === "search" && chosen.some(({ excerpt }) => excerpt === candidate.excerpt)) continue;
    if (![...known, ...chosen].some(({ claim }) => isSimilar(claim, candidate.claim))) chosen.push(candidate);
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

/** Whether two sentences say the same, by the words they share. */
function isSimilar(a: string, b: string): boolean {
  const [first, second] = [stems(a), stems(b)];
  const shared = [...first].filter((word) => second.has(word)).length;
  return shared / Math.max(1, Math.min(first.size, second.size)) > 0.8;
}
