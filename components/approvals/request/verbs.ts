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

/** Keys that the pages around a request have taken. */
const TAKEN = ["c", "f", "j", "k", "l", "n", "o", "s", "u", "x", "1"];

/**
 * Keys for the verbs: their first letter where it is free (`a` approve, `e` edit, `r` refuse or revise), else the number of
 * their place.
 */
export function assignKeys(verbs: readonly Pick<Verb, "id" | "label">[]): Map<string, string> {
  const keys = new Map<string, string>();
  const taken = new Set(TAKEN);
  verbs.forEach(({ id, label }, index) => {
    const letter = label.charAt(0).toLowerCase();
    const key = /[a-z]/.test(letter) && !taken.has(letter) ? letter : String(index + 1);
    if (taken.has(key) || index > 8) return;
    taken.add(key);
    keys.set(id, key);
  });
  return keys;
}
