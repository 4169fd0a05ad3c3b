/** Words that a question is made of but not about. */
const STOP_WORDS = new Set(
  (
    "a about after again all also an and any anything something everything nothing are as ask at be because been before between but by can come could did do does doing done each else " +
    "explain find for from get give gives go had has have how i if in into is it its itself just know let like made make makes many me mean means more " +
    "most much my need no not of on one only or other our out over please say says should show so some such tell than that the their them then there " +
    "these they thing things this those through to too under understand up us use used uses using very want was way ways we were what when where whether " +
    "which while who whom why will with without work works would you your happen happens exactly actually really there's what's"
  ).split(" "),
);

/** The words of a text in lower case, with the signs that identifiers are made of cut off. */
export function words(text: string): string[] {
  return text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
}

/**
 * A word without its usual English endings, so that "checkpointers", "checkpointing" and "checkpoint" meet.
 * Two words with one stem are taken as the same; short words are left alone.
 */
export function stem(word: string): string {
  if (word.length < 5) return word.length === 4 && word.endsWith("s") && !word.endsWith("ss") ? word.slice(0, -1) : word;
  for (const [ending, replacement] of ENDINGS) {
    if (word.endsWith(ending) && word.length - ending.length >= 4) return word.slice(0, word.length - ending.length) + replacement;
  }
  return word;
}

const ENDINGS: [string, string][] = [
  ["ations", "at"],
  ["ation", "at"],
  ["ators", "at"],
  ["ator", "at"],
  ["ating", "at"],
  ["ated", "at"],
  ["ates", "at"],
  ["ate", "at"],
  ["ences", "ent"],
  ["ence", "ent"],
  ["encies", "ent"],
  ["ency", "ent"],
  ["ures", ""],
  ["ure", ""],
  ["ities", ""],
  ["ity", ""],
  ["ies", "y"],
  ["ied", "y"],
  ["ings", ""],
  ["ing", ""],
  ["ers", ""],
  ["er", ""],
  ["ors", ""],
  ["or", ""],
  ["ed", ""],
  ["es", ""],
  ["ly", ""],
  ["ss", "ss"],
  ["s", ""],
  ["e", ""],
];

/** The words a question is about, in its order, without repeats (by stem). At most twelve. */
export function keyTerms(text: string): string[] {
  const seen = new Set<string>();
  const terms = words(text).filter((word) => {
    const key = stem(word);
    if (word.length < 2 || STOP_WORDS.has(word) || seen.has(key)) return false;
    seen.add(key);
    return true;
  });
  return terms.slice(0, 12);
}

/** The stems of a text, to ask whether terms occur in it. */
export function stems(text: string): Set<string> {
  return new Set(words(text).map(stem));
}

/** Which of the terms occur in the text, in any form of the word. */
export function matchingTerms(terms: string[], text: string): string[] {
  const present = stems(text);
  return terms.filter((term) => present.has(stem(term)));
}
