import type { DraftBriefing } from "../briefing";
import { keyTerms, matchingTerms } from "../domain/words";
import { rateStatement, weighTerms, weightIn } from "./rate";

type BriefedNote = DraftBriefing["notes"][number];

/** Writes the report from the notes: a short answer, the findings document by document, and what is not known. */
export function writeDraft(briefing: DraftBriefing): string {
  const { question, notes, reviewer_comment: comment } = briefing;
  if (notes.length === 0) return [`# ${headline(question)}`, nothingFound(briefing)].join("\n\n");
  const terms = keyTerms(question);
  const answer = pickAnswer(terms, notes);
  const rest = notes.filter((note) => !answer.includes(note));
  const isShort = comment !== null && /\b(short|shorter|shorten|brief|briefer|concise)\b/i.test(comment);
  const parts = [`# ${headline(question)}`, `**In short.** ${answer.map(state).join(" ")}`];
  if (comment !== null && !isShort) parts.push(...answerReviewer(comment, notes));
  if (!isShort) parts.push(...findings(rest));
  parts.push("## What this rests on", basis(briefing, terms));
  return parts.join("\n\n");
}

/** The two notes that say most about the question and stand alone best. */
function pickAnswer(terms: string[], notes: BriefedNote[]): BriefedNote[] {
  const weights = weighTerms(
    terms,
    notes.map(({ claim }) => claim),
  );
  const rate = ({ claim }: BriefedNote) => (weightIn(weights, claim) + 0.1) * Math.max(0.3, rateStatement(claim));
  return [...notes].sort((a, b) => rate(b) - rate(a) || a.n - b.n).slice(0, 2);
}

/** One section per document, in the order in which the documents were noted. */
function findings(notes: BriefedNote[]): string[] {
  const titles = [...new Set(notes.map(titleOf))];
  return titles.flatMap((title) => [
    `## ${title}`,
    notes
      .filter((note) => titleOf(note) === title)
      .map((note) => `- ${state(note)}`)
      .join("\n"),
  ]);
}

function titleOf({ document, file }: BriefedNote): string {
  return document ?? (file || "From the reviewer");
}

function state({ claim, n, found, file }: BriefedNote): string {
  const sentence = /[.!?]$/.test(claim) ? claim : `${claim}.`;
  return `${sentence} [${n}]${found || file === "" ? "" : " *(the quoted words were not found in the file)*"}`;
}

function answerReviewer(comment: string, notes: BriefedNote[]): string[] {
  const terms = keyTerms(comment);
  const best = notes.map((note) => ({ note, count: matchingTerms(terms, note.claim).length })).sort((a, b) => b.count - a.count);
  const fitting = best
    .filter(({ count }) => count > 0)
    .slice(0, 3)
    .map(({ note }) => `- ${state(note)}`);
  const intro = `The reviewer asked: “${comment}”`;
  return [
    "## In answer to the review",
    fitting.length === 0 ? `${intro} Nothing in the documents was found to answer this.` : `${intro}\n\n${fitting.join("\n")}`,
  ];
}

function basis({ notes, searches, documents_searched }: DraftBriefing, terms: string[]): string {
  const files = new Set(notes.map(({ file }) => file).filter((file) => file !== ""));
  const silent = terms.filter(
    (term) => !notes.some(({ claim, file, document }) => matchingTerms([term], `${claim} ${file} ${document ?? ""}`).length > 0),
  );
  const sentences = [
    `${count(notes.length, "note")} from ${count(files.size, "document")} of ${documents_searched.toLocaleString("en")} searched (${searches.map(({ query }) => `“${query}”`).join(", ")}); nothing else was consulted.`,
  ];
  if (silent.length > 0) sentences.push(`No note speaks of ${silent.map((term) => `“${term}”`).join(", ")}.`);
  return sentences.join(" ");
}

function nothingFound({ searches, documents_searched, reviewer_comment, closest }: DraftBriefing): string {
  const tried = searches.map(
    ({ query, found }) => `- “${query}”: ${found === 0 ? "no document" : `${count(found, "document")}, none of which answers the question`}`,
  );
  const paragraphs = ["**In short.** The documents that were searched do not answer this question, so this report makes no claim."];
  if (tried.length > 0)
    paragraphs.push(`## What was tried\n\n${documents_searched.toLocaleString("en")} documents were searched for:\n\n${tried.join("\n")}`);
  else paragraphs.push("The question has no word that could be searched for.");
  if (closest.length > 0) {
    const lines = closest.map(({ title, file, line, snippet }) => `- ${title} (\`${file}:${line}\`): ${snippet}`);
    paragraphs.push(`## The closest documents\n\nThey share a word or two with the question, and no more:\n\n${lines.join("\n")}`);
  }
  if (reviewer_comment !== null) paragraphs.push(`The reviewer asked: “${reviewer_comment}” Nothing was found for this either.`);
  paragraphs.push("## What may help\n\nOther words for the same thing, or another folder of documents: `RETROGRAPH_RESEARCH_FOLDER` names it.");
  return paragraphs.join("\n\n");
}

function headline(question: string): string {
  return question.replace(/\s+/g, " ").trim();
}

function count(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? "" : "s"}`;
}
