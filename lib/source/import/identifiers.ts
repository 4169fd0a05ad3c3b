/** Words that a function of a module cannot be called. */
const RESERVED = new Set(
  (
    "arguments await break case catch class const continue debugger default delete do else enum eval export extends false finally for function if " +
    "implements import in instanceof interface let new null package private protected public return static super switch this throw true try " +
    "typeof undefined var void while with yield"
  ).split(" "),
);

/** An identifier in camelCase made of a name; `prefix` goes in front of one that would be none. */
export function toIdentifier(name: string, prefix = "run"): string {
  const parts = name.normalize("NFC").match(/[\p{L}\p{N}]+/gu) ?? [];
  const camel = parts.map((part, index) => (index === 0 ? lowerFirst(part) : upperFirst(part))).join("");
  if (camel === "" || /^\P{ID_Start}/u.test(camel) || RESERVED.has(camel)) return `${prefix}${upperFirst(camel === "" ? "step" : camel)}`;
  return camel;
}

export function upperFirst(word: string): string {
  const [first = "", ...rest] = [...word];
  return first.toUpperCase() + rest.join("");
}

/** `RAGAgent` stays readable as `ragAgent`; `ABC` becomes `abc`. */
function lowerFirst(word: string): string {
  if (word === word.toUpperCase()) return word.toLowerCase();
  return word.replace(/^\p{Lu}+(?=\p{Lu}\p{Ll})|^\p{Lu}/u, (letters) => letters.toLowerCase());
}

/** An identifier that is not taken yet; takes it. */
export function takeIdentifier(identifier: string, taken: Set<string>): string {
  let free = identifier;
  for (let count = 2; taken.has(free); count += 1) free = `${identifier}${count}`;
  taken.add(free);
  return free;
}
