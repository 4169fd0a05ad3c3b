import { ExpressionError } from "./error";

const MAX_STEPS = 200_000;
const MAX_CHARACTERS = 1_000_000;
const MAX_ITEMS = 100_000;

/** What one evaluation may still use. Running out is an error with a message, so that no expression holds up the process. */
export class Budget {
  #steps = MAX_STEPS;
  #characters = MAX_CHARACTERS;
  #items = MAX_ITEMS;

  /** Counts work: one step per part of the expression and per item that a method looks at. */
  work(steps: number): void {
    this.#steps -= steps;
    if (this.#steps < 0) throw new ExpressionError(`It took too long: more than ${MAX_STEPS.toLocaleString("en")} steps. Look at fewer items.`);
  }

  /** Counts the characters of a text that is made. */
  text(value: string): string {
    this.#characters -= value.length;
    if (this.#characters < 0) {
      throw new ExpressionError(`It made too much text: more than ${MAX_CHARACTERS.toLocaleString("en")} characters.`);
    }
    return value;
  }

  /** Says that a text of so many characters is about to be made. */
  reserveText(characters: number): void {
    if (characters > this.#characters) {
      throw new ExpressionError(`It would make too much text: more than ${MAX_CHARACTERS.toLocaleString("en")} characters.`);
    }
  }

  /** Counts the items of a list or object that is made. */
  items(count: number): void {
    this.#items -= count;
    if (this.#items < 0) throw new ExpressionError(`It made lists that are too long: more than ${MAX_ITEMS.toLocaleString("en")} items.`);
  }
}
