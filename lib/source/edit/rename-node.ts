import ts from "typescript";
import type { Place } from "../../schema/source";
import { refused, type EditContext, type EditOf, type StepOutcome } from "./context";
import { doubtsIn, settleDoubts, stringsIn } from "./doubts";
import type { Draft } from "./draft";
import { Drafts } from "./drafts";
import { nodeAt } from "./builder";
import { computedLines, nameDefinition, namePlaces } from "./name-places";
import { nodeNameProblem, propertyKey } from "./names";
import { functionOf, requoted, returnedAt, returnTypes } from "./router";

/** Gives a node another name, wherever the text names it: edges, path maps, `ends`, gotos, `Send`, what routers return. */
export function renameNode(context: EditContext, edit: EditOf<"rename_node">): StepOutcome {
  const node = context.graph.nodes.find(({ name }) => name === edit.node);
  if (node === undefined) return refused(`There is no node called ${edit.node} any more.`, context.graph.place);
  if (edit.name === edit.node) return new Drafts(context).finish();
  const problem = node.locked ?? nodeNameProblem(context.graph, edit.name);
  if (problem !== null) return refused(problem, node.place);
  const drafts = new Drafts(context);
  const places = namePlaces(context, drafts, context.graph, edit.node);
  if (nameDefinition(context, drafts, node) === null) {
    return refused(
      "The name of this node is no text of its own in the code, it is put together or comes out of a loop: rename it there.",
      node.place,
    );
  }
  const syntactic = placesBySyntax(context, drafts, edit.node, places);
  for (const place of [...places, ...syntactic]) renameAt(drafts.of(place.file), place, edit.name);
  const known = [...places, ...syntactic, ...placesOfOthers(context, drafts, edit.node), ...labelPlaces(context, drafts, edit.node)];
  const main = drafts.main;
  const doubts = doubtsIn(
    main,
    main.sourceFile,
    edit.node,
    known.filter(({ file }) => file === context.file),
  );
  const settled = settleDoubts(drafts, edit.also, doubts, edit.name, {
    question: `“${edit.node}” also stands in places that may mean the node or something else. Which of them change with it?`,
  });
  const notes = computedLines(drafts, context.graph, edit.node).map(
    (line) => `The edges of line ${line} take their names from elsewhere: see that ${edit.name} is among them.`,
  );
  return settled ?? drafts.finish(notes);
}

function renameAt(draft: Draft, place: Place, name: string): void {
  const text = draft.text.slice(place.start, place.end);
  if (/^["'`]/.test(text)) return draft.replace(place.start, place.end, requoted(text, name));
  const key = nodeAt(draft.sourceFile, place, ts.isIdentifier);
  const written = propertyKey(name, draft.style);
  draft.replace(place.start, place.end, key !== null && ts.isShorthandPropertyAssignment(key.parent) ? `${written}: ${text}` : written);
}

/** Places that mean a node by how they are written (`goto:`, `ends:`, `new Send(…)`, breakpoints), where only one graph of the file has it. */
function placesBySyntax(context: EditContext, drafts: Drafts, name: string, known: readonly Place[]): Place[] {
  if (context.model.graphs.filter((graph) => graph.nodes.some((node) => node.name === name)).length !== 1) return [];
  const { main } = drafts;
  const isKnown = new Set(known.filter(({ file }) => file === context.file).map(({ start }) => start));
  return stringsIn(main.sourceFile, name)
    .filter((literal) => !isKnown.has(literal.getStart(main.sourceFile)) && meansNode(literal))
    .map((literal) => ({ file: context.file, start: literal.getStart(main.sourceFile), end: literal.end, line: 0, column: 0 }));
}

const NODE_KEYS = new Set(["goto", "ends", "interruptBefore", "interruptAfter"]);

function meansNode(literal: ts.StringLiteralLike): boolean {
  let at: ts.Node = literal;
  while (
    ts.isArrayLiteralExpression(at.parent) ||
    ts.isConditionalExpression(at.parent) ||
    ts.isAsExpression(at.parent) ||
    ts.isParenthesizedExpression(at.parent)
  ) {
    if (ts.isConditionalExpression(at.parent) && at.parent.condition === at) return false;
    at = at.parent;
  }
  const { parent } = at;
  if (ts.isPropertyAssignment(parent)) return parent.initializer === at && ts.isIdentifier(parent.name) && NODE_KEYS.has(parent.name.text);
  return ts.isNewExpression(parent) && at === parent.arguments?.[0] && parent.expression.getText().endsWith("Send");
}

/** Places that name a node of the same name of another graph. */
function placesOfOthers(context: EditContext, drafts: Drafts, name: string): Place[] {
  return context.model.graphs.filter((graph) => graph.name !== context.graph.name).flatMap((graph) => namePlaces(context, drafts, graph, name));
}

/** What routers with a path map object return are labels, whatever nodes are called. */
function labelPlaces(context: EditContext, drafts: Drafts, name: string): Place[] {
  return context.model.graphs.flatMap(({ conditional }) =>
    conditional
      .filter(({ map }) => map === "object")
      .flatMap((each) => {
        const fn = functionOf(drafts, each.router);
        const types = fn === null ? [] : returnTypes(fn.node, name).map(({ literal }) => literal);
        const returned = returnedAt(drafts, each, name).places;
        return [
          ...returned,
          ...types.map((type) => ({ file: type.getSourceFile().fileName, start: type.getStart(), end: type.end, line: 0, column: 0 })),
        ];
      }),
  );
}
