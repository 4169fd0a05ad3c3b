import "server-only";
import type { Completion, Definition, Hover } from "../../../schema/design-api";
import { getSettings } from "../../settings";
import { shared } from "../../shared";
import type { TypeProblem } from "./protocol";
import { createTypeProcess, type TypeProcess } from "./type-process";

/** One per opened project; nothing runs before the first question, nor long after the last. */
function types(): TypeProcess {
  const { RETROGRAPH_PROJECT, home } = getSettings();
  return shared("types", () => createTypeProcess({ projectDir: RETROGRAPH_PROJECT, home }));
}

/**
 * What TypeScript finds wrong in a file with this text, and in the project's files that it imports, as problems of the
 * origin `types`. Syntax errors of the file itself are left out, and with them its types. Of several texts that wait for
 * one file only the newest is checked, and its problems are the answer to all: compare what you asked about with what is.
 * `file` is relative to the project. Throws `types_unavailable`.
 */
export function typeProblems(file: string, text: string): Promise<TypeProblem[]> {
  return types().ask({ kind: "problems", file, text });
}

/** What may stand at an offset of a text. Throws `types_unavailable`. */
export function completeAt(file: string, text: string, offset: number): Promise<Completion> {
  return types().ask({ kind: "complete", file, text, offset });
}

/** The type and doc comment of what stands at an offset; null where there is none. Throws `types_unavailable`. */
export function hoverAt(file: string, text: string, offset: number): Promise<Hover> {
  return types().ask({ kind: "hover", file, text, offset });
}

/** Where the thing at an offset is defined, in the project's own files. Throws `types_unavailable`. */
export function definitionAt(file: string, text: string, offset: number): Promise<Definition> {
  return types().ask({ kind: "definition", file, text, offset });
}
