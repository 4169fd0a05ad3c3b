/** The process that knows the types of a project: it reads files and executes none of them. */
import { setPriority } from "node:os";
import { createAnswers } from "./answer-questions";
import { TypeProcessArgumentsSchema, TypeRequestSchema, type TypeReply } from "./protocol";

/** Runs and the server itself go first: types may come a moment later. */
const NICE = 5;

function lowerPriority(): void {
  try {
    setPriority(NICE);
  } catch {
    // Where the system does not allow it, it is as important as everything else.
  }
}

lowerPriority();
const { projectDir, home } = TypeProcessArgumentsSchema.parse(JSON.parse(process.argv[2] ?? "{}"));
let answer = createAnswers(projectDir, home);

function reply(id: number, question: Parameters<typeof answer>[0]): TypeReply {
  try {
    return { id, ok: true, answer: answer(question) };
  } catch (error) {
    // Whatever went wrong inside TypeScript may have left it half way: it begins anew.
    answer = createAnswers(projectDir, home);
    return { id, ok: false, message: error instanceof Error ? error.message : String(error) };
  }
}

process.on("message", (raw) => {
  const { id, question } = TypeRequestSchema.parse(raw);
  process.send?.(reply(id, question));
});
process.on("disconnect", () => process.exit(0));
