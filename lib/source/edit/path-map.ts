import ts from "typescript";
import type { SourceBranch, SourceConditional } from "../../schema/source";
import { conditionalParts, nameText, nodeAt } from "./builder";
import { refused, type EditContext, type StepOutcome } from "./context";
import type { Draft } from "./draft";
import type { Drafts } from "./drafts";
import { propertyKey } from "./names";

/** A path map longer than this has an entry a line. */
const MAX_MAP = 80;

/** The conditional edges that an edit means, with their branches; or why they cannot be changed. */
export function editableConditional(
  { graph }: EditContext,
  source: string,
  router: number,
): { conditional: SourceConditional; branches: SourceBranch[] } | { refusal: StepOutcome } {
  const conditional = graph.conditional.filter((each) => each.source === source)[router];
  if (conditional === undefined) return { refusal: refused(`There is no condition behind ${source} any more.`, graph.place) };
  if (conditional.locked !== null) return { refusal: refused(conditional.locked, conditional.place) };
  if (conditional.branches === null) {
    const reason = `Which ways the condition behind ${source} can go is not to be read from its code: give it a path map there, { label: "node" }, and change that here.`;
    return { refusal: refused(reason, conditional.place) };
  }
  return { conditional, branches: conditional.branches };
}

export function noBranch(conditional: SourceConditional, label: string): StepOutcome {
  return refused(`The condition behind ${conditional.source} has no branch called ${label} any more.`, conditional.place);
}

/** Writes branches as a path map object: `{ yes: "publish", no: END }`. */
export function mapText(
  context: EditContext,
  draft: Draft,
  branches: readonly Pick<SourceBranch, "label" | "target">[],
  indentation: string,
): string {
  const entries = branches.map(({ label, target }) => `${labelKey(context, draft, label)}: ${nameText(context, draft, target)}`);
  const line = `{ ${entries.join(", ")} }`;
  if (line.length <= MAX_MAP) return line;
  const { eol, indent, trailingCommas } = draft.style;
  return `{${eol}${entries.map((entry) => indentation + indent + entry).join(`,${eol}`)}${trailingCommas ? "," : ""}${eol}${indentation}}`;
}

/** A label as a key; one that is an end's name is written as the file writes that. */
function labelKey(context: EditContext, draft: Draft, label: string): string {
  if (label !== "__end__" && label !== "__start__") return propertyKey(label, draft.style);
  const end = nameText(context, draft, label);
  return /^["'`]/.test(end) ? label : `[${end}]`;
}

/** Gives conditional edges a path map object, in place of a list or where there was none. */
export function writeMap(context: EditContext, drafts: Drafts, conditional: SourceConditional, branches: readonly SourceBranch[]): boolean {
  const draft = drafts.main;
  const parts = conditionalParts(draft.sourceFile, conditional);
  if (parts === null) return false;
  const text = mapText(context, draft, branches, draft.indentation(parts.call.expression.name.getStart(draft.sourceFile)));
  if (parts.map !== null) draft.replaceNode(parts.map, text);
  else if (parts.object !== null) {
    const last = parts.object.properties.at(-1);
    if (last === undefined) return false;
    draft.insert(last.end, `, pathMap: ${text}`);
  } else if (parts.path !== null) draft.insert(parts.path.end, `, ${text}`);
  return true;
}

/** An element at the end of a list or object, on a line of its own where the others are. */
export function appendElement(draft: Draft, list: ts.NodeArray<ts.Node>, container: ts.Node, element: string): void {
  const last = list.at(-1);
  if (last === undefined)
    return draft.replaceNode(container, draft.text[container.getStart(draft.sourceFile)] === "[" ? `[${element}]` : `{ ${element} }`);
  const start = last.getStart(draft.sourceFile);
  if (draft.beginsLine(start)) {
    const gap = draft.style.eol + draft.indentation(start);
    const comma = /^\s*,/.exec(draft.text.slice(last.end));
    if (comma === null) draft.insert(last.end, `,${gap}${element}`);
    else draft.insert(last.end + comma[0].length, `${gap}${element},`);
  } else draft.insert(last.end, `, ${element}`);
}

/** The entry of a branch in its path map; null where it has none. */
export function entryAt(drafts: Drafts, branch: SourceBranch): { draft: Draft; entry: ts.Node; list: ts.NodeArray<ts.Node> } | null {
  if (branch.place === null) return null;
  const draft = drafts.of(branch.place.file);
  const entry = nodeAt(
    draft.sourceFile,
    branch.place,
    (node): node is ts.Node => ts.isObjectLiteralExpression(node.parent) || ts.isArrayLiteralExpression(node.parent),
  );
  if (entry === null) return null;
  if (ts.isObjectLiteralExpression(entry.parent)) return { draft, entry, list: entry.parent.properties };
  return ts.isArrayLiteralExpression(entry.parent) ? { draft, entry, list: entry.parent.elements } : null;
}

/** The literal that conditional edges are given as path map, be it in place or in a constant. */
export function mapLiteral(
  drafts: Drafts,
  conditional: SourceConditional,
): { draft: Draft; node: ts.ObjectLiteralExpression | ts.ArrayLiteralExpression } | null {
  if (conditional.map_place === null) return null;
  const draft = drafts.of(conditional.map_place.file);
  const node = nodeAt(
    draft.sourceFile,
    conditional.map_place,
    (each): each is ts.ObjectLiteralExpression | ts.ArrayLiteralExpression => ts.isObjectLiteralExpression(each) || ts.isArrayLiteralExpression(each),
  );
  return node === null ? null : { draft, node };
}
