import { addChannel } from "../channels/add-channel";
import { isRepeated, sourceOf } from "../builder";
import { Refusal } from "../channels/dialect";
import { findState } from "../channels/state-place";
import { done, refused, type EditContext, type StepOutcome } from "../context";
import { nodeNameProblem, toVariableName } from "../names";
import { appendElement } from "../path-map";
import { inSteps } from "../pipeline";
import { ownComments } from "../removal";
import { identifiersOf } from "../../scope";
import { endsOpen, type Body } from "./body";
import { handOver, type Handed } from "./hand-over";
import { newFunction } from "./new-function";
import { placeFunction } from "./place-function";
import { splitAt, type Split } from "./split";
import { sharedProblem, wordsOf, type GuardTarget } from "./target";
import { removeLeftovers } from "./tidy";
import { appendLine, wayThrough } from "./ways";

/** Moves the call, and what depends on it alone, into a node of its own behind the one that asks. */
export function guardByOwnNode(target: GuardTarget): StepOutcome {
  const { context, node } = target;
  const refuse = (reason: string) => refused(reason, node.place);
  if (node.locked !== null) return refuse(node.locked);
  const shared = sharedProblem(target);
  if (shared !== null) return refuse(shared);
  if (isRepeated(context, node)) return refuse("This node is added in a loop together with others: change the loop in the code.");
  const split = splitAt(target);
  if ("reason" in split) return refuse(split.reason);
  const name = freeNodeName(context, wordsOf(target.path));
  const wished = toVariableName(name.replaceAll(/[_-]/g, " "), "step");
  const variable = freeVariable(target, split.body, wished);
  const handed = handOver(context, split, wished);
  if ("reason" in handed) return refuse(handed.reason);
  const made = newFunction(context, split, handed);
  if ("reason" in made) return refuse(made.reason);
  const problem = placeFunction(target, split.body, made, name, variable) ?? takeAway(split, handed);
  if (problem !== null) return refuse(problem.reason);
  const ways = wayThrough(target, split, name);
  if ("reason" in ways) return refuse(ways.reason);
  const channels = handed.flatMap(({ channel, type }) => (type === null ? [] : [{ channel, type }]));
  const state = channels.length === 0 || hasOwnWayOfState(context) ? null : findState(context);
  if (state instanceof Refusal) return refuse(state.reason);
  if (target.isTrial) return done(context.file, []);
  removeLeftovers(
    split.body,
    handed.map(({ text }) => text),
  );
  return inSteps(context, [
    () => target.drafts.finish(ways.notes),
    ...ways.steps,
    ...channels.map(
      ({ channel, type }) =>
        (at: EditContext): StepOutcome =>
          addChannel(at, {
            type: "add_channel",
            graph: at.graph.name,
            name: channel,
            value_type: type,
            reducer: "last",
            default: null,
            description: `What ${name} needs of ${node.name}.`,
          }),
    ),
  ]);
}

/** `MessagesAnnotation` by itself has no list of channels; one is written where a channel is added. */
function hasOwnWayOfState({ graph }: EditContext): boolean {
  return graph.state.kind === "messages_annotation" || graph.state.kind === "messages_zod";
}

/** Takes what moves out of the asking function, and lets that return what the new node needs. */
function takeAway(split: Split, handed: readonly Handed[]): { reason: string } | null {
  const { body, moved, exits, parts } = split;
  const { draft } = body;
  for (const each of moved) {
    draft.removeStatement(each);
    const start = each.getStart(draft.sourceFile);
    const [comment] = ownComments(draft.sourceFile, each.getFullStart(), start);
    if (comment !== undefined) draft.removeSpan(draft.text.lastIndexOf("\n", comment.pos) + 1, draft.text.lastIndexOf("\n", start) + 1);
  }
  const given = handed.filter(({ type }) => type !== null).map(({ channel, text }) => (channel === text ? channel : `${channel}: ${text}`));
  const isChosen = exits.some(({ passes }) => !passes);
  const isBare = endsOpen(body) || exits.some(({ passes, expression }) => passes && expression === null);
  if (given.length > 0 && isChosen && isBare)
    return { reason: "The node ends without returning anything, so it cannot hand over what the new one needs." };
  for (const exit of exits) {
    if (!exit.passes) continue;
    const own = parts.filter((part) => part.parent === exit.update);
    if (own.length === 0 && given.length === 0) continue;
    if (exit.update === null) {
      if (exit.expression !== null || given.length === 0)
        return { reason: "What the node returns is made elsewhere, so nothing can be added to it here." };
      draft.insert(exit.statement.getStart(draft.sourceFile) + "return".length, ` { ${given.join(", ")} }`);
      continue;
    }
    const { properties } = exit.update;
    const kept = properties.filter((each) => !own.includes(each));
    const [first] = kept;
    if (first === undefined) draft.replaceNode(exit.update, given.length === 0 ? "{}" : `{ ${given.join(", ")} }`);
    else if (own.length === 0) appendElement(draft, properties, exit.update, given.join(", "));
    else {
      for (const each of own) draft.removeElement(properties, each);
      if (given.length > 0) draft.insert(first.getStart(draft.sourceFile), `${given.join(", ")}, `);
    }
  }
  if (given.length > 0 && endsOpen(body)) appendLine(draft, split, `return { ${given.join(", ")} }`);
  return null;
}

/** A name for a node in the manner of the others. */
export function freeNodeName({ graph }: EditContext, words: string): string {
  const names = graph.nodes.map(({ name }) => name);
  const parts = words
    .replaceAll(/([a-z\d])([A-Z])/g, "$1 $2")
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((part) => part !== "");
  const isCamel = names.some((name) => /[a-z][A-Z]/.test(name)) && !names.some((name) => name.includes("_"));
  const separator = names.some((name) => name.includes("-")) ? "-" : "_";
  const wished = isCamel
    ? parts.map((part, index) => (index === 0 ? part : part.slice(0, 1).toUpperCase() + part.slice(1))).join("")
    : parts.join(separator);
  const base = wished === "" ? "effect" : wished;
  for (let number = 1; ; number++) {
    const name = number === 1 ? base : `${base}${isCamel ? "" : separator}${number}`;
    if (nodeNameProblem(graph, name) === null) return name;
  }
}

/** A name that neither the workflow's file nor the one of the function uses. */
export function freeVariable(target: GuardTarget, body: Body, wished: string): string {
  const used = (name: string) => identifiersOf(sourceOf(target.context)).has(name) || identifiersOf(body.draft.sourceFile).has(name);
  if (!used(wished)) return wished;
  for (let number = 1; ; number++) {
    const name = `${wished}Node${number === 1 ? "" : number}`;
    if (!used(name)) return name;
  }
}
