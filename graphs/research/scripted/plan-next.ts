import type { ScriptedReply } from "../../../lib/kit/scripted-model";
import type { PlanBriefing } from "../briefing";
import { keyTerms, matchingTerms } from "../domain/words";

/** What a source must cover of a search to be worth reading: of a few words more than half, of many somewhat less. */
const worthReading = (terms: string[]) => (terms.length <= 5 ? 0.55 : 0.4);
const MAX_SEARCHES = 3;
const MAX_READS = 3;

/** Words of a reviewer that are about the report's form and not about its subject. */
const FORM_WORDS = new Set(
  "add better brief clear clearer concise detail details draft example examples explain expand focus improve include instead less long longer mention missing note paragraph please report section sentence short shorten shorter simple simpler summarise summarize summary text title wording write".split(
    " ",
  ),
);

/** Chooses the next step: a first search, the best page not read yet, a search for what is still missing, or the end. */
export function planNext(briefing: PlanBriefing): ScriptedReply {
  const terms = subjectTerms(briefing);
  const since = briefing.log.slice(briefing.log.findLastIndex(({ did }) => did === "review" || did === "start") + 1);
  const searches = since.filter((entry) => entry.did === "search");
  const reads = since.filter((entry) => entry.did === "read").length;
  if (terms.length === 0)
    return finish(
      briefing.reviewer_comment === null
        ? "The question has no word to search for."
        : "The comment is about the form of the report; the notes are enough.",
    );
  const last = searches.at(-1);
  if (last === undefined)
    return searchFor(terms.join(" "), briefing.reviewer_comment === null ? "Nothing is known yet" : "The reviewer asks for more");
  if (last.found === 0)
    return searchAgain(
      terms,
      searches.map(({ query }) => query),
    );
  const unread = briefing.sources.filter(({ status, relevance }) => status === "found" && relevance >= worthReading(terms));
  // After a review the newest hits answer best; before, the first search's order stands.
  if (briefing.reviewer_comment !== null) unread.sort((a, b) => b.relevance - a.relevance);
  const [next] = unread;
  if (next !== undefined && reads < 2) return readSource(next.id, `“${next.title}” looks like the best page that is not read yet`);
  const missing = terms.filter((term) => !briefing.notes.some(({ claim, file }) => matchingTerms([term], `${claim} ${file}`).length > 0));
  const query = [...missing, ...terms.filter((term) => !missing.includes(term)).slice(0, 1)].join(" ");
  const isNew = !searches.some((search) => search.query === query);
  if (missing.length > 0 && missing.length < terms.length && isNew && searches.length < MAX_SEARCHES)
    return searchFor(query, `The notes say nothing about ${list(missing)} yet`);
  if (next !== undefined && reads < MAX_READS) return readSource(next.id, `“${next.title}” may add something`);
  return finish(
    briefing.notes.length === 0 ? "Nothing that was found answers the question." : `The ${briefing.notes.length} notes cover what can be found.`,
  );
}

/** What the search is about: the reviewer's comment when there is one, otherwise the question. */
function subjectTerms({ question, reviewer_comment: comment }: PlanBriefing): string[] {
  return comment === null ? keyTerms(question) : keyTerms(comment).filter((term) => !FORM_WORDS.has(term));
}

/** Nothing was found with these words: fewer of them may do. */
function searchAgain(terms: string[], tried: string[]): ScriptedReply {
  const byLength = [...terms].sort((a, b) => b.length - a.length);
  const simpler = [byLength.slice(0, Math.ceil(terms.length / 2)), byLength.slice(0, 1)]
    .map((words) => words.join(" "))
    .find((query) => !tried.includes(query));
  if (simpler === undefined || tried.length >= MAX_SEARCHES) return finish("No document has these words.");
  return searchFor(simpler, "No document has these words, so I try fewer");
}

function searchFor(query: string, why: string): ScriptedReply {
  return { text: `${why}: I search for “${query}”.`, toolCalls: [{ name: "search", args: { query } }] };
}

function readSource(source: string, why: string): ScriptedReply {
  return { text: `${why}: I read it.`, toolCalls: [{ name: "read", args: { source } }] };
}

function finish(reason: string): ScriptedReply {
  return { text: reason, toolCalls: [{ name: "finish", args: { reason } }] };
}

function list(words: string[]): string {
  const quoted = words.map((word) => `“${word}”`);
  return quoted.length <= 1 ? (quoted[0] ?? "") : `${quoted.slice(0, -1).join(", ")} and ${quoted.at(-1)}`;
}
