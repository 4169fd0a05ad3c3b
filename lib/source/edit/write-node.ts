import type { TextChange } from "../../schema/edit";
import { addCall, callsOf, draftOf, edgeNeighbours, entryOf, isJavaScript, nameText, rootOf, sourceOf, statementOf } from "./builder";
import { refused, type EditContext, type StepOutcome } from "./context";
import { propertyKey, quoted, unusedName } from "./names";
import { stateType } from "./state-type";
import { importName } from "./text";

/** What is written for a node. `route` are the labels of conditional edges that leave it. */
export type WrittenNode = {
  /** Above the builder, without indentation. */
  lines: string[];
  /** What `addNode` is given. */
  action: string;
  route: readonly string[];
  imports: readonly { from: string; name: string }[];
  /** Files of the kit that were copied. */
  files?: ReadonlyMap<string, TextChange[]>;
  notes?: readonly string[];
};

/** Writes a node into its file: imports, what stands above the builder, `addNode` and what leaves it. */
export function writeNode(context: EditContext, name: string, node: WrittenNode): StepOutcome {
  const draft = draftOf(context);
  const root = rootOf(context);
  if (root === null) return refused("The builder of this workflow could not be found.", context.graph.place);
  for (const wanted of node.imports) draft.add(importName(draft.sourceFile, wanted).changes);
  if (node.lines.length > 0) draft.insertAbove(statementOf(root), node.lines);
  const calls = context.graph.nodes.map((each) => entryOf(draft.sourceFile, each)?.call ?? null);
  const method = `addNode(${quoted(name, draft.style)}, ${node.action})`;
  // Nodes stand above edges.
  if (calls.length === 0 && context.graph.style === "chain" && callsOf(context).length > 0) draft.insertFirstCall(root, method);
  else addCall(context, draft, method, [], calls);
  if (node.route.length > 0) {
    const end = nameText(context, draft, "__end__");
    const map = node.route.map((label) => `${propertyKey(label, draft.style)}: ${end}`).join(", ");
    const after = edgeNeighbours(context, name);
    addCall(
      context,
      draft,
      `addConditionalEdges(${quoted(name, draft.style)}, ${node.action}.route, { ${map} })`,
      [],
      after.length === 0 ? calls : after,
    );
  }
  const changes = new Map<string, TextChange[]>([...(node.files ?? []), [context.file, draft.finish()]]);
  return { status: "done", changes, notes: [...(node.notes ?? [])] };
}

/** A plain function that does nothing yet. The underscore keeps TypeScript from minding that nothing uses the state. */
export function functionNode(context: EditContext, variable: string): WrittenNode {
  const style = draftOf(context).style;
  const identifier = unusedName(sourceOf(context), variable);
  const parameter = stateHead(context, "_state").replace(/ => $/, "");
  const body = `${style.indent}return {}${style.semicolons ? ";" : ""}`;
  return {
    lines: ["/** Does nothing yet. */", `async function ${identifier}${parameter} {`, body, "}"],
    action: identifier,
    route: [],
    imports: stateImports(context),
  };
}

/** `z.infer<typeof State>` needs zod. */
export function stateImports(context: EditContext): { from: string; name: string }[] {
  const isInferred = /\bz\.infer</.test(stateHead(context));
  return isInferred ? [{ from: "zod", name: "z" }] : [];
}

/** What stands before the body of a function of the state: `(state: typeof State.State) => `. */
export function stateHead(context: EditContext, parameter = "state"): string {
  return isJavaScript(context.file) ? `(${parameter}) => ` : `(${parameter}: ${stateType(context) ?? "any"}) => `;
}
