import { isJavaScript } from "../builder";
import { langgraphModule } from "../builder";
import { refused, type StepOutcome } from "../context";
import { importName } from "../text";
import type { GuardTarget } from "./target";
import { bodyOf, keptName, wrapCall, wrapProblem } from "./wrap";

/** Wraps the call in LangGraph's `task()`, which gives the result of the first time again when the node is resumed. */
export function guardByTask(target: GuardTarget): StepOutcome {
  const problem = wrapProblem(target);
  if (problem !== null) return refused(problem, target.node.place);
  const { draft, call } = target;
  const { local, changes } = importName(draft.sourceFile, { from: langgraphModule(draft.sourceFile), name: "task" });
  draft.add(changes);
  const name = keptName(target);
  const callee = call.expression.getText(draft.sourceFile);
  const type = isJavaScript(draft.sourceFile.fileName) ? "" : `: Parameters<typeof ${callee}>`;
  return wrapCall(target, {
    comment: "Keeps its result: a node that is resumed gets that again, and nothing is done twice.",
    make: (form) =>
      form === "module"
        ? `${local}(${name}, async (...input${type}) => ${bodyOf(target, `${callee}(...input)`)})`
        : `${local}(${name}, async () => ${bodyOf(target, call.getText(draft.sourceFile))})`,
    given: (form) => (form === "module" ? argumentsText(target) : ""),
  });
}

function argumentsText({ draft, call }: GuardTarget): string {
  return draft.text.slice(call.arguments.pos, call.arguments.end).trim();
}
