import { parseExpressionAt } from "acorn";
import { Fault, translate } from "./translate";
import type { Program } from "./program";

const MAX_LENGTH = 2000;

/** `names`: the channels whose values the expression needs. `index`: the character at which the text is wrong, from 0. */
export type ParsedExpression = { ok: true; program: Program; names: readonly string[] } | { ok: false; message: string; index: number };

function isSyntaxError(error: unknown): error is SyntaxError & { pos: number } {
  return error instanceof SyntaxError && "pos" in error && typeof error.pos === "number";
}

function fail(message: string, index: number): ParsedExpression {
  return { ok: false, message, index };
}

function explain(text: string, error: SyntaxError & { pos: number }): ParsedExpression {
  const index = Math.min(error.pos, text.length);
  const what = error.message.replace(/ \(\d+:\d+\)$/, "");
  if (what !== "Unexpected token") return fail(`${what}.`, index);
  if (text.slice(index).trim() === "") return fail("Something is missing at the end.", text.length);
  return fail(`"${text.slice(index).trim().slice(0, 1)}" cannot stand here.`, index);
}

/**
 * Reads an expression: JavaScript's syntax without statements, assignments, calls of unknown functions and whatever else
 * could reach beyond the data. Never throws, evaluates nothing, and works in the browser too.
 */
export function parseExpression(text: string): ParsedExpression {
  if (text.trim() === "") return fail("There is no expression yet.", 0);
  if (text.length > MAX_LENGTH) return fail(`It is longer than ${MAX_LENGTH} characters.`, MAX_LENGTH);
  try {
    const start = text.length - text.trimStart().length;
    const tree = parseExpressionAt(text, start, { ecmaVersion: 2023, preserveParens: true });
    const rest = text.slice(tree.end);
    if (rest.trim() !== "") {
      const index = text.length - rest.trimStart().length;
      const hint = text[index] === "=" ? "An expression cannot assign; write == to compare." : "The expression ends before this.";
      return fail(`"${text.slice(index, index + 1)}" cannot stand here. ${hint}`, index);
    }
    const program = translate(text, tree);
    return { ok: true, program, names: [...new Set([...program.reads.state.names, ...program.reads.previous.names])] };
  } catch (error) {
    if (error instanceof Fault) return fail(error.message, error.index);
    if (error instanceof RangeError) return fail("It is nested too deeply.", 0);
    if (isSyntaxError(error)) return explain(text, error);
    throw error;
  }
}
