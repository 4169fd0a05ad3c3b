import ts from "typescript";
import { isRepeated, langgraphModule } from "../builder";
import { done, refused, type StepOutcome } from "../context";
import type { Draft } from "../draft";
import { quoted, toVariableName } from "../names";
import { inSteps } from "../pipeline";
import { setNodeOptions } from "../set-node-options";
import { importName } from "../text";
import { topLevel } from "../../scope";
import { callsLoop, type CallsLoop } from "./calls-loop";
import { freeNodeName, freeVariable } from "./own-node";
import { placeFunction } from "./place-function";
import { roundFunction, type RoundFunction } from "./round-function";
import { collect, sharedProblem, type GuardTarget } from "./target";
import { removeLeftovers } from "./tidy";
import { endIn, movedEdges, writeCommand } from "./ways";

/** Lets each round of a loop over calls be a run of a node of its own, by `Send`: a resume runs only the one again that asked. */
export function guardByNodePerCall(target: GuardTarget): StepOutcome {
  const { context, node } = target;
  const refuse = (reason: string) => refused(reason, node.place);
  if (node.locked !== null) return refuse(node.locked);
  const shared = sharedProblem(target);
  if (shared !== null) return refuse(shared);
  if (isRepeated(context, node)) return refuse("This node is added in a loop together with others: change the loop in the code.");
  if (node.gotos.length > 0 || node.goes_elsewhere === true)
    return refuse("The node chooses its way itself, for all calls together: that cannot be left to each of them.");
  if (context.graph.conditional.some(({ source }) => source === node.name))
    return refuse("The condition behind the node would be decided for each call. Put a node between the two first.");
  const loop = callsLoop(target);
  if ("reason" in loop) return refuse(loop.reason);
  const made = roundFunction(context, loop);
  if ("reason" in made) return refuse(made.reason);
  const name = freeNodeName(context, oneOf(node.name));
  const variable = freeVariable(target, loop.body, toVariableName(name.replaceAll(/[_-]/g, " "), "step"));
  const moved = movedEdges(target, name);
  if ("reason" in moved) return refuse(moved.reason);
  const problem = placeFunction(target, loop.body, made, name, variable);
  if (problem !== null) return refuse(problem.reason);
  if (target.isTrial) return done(context.file, []);
  const goals = [...new Set(context.graph.edges.filter(({ source }) => source === node.name).map(({ target: goal }) => goal))];
  sendCalls(target, loop, made, name, goals);
  const { main } = target.drafts;
  const ends = `[${[quoted(name, main.style), ...goals.map((goal) => goalText(target, main, goal))].join(", ")}]`;
  return inSteps(context, [
    () => target.drafts.finish([`Each call is a run of ${name} now: they are made side by side, and several questions can wait at once.`]),
    ...moved.steps,
    (at) => setNodeOptions(at, { type: "set_node_options", graph: at.graph.name, node: node.name, options: { ends } }),
  ]);
}

/** `tools` makes one `tool`, `call_tools` one `call_tool`. */
function oneOf(name: string): string {
  return /[^s]s$/i.test(name) ? name.slice(0, -1) : `${name} call`;
}

function goalText({ context }: GuardTarget, draft: Draft, goal: string): string {
  return goal === "__end__" ? endIn(context, draft) : quoted(goal, draft.style);
}

/** The asking function sends each call on instead of making it. */
function sendCalls(
  target: GuardTarget,
  { body, statement, list, item, end }: CallsLoop,
  made: RoundFunction,
  name: string,
  goals: readonly string[],
): void {
  const { draft } = body;
  const use = (wanted: string) => {
    const { local, changes } = importName(draft.sourceFile, { from: langgraphModule(draft.sourceFile), name: wanted });
    draft.add(changes);
    return local;
  };
  const key = ts.isIdentifier(item) ? item.text : "item";
  const { indent, semicolons, eol } = draft.style;
  const inner = draft.indentation(statement.getStart(draft.sourceFile));
  const stop = semicolons ? ";" : "";
  const isName = ts.isIdentifier(list);
  const calls = isName ? list.text : freeIn(body, `${key}s`);
  const sends = `${calls}.map((${key}) => new ${use("Send")}(${quoted(name, draft.style)}, ${made.payload}))`;
  const past =
    goals.length === 0
      ? null
      : goals.length === 1
        ? goalText(target, draft, goals[0] ?? "")
        : `[${goals.map((goal) => goalText(target, draft, goal)).join(", ")}]`;
  const goto = past === null ? sends : `${calls}.length > 0 ? ${sends} : ${past}`;
  const rest = made.rest.map((each) => each.getText(draft.sourceFile)).join(", ");
  const command = `return new ${use("Command")}({${rest === "" ? "" : `${eol}${inner}${indent}update: { ${rest} },`}${eol}${inner}${indent}goto: ${goto},${eol}${inner}})${stop}`;
  const lines = isName ? [command] : [`const ${calls} = ${withoutParentheses(list).getText(draft.sourceFile)}${stop}`, command];
  draft.replaceNode(statement, lines.join(eol + inner));
  if (past !== null) {
    const before = body.returns().filter((each) => each.end <= statement.pos);
    for (const each of before) writeCommand(draft, { statement: each, expression: each.expression ?? null }, use("Command"), past);
  }
  if (end !== null && end !== statement) draft.removeStatement(end);
  removeLeftovers(body, [...lines, made.payload]);
}

/** A name that neither the function nor the top of its file uses. */
function freeIn({ draft, fn }: CallsLoop["body"], wished: string): string {
  const top = topLevel(draft.sourceFile).values;
  const used = new Set(collect(fn, ts.isIdentifier).map(({ text }) => text));
  for (let number = 1; ; number++) {
    const name = number === 1 ? wished : `${wished}${number}`;
    if (!used.has(name) && !top.has(name)) return name;
  }
}

function withoutParentheses(expression: ts.Expression): ts.Expression {
  return ts.isParenthesizedExpression(expression) ? withoutParentheses(expression.expression) : expression;
}
