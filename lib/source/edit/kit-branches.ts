import ts from "typescript";
import type { SourceConditional, SourceKit } from "../../schema/source";
import { routesOf } from "../kit/routes";
import { conditionalParts, entryOf, sourceOf } from "./builder";
import type { EditContext, EditOf, StepOutcome } from "./context";
import { inSteps } from "./pipeline";
import { retargetBranch } from "./retarget-branch";
import { setKitSettings } from "./set-kit-settings";

/** The kit node whose `route` decides for these conditional edges; null where another router does. */
function deciding(context: EditContext, conditional: SourceConditional): { node: string; kit: SourceKit } | null {
  const node = context.graph.nodes.find(({ name }) => name === conditional.source);
  const sourceFile = sourceOf(context);
  const path = conditionalParts(sourceFile, conditional)?.path;
  if (node?.kit == null || path == null || !ts.isPropertyAccessExpression(path) || path.name.text !== "route") return null;
  const isOwn = entryOf(sourceFile, node)?.action.getText(sourceFile) === path.expression.getText(sourceFile);
  return isOwn && (node.kit.kind === "condition" || node.kit.kind === "approval") ? { node: node.name, kit: node.kit } : null;
}

function lengthOf(list: unknown): number {
  return Array.isArray(list) ? list.length : 0;
}

/** A branch of a condition is a rule, one of an approval a choice: writes it, and leads it on. null where the router is not the kit's. */
export function addKitBranch(context: EditContext, conditional: SourceConditional, edit: EditOf<"add_branch">): StepOutcome | null {
  const found = deciding(context, conditional);
  if (found === null || conditional.map !== "object" || routesOf(found.kit).includes(edit.label)) return null;
  const { graph, label, target, source, router } = edit;
  const { kind, settings } = found.kit;
  const list = kind === "condition" ? "rules" : "choices";
  const at = `${list}.${lengthOf(settings[list])}`;
  const rule = { settings: { [at]: { label } }, code: { [`${at}.when`]: edit.when ?? "false" } };
  const choice = { settings: { [at]: { value: label, label } }, code: {} };
  const change = { type: "set_kit_settings" as const, graph, node: found.node, ...(kind === "condition" ? rule : choice) };
  return inSteps(context, [
    (now) => setKitSettings(now, change),
    (now) => retargetBranch(now, { type: "retarget_branch", graph, source, router, label, target }),
  ]);
}

/** Takes the rule or choice of a branch away with it. null where the router is not the kit's, or has to keep the label. */
export function deleteKitBranch(context: EditContext, conditional: SourceConditional, edit: EditOf<"delete_branch">): StepOutcome | null {
  const found = deciding(context, conditional);
  if (found === null) return null;
  const { kind, settings } = found.kit;
  const list = kind === "condition" ? "rules" : "choices";
  const index = routesOf(found.kit).indexOf(edit.label);
  // What happens where no rule holds cannot be left open, and without rules there is nothing to decide.
  if (index < 0 || index >= lengthOf(settings[list]) || lengthOf(settings[list]) < 2) return null;
  return setKitSettings(context, {
    type: "set_kit_settings",
    graph: edit.graph,
    node: found.node,
    settings: { [`${list}.${index}`]: null },
    code: {},
  });
}

/** Gives the rule or choice of a branch another label, and the branch with it. null where the router is not the kit's. */
export function renameKitBranch(context: EditContext, conditional: SourceConditional, edit: EditOf<"rename_branch">): StepOutcome | null {
  const found = deciding(context, conditional);
  if (found === null) return null;
  const { kind, settings } = found.kit;
  const [list, key] = kind === "condition" ? ["rules", "label"] : ["choices", "value"];
  const index = routesOf(found.kit).indexOf(edit.label);
  if (index < 0) return null;
  const path = index < lengthOf(settings[list]) ? `${list}.${index}.${key}` : "otherwise";
  return setKitSettings(context, { type: "set_kit_settings", graph: edit.graph, node: found.node, settings: { [path]: edit.name }, code: {} });
}
