import { isAbsolute, join, relative } from "node:path";
import { completionAt, definitionOf, hoverOf } from "./answers";
import { createChecker } from "./diagnostics";
import { createProjectServices } from "./language-service";
import type { TypeAnswer, TypeQuestion } from "./protocol";

/**
 * Gives the function that answers questions about a project's types, from the disk and the texts of the questions.
 * `home` is Retrograph's own folder, whose types of Node.js serve a project that has none. Throws for a file outside.
 */
export function createAnswers(projectDir: string, home: string): (question: TypeQuestion) => TypeAnswer<TypeQuestion["kind"]> {
  const serviceFor = createProjectServices({ projectDir, home });
  const problemsOf = createChecker(projectDir);
  return (question) => {
    const path = join(projectDir, question.file);
    const inside = relative(projectDir, path);
    if (inside.startsWith("..") || isAbsolute(inside)) throw new Error(`${question.file} is not in the project.`);
    const project = serviceFor(path);
    project.open(path, question.text);
    switch (question.kind) {
      case "problems":
        return problemsOf(project, path);
      case "complete":
        return completionAt(project, path, question.text, Math.min(question.offset, question.text.length));
      case "hover":
        return hoverOf(project, path, Math.min(question.offset, question.text.length));
      case "definition":
        return definitionOf(project, projectDir, path, Math.min(question.offset, question.text.length));
    }
  };
}
