import type { ButtonStyle } from "@/lib/request/request-view";

/** One way to answer, as a button. */
export type Verb = {
  id: string;
  label: string;
  style: ButtonStyle;
  /** It opens something to be typed first. */
  isOpen?: boolean;
  opens?: boolean;
  /** What is pointed at when it cannot be used now. */
  isOff?: boolean;
  pick: () => void;
  /** What its key does where that is less than the button: to go to the field that belongs to it. */
  pickByKey?: () => void;
};

/** Keys that the pages around a request have taken, and those with a meaning of their own here. */
const TAKEN = ["c", "f", "j", "k", "l", "n", "o", "s", "u", "x", "1", "a", "e", "r"];

/**
 * Keys for the verbs: `a` for what approves, `r` for what refuses, so that no key that means one does the other; `r` also for
 * a later one that begins with it. Others have their first letter where it is free, else the number of their place.
 */
export function assignKeys(verbs: readonly Pick<Verb, "id" | "label" | "style">[]): Map<string, string> {
  const keys = new Map<string, string>();
  const letterOf = (verb: Pick<Verb, "label"> | undefined) => verb?.label.charAt(0).toLowerCase() ?? "";
  const approving = verbs.find(({ style }) => style === "primary") ?? verbs.find((verb) => letterOf(verb) === "a");
  if (approving !== undefined) keys.set(approving.id, "a");
  const others = verbs.slice(1).filter((verb) => verb !== approving);
  const refusing = verbs.find(({ style }) => style === "danger") ?? others.find((verb) => letterOf(verb) === "r");
  if (refusing !== undefined) keys.set(refusing.id, "r");
  const taken = new Set(TAKEN);
  verbs.forEach((verb, index) => {
    if (keys.has(verb.id)) return;
    const letter = letterOf(verb);
    const key = /^[a-z]$/.test(letter) && !taken.has(letter) ? letter : String(index + 1);
    if (taken.has(key) || index > 8) return;
    taken.add(key);
    keys.set(verb.id, key);
  });
  return keys;
}
