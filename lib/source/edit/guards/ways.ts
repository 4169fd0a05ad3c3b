import ts from "typescript";
import type { SourceConditional } from "../../../schema/source";
import { isFunctionNode, unwrap } from "../../ast";
import { declarationOf } from "../../scope";
import { addEdge } from "../add-edge";
import { conditionalParts, draftOf, endText, langgraphModule, moveBehind, nameText } from "../builder";
import { done, refused, type EditContext, type StepOutcome } from "../context";
import type { Draft } from "../draft";
import { quoted } from "../names";
import { retargetBranch } from "../retarget-branch";
import { retargetEdge } from "../retarget-edge";
import { functionOf } from "../router";
import { setNodeOptions } from "../set-node-options";
import { importName } from "../text";
import { polarityOf, verdictAt } from "./approval";
import { endsOpen, isInside } from "./body";
import { valueOf, type Exit } from "./returns";
import type { Split } from "./split";
import type { GuardTarget } from "./target";

export type Step = (context: EditContext) => StepOutcome;
/** How the new node comes to stand on the asking one's ways. `steps` are made after the functions were written. */
export type Ways = { steps: Step[]; notes: string[] };

/** Puts the new node on the ways that leave the asking one, changing what that returns where the code chooses; a reason where it cannot. */
export function wayThrough(target: GuardTarget, split: Split, name: string): Ways | { reason: string } {
  const { context, node } = target;
  const { graph } = context;
  const commands = split.exits.filter(({ command }) => command !== null);
  const conditionals = graph.conditional.filter(({ source }) => source === node.name);
  const targets = graph.edges.filter(({ source }) => source === node.name);
  const open = endsOpen(split.body);
  if (commands.length > 0) {
    const isMixed = commands.length < split.exits.length || open || conditionals.length > 0 || targets.length > 0;
    if (isMixed) return { reason: "Some ways out of the node are commands and others are edges: which one leads on is not sure." };
    return byCommand(target, split, name, commands);
  }
  if (node.gotos.length > 0 || node.goes_elsewhere === true)
    return { reason: "Where the node goes on is decided in a way that is not to be read from its code." };
  const before = split.exits.find(({ isBefore }) => isBefore);
  if (conditionals.length > 0) {
    if (before !== undefined)
      return { reason: "The node can end before the call, and the condition behind it does not tell these ways from the others." };
    return targets.length === 0 && conditionals.length === 1 ? behindRouter(target, split, name, conditionals) : allWays(target, name, conditionals);
  }
  const isChosen = split.exits.some(({ passes }) => !passes);
  return isChosen ? toCommands(target, split, name) : allWays(target, name, []);
}

/** The nodes are named by commands: the passing ones go to the new node, which goes on to where they went. */
function byCommand(target: GuardTarget, split: Split, name: string, commands: readonly Exit[]): Ways | { reason: string } {
  const { node, context, drafts } = target;
  if (commands.some(({ command }) => command !== null && valueOf(command.object, "graph") !== null)) {
    return { reason: "A command leads out of this workflow, into the one around it: that way cannot pass another node here." };
  }
  const passing = split.exits.filter(({ passes }) => passes);
  const goals = passing.map(({ command }) => goalOf(target, command?.goto ?? null));
  const [goal, ...others] = [...new Set(goals)];
  if (goal === undefined || goal === null || others.length > 0)
    return { reason: "After the answer the node goes on to several places: which of them the call belongs to is not sure." };
  const { draft } = split.body;
  for (const { command } of passing) if (command?.goto != null) draft.replaceNode(command.goto, quoted(name, draft.style));
  const left = split.exits.filter(({ passes }) => !passes).flatMap(({ command }) => goalOf(target, command?.goto ?? null) ?? []);
  const kept = [...new Set([name, ...left])];
  const isNamed = node.options.ends !== undefined;
  const end = kept.includes("__end__") ? endText(context, drafts.main, "__end__") : "";
  const ends = `[${kept.map((each) => (each === "__end__" ? end : quoted(each, drafts.main.style))).join(", ")}]`;
  return {
    steps: [
      ...(isNamed
        ? [(at: EditContext) => setNodeOptions(at, { type: "set_node_options", graph: at.graph.name, node: node.name, options: { ends } })]
        : []),
      (at) => addEdge(at, { type: "add_edge", graph: at.graph.name, source: name, target: goal }),
    ],
    notes: notesOf(target, split, name),
  };
}

/** The node that a `goto` names; null where it is none, or several. */
function goalOf({ node, drafts }: GuardTarget, goto: ts.Expression | null): string | null {
  if (goto === null) return null;
  const value = unwrap(goto);
  if (ts.isStringLiteralLike(value)) return value.text;
  if (ts.isArrayLiteralExpression(value)) return null;
  const known = node.gotos.find(
    ({ place }) => place.file === value.getSourceFile().fileName && place.start === value.getStart() && place.end === value.end,
  );
  if (known !== undefined) return known.target;
  const definition = ts.isIdentifier(value) ? drafts.modules.define(value) : null;
  return definition?.kind === "external" && definition.path === "END" ? "__end__" : null;
}

