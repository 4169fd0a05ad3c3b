import { evaluate } from "../../expression/evaluate";
import { ExpressionError } from "../../expression/error";
import { parseExpression } from "../../expression/parse";
import type { Program } from "../../expression/program";
import type { Scope } from "../../expression/scope";
import type { Breakpoint } from "../../schema/breakpoint";

/** Whether a condition holds, or why it cannot be told. */
export type Holds = { ok: true; holds: boolean } | { ok: false; message: string };

/** A breakpoint with its condition read once. */
export type Watched = {
  breakpoint: Breakpoint;
  program: Program | null;
  /** Channels that the condition names, of the state now or before the step. */
  names: readonly string[];
  /** The text could not be read: it was saved by another version. */
  fault: string | null;
};

/** Reads a breakpoint's condition. Never throws: a text that cannot be read is a condition that fails. */
export function toWatched(breakpoint: Breakpoint): Watched {
  const { condition } = breakpoint.spec;
  if (condition === null) return { breakpoint, program: null, names: [], fault: null };
  const parsed = parseExpression(condition);
  if (!parsed.ok) return { breakpoint, program: null, names: [], fault: parsed.message };
  return { breakpoint, program: parsed.program, names: parsed.names, fault: null };
}

/** Whether the breakpoint's condition holds; without one it does. */
export function holds(watched: Watched, scope: Scope): Holds {
  if (watched.fault !== null) return { ok: false, message: watched.fault };
  if (watched.program === null) return { ok: true, holds: true };
  try {
    return { ok: true, holds: Boolean(evaluate(watched.program, scope)) };
  } catch (error) {
    if (error instanceof ExpressionError) return { ok: false, message: error.message };
    // What is not the person's own fault: a value of the state that cannot be read, such as a getter that throws.
    return { ok: false, message: `The state could not be read: ${error instanceof Error ? error.message : String(error)}` };
  }
}
