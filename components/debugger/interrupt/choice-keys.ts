import type { Choice } from "./payload";

/**
 * Keys for the answers: their first letter where it is free (`a` approve, `e` edit, `r` reject or revise), else the
 * number of their place. Keys of the workbench itself are left alone.
 */
export function assignKeys(choices: Choice[]): Map<string, Choice> {
  const keys = new Map<string, Choice>();
  const taken = new Set(["c", "f", "l", "n", "s", "1"]);
  choices.forEach((choice, index) => {
    const letter = choice.label.charAt(0).toLowerCase();
    const key = /[a-z]/.test(letter) && !taken.has(letter) ? letter : String(index + 1);
    if (taken.has(key)) return;
    taken.add(key);
    keys.set(key, choice);
  });
  return keys;
}