/** A refusal goes where the node went; all else by way of the new node. What was returned becomes a command. */
function toCommands(target: GuardTarget, split: Split, name: string): Ways | { reason: string } {
  const { context, node, drafts } = target;
  const edges = context.graph.edges.filter(({ source }) => source === node.name);
  if (edges.some(({ join, locked }) => join !== null || locked !== null))
    return { reason: "What follows waits for other nodes too, so the node cannot choose its way." };
  const goals = edges.map((edge) => edge.target);
  const { draft, fn } = split.body;
  const command = importName(draft.sourceFile, { from: langgraphModule(draft.sourceFile), name: "Command" });
  draft.add(command.changes);
  const named = (goal: string, of: Draft) => (goal === "__end__" ? endIn(context, of) : quoted(goal, of.style));
  const past = (of: Draft) => (goals.length === 1 ? named(goals[0] ?? "__end__", of) : `[${goals.map((goal) => named(goal, of)).join(", ")}]`);
  for (const exit of split.exits) writeCommand(draft, exit, command.local, exit.passes ? quoted(name, draft.style) : past(draft));
  if (endsOpen(split.body)) appendLine(draft, split, `return new ${command.local}({ goto: ${quoted(name, draft.style)} })`);
  if (fn.type !== undefined) widen(draft, fn.type, command.local);
  const ends = `[${[quoted(name, drafts.main.style), ...goals.map((goal) => named(goal, drafts.main))].join(", ")}]`;
  const moved = movedEdges(target, name);
  if ("reason" in moved) return moved;
  return {
    steps: [...moved.steps, (at) => setNodeOptions(at, { type: "set_node_options", graph: at.graph.name, node: node.name, options: { ends } })],
    notes: notesOf(target, split, name),
  };
}

export function endIn(context: EditContext, draft: Draft): string {
  if (draft.sourceFile.fileName === context.file) return endText(context, draft, "__end__");
  const { local, changes } = importName(draft.sourceFile, { from: langgraphModule(draft.sourceFile), name: "END" });
  draft.add(changes);
  return local;
}

/** What a way returns becomes a command that says where it leads, too. */
export function writeCommand(draft: Draft, exit: Pick<Exit, "statement" | "expression">, command: string, goto: string): void {
  if (exit.expression === null) {
    const at = exit.statement.getStart(draft.sourceFile) + "return".length;
    draft.insert(at, ` new ${command}({ goto: ${goto} })`);
    return;
  }
  draft.insert(exit.expression.getStart(draft.sourceFile), `new ${command}({ update: `);
  draft.insert(exit.expression.end, `, goto: ${goto} })`);
}

/** A last line in the asking function. */
export function appendLine(draft: Draft, { body }: Split, code: string): void {
  const last = body.statements.at(-1);
  const inner = last === undefined ? "" : draft.indentation(last.getStart(draft.sourceFile));
  const outer = draft.indentation(body.fn.getStart(draft.sourceFile));
  const end = draft.style.semicolons ? ";" : "";
  // Before the brace, where the text in between may be a comment of the last statement.
  const at = draft.text.lastIndexOf("\n", body.block.end - 1);
  if (last !== undefined && at > last.end)
    draft.insert(draft.text[at - 1] === "\r" ? at - 1 : at, `${draft.style.eol}${inner || outer + draft.style.indent}${code}${end}`);
  else draft.insert(body.block.end - 1, `${code}${end} `);
}

function widen(draft: Draft, type: ts.TypeNode, command: string): void {
  const inner = ts.isTypeReferenceNode(type) && type.typeName.getText() === "Promise" ? type.typeArguments?.[0] : undefined;
  draft.insert((inner ?? type).end, ` | ${command}`);
}

/** On the branch that the router takes on approval; where its code does not say which that is, before all of them. */
function behindRouter(target: GuardTarget, split: Split, name: string, conditionals: SourceConditional[]): Ways | { reason: string } {
  const { node, context } = target;
  const [conditional] = conditionals;
  const label = conditional === undefined || readsParts(target, split, conditional) ? null : approvedLabel(target, split, conditional);
  const branch = conditional?.branches?.find((each) => each.label === label);
  if (branch === undefined || label === null) return allWays(target, name, conditionals);
  return {
    steps: [
      (at) => addEdge(at, { type: "add_edge", graph: at.graph.name, source: name, target: branch.target }),
      (at) => retargetBranch(at, { type: "retarget_branch", graph: at.graph.name, source: node.name, router: 0, label, target: name }),
    ],
    notes: [
      `${name} stands on the way that ${context.graph.conditional.length > 1 ? "its condition" : "the condition"} takes on approval: where the answer is no, it does not run.`,
    ],
  };
}

/** True for a router that decides by what the new node gives: it has to come behind it. */
function readsParts({ drafts }: GuardTarget, { parts }: Split, conditional: SourceConditional): boolean {
  const text = functionOf(drafts, conditional.router)?.node.getText() ?? "";
  return parts.some(({ name }) => name !== undefined && new RegExp(`(?<![\\w$])${name.getText().replaceAll(/\W/g, "")}(?![\\w$])`).test(text));
}

