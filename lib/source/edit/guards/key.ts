import ts from "typescript";
import { importKit } from "../../kit/kit-import";
import { declarationOf } from "../../scope";
import { isJavaScript } from "../builder";
import { refused, type StepOutcome } from "../context";
import { importName } from "../text";
import { collect, contains, pathOf, type GuardTarget } from "./target";
import { bodyOf, keptName, wrapCall, wrapProblem } from "./wrap";

/** Calls that give something else each time: a key that is made of that would never be seen again. */
const CHANGING = /^(?:crypto\.)?random\w*$|^(?:Math\.random|Date\.now|performance\.now|nanoid|uuid\w*|v[1457]|ulid|cuid)$/;

/** Wraps the call in the kit's `effect()`, which keeps its result under a key and gives that again on a repeat. */
export function guardByKey(target: GuardTarget): StepOutcome {
  const { context, draft, call, node } = target;
  const problem = wrapProblem(target) ?? keyProblem(target);
  if (problem !== null) return refused(problem, node.place);
  const kit = importKit(context.host, draft.sourceFile, "effect");
  if (kit === null) return refused("This project has no kit, and there is none to copy: lib/kit/effect.ts is missing.");
  if (isOldKit(target)) return refused("The kit of this project has no effect() yet: renew its effect.ts first.");
  const { local, changes } = importName(draft.sourceFile, { from: kit.from, name: "effect" });
  draft.add(changes);
  const outcome = wrapCall(target, {
    comment: "Keeps its result under a key: what is asked for again, by a node that is resumed, is not done twice.",
    make: (form) =>
      `${local}(${keptName(target)}, ${form === "module" ? overArguments(target) : `async () => ${bodyOf(target, call.getText(draft.sourceFile))}`})`,
    given: () =>
      inputText(
        target,
        call.arguments.filter((each) => isData(target, each)),
      ),
    isBound: call.arguments.some((each) => !isData(target, each)),
  });
  if (outcome.status !== "done") return outcome;
  for (const [file, each] of kit.files) outcome.changes.set(file, each);
  return {
    ...outcome,
    notes: [...outcome.notes, ...kit.notes, ...(isInLoop(target) ? ["Two equal calls in one run of the node count as one."] : [])],
  };
}

/** The function that makes the call of what it is given, where the called one is seen at the top of the file. */
function overArguments(target: GuardTarget): string {
  const { draft, call } = target;
  const callee = call.expression.getText(draft.sourceFile);
  if (call.arguments.length === 0) return `async () => ${bodyOf(target, `${callee}()`)}`;
  const isOne = call.arguments.length === 1;
  const type = isJavaScript(draft.sourceFile.fileName) ? "" : `: Parameters<typeof ${callee}>${isOne ? "[0]" : ""}`;
  return `async (input${type}) => ${bodyOf(target, `${callee}(${isOne ? "" : "..."}input)`)}`;
}

/** True for a project with a kit of its own from before there was `effect()`. */
function isOldKit({ context: { host } }: GuardTarget): boolean {
  const text = host.read("lib/kit/effect.ts") ?? host.read("kit/effect.ts");
  return text !== null && !/\bfunction effect\b/.test(text);
}

/** True where one run of the function can make the call several times. */
function isInLoop({ call, fn }: GuardTarget): boolean {
  if (ts.isCallExpression(fn.parent)) return true;
  for (let at: ts.Node = call; at !== fn; at = at.parent) if (ts.isIterationStatement(at, false)) return true;
  return false;
}

/** One value: what the call is given, as a list where that is several. */
function inputText({ draft }: GuardTarget, given: readonly ts.Expression[]): string {
  const texts = given.map((each) => each.getText(draft.sourceFile));
  return given.length === 1 ? (texts[0] ?? "null") : given.length === 0 ? "null" : `[${texts.join(", ")}]`;
}

function keyProblem({ call, draft }: GuardTarget): string | null {
  for (const argument of call.arguments) {
    if (ts.isSpreadElement(argument)) return "The call is given a spread list, of which no key can be made. Name what it is given first.";
    const changing = collect(argument, isChanging)[0];
    if (changing !== undefined) {
      const text = changing.getText(draft.sourceFile);
      return `What the call is given is another one each time (\`${text}\`), so that no key would tell a repeat. Take that from the state instead.`;
    }
    if (contains(argument, (node) => ts.isFunctionLike(node))) return "The call is given a function, of which no key can be made.";
  }
  return null;
}

function isChanging(node: ts.Node): node is ts.CallExpression | ts.NewExpression {
  if (ts.isNewExpression(node)) return node.expression.getText() === "Date" && (node.arguments?.length ?? 0) === 0;
  return ts.isCallExpression(node) && CHANGING.test(pathOf(node.expression));
}

/** False for the settings of the run, which LangGraph gives a node beside the state: they are no part of what is asked for. */
function isData({ nodeFn, fn }: GuardTarget, argument: ts.Expression): boolean {
  const settings = [nodeFn?.node.parameters[1], fn.parameters[1]];
  return !contains(argument, (node) => ts.isIdentifier(node) && settings.some((each) => each !== undefined && declarationOf(node) === each));
}