/** The only label that a router answers where the person approved. */
function approvedLabel({ drafts }: GuardTarget, split: Split, conditional: SourceConditional): string | null {
  const router = functionOf(drafts, conditional.router);
  const [state] = router?.node.parameters ?? [];
  if (router === null || router === undefined || state === undefined || conditional.branches === null) return null;
  const channels = answeredChannels(split);
  const isAnswer = (node: ts.Expression): boolean => {
    let at = node;
    while (ts.isPropertyAccessExpression(at) && !(ts.isIdentifier(at.expression) && declarationOf(at.expression) === state)) at = at.expression;
    if (ts.isPropertyAccessExpression(at)) return channels.has(at.name.text);
    const declaration = ts.isIdentifier(at) ? declarationOf(at) : null;
    return declaration !== null && declaration !== state && isInside(declaration, state) && ts.isIdentifier(at) && channels.has(at.text);
  };
  const { body } = router.node;
  const whole = body !== undefined && !ts.isBlock(body) ? polarityOf(body, isAnswer) : null;
  const labels = new Set(conditional.branches.map((each) => each.label));
  if (whole?.holds === "approved" && labels.has("true")) return "true";
  const approved = [...labels].filter((label) => {
    const places = conditional.returns.find(({ value }) => value === label)?.places ?? [];
    return (
      places.length > 0 &&
      places.every((place) => place.file === router.draft.sourceFile.fileName && verdictOf(router.draft, router.node, place, isAnswer) === "approved")
    );
  });
  return approved.length === 1 ? (approved[0] ?? null) : null;
}

function verdictOf(draft: Draft, router: ts.Node, place: { start: number; end: number }, isAnswer: (node: ts.Expression) => boolean) {
  let found: ts.Node | null = null;
  const visit = (node: ts.Node): void => {
    if (node.getStart(draft.sourceFile) === place.start && node.end === place.end) found ??= node;
    else if (node.pos <= place.start && node.end >= place.end) ts.forEachChild(node, visit);
  };
  visit(router);
  return found === null ? null : verdictAt(found, router, isAnswer);
}

/** The channels in which the asking node puts the answer. */
function answeredChannels({ exits, isAnswer }: Split): Set<string> {
  const channels = new Set<string>();
  const tells = (node: ts.Node): boolean =>
    (ts.isExpression(node) && isAnswer(node)) || (ts.forEachChild(node, (child) => tells(child) || undefined) ?? false);
  for (const { update } of exits) {
    for (const property of update?.properties ?? []) {
      const name = property.name?.getText();
      const value = update === null || name === undefined ? null : valueOf(update, name);
      if (name !== undefined && value !== null && !isFunctionNode(value) && tells(value)) channels.add(name);
    }
  }
  return channels;
}

/** All that left the asking node leaves the new one, which follows it. */
function allWays(target: GuardTarget, name: string, conditionals: SourceConditional[]): Ways | { reason: string } {
  const moved = movedEdges(target, name);
  if ("reason" in moved) return moved;
  return {
    steps: [
      (at) => addEdge(at, { type: "add_edge", graph: at.graph.name, source: target.node.name, target: name }),
      ...moved.steps,
      ...conditionals.map((): Step => (at) => moveConditional(at, target.node.name, name)),
    ],
    notes: [`${name} runs whatever the answer is, as the call did before.`],
  };
}

/** The plain edges of the asking node, from the new one. */
export function movedEdges({ context, node }: GuardTarget, name: string): { steps: Step[] } | { reason: string } {
  const edges = context.graph.edges.filter(({ source }) => source === node.name);
  if (edges.some(({ join }) => join !== null)) return { reason: "What follows the node waits for other nodes too: move the call in the code." };
  const locked = edges.find((edge) => edge.locked !== null);
  if (locked !== undefined) return { reason: locked.locked ?? "" };
  const targets = [...new Set(edges.map((edge) => edge.target))];
  const steps = targets.map(
    (each): Step =>
      (at) =>
        retargetEdge(at, { type: "retarget_edge", graph: at.graph.name, source: node.name, target: each, new_source: name }),
  );
  return { steps };
}

/** The first condition behind a node decides behind another one instead. */
function moveConditional(context: EditContext, source: string, name: string): StepOutcome {
  const draft = draftOf(context);
  const conditional = context.graph.conditional.find((each) => each.source === source);
  const parts = conditional === undefined ? null : conditionalParts(draft.sourceFile, conditional);
  if (conditional === undefined || conditional.locked !== null || parts?.source == null) {
    return refused(
      "The condition behind the node is written in a way that can only be changed in the code.",
      conditional?.place ?? context.graph.place,
    );
  }
  draft.replaceNode(parts.source, nameText(context, draft, name));
  moveBehind(context, draft, parts.call, [name]);
  return done(context.file, draft.finish());
}

function notesOf({ node }: GuardTarget, { exits }: Split, name: string): string[] {
  return exits.some(({ verdict }) => verdict === "refused") ? [`Where the answer is no, ${node.name} goes on without ${name}.`] : [];
}
