import ts from "typescript";
import type { KitKind } from "../../schema/kit";
import type { SourceConditional, SourceKit } from "../../schema/source";
import { patchSettings, toPatches, type PatchHalf, type Patches } from "../kit/patch-settings";
import { routesOf } from "../kit/routes";
import { expressionProblem } from "./code";
import { conditionalParts, nameText, nodeAt } from "./builder";
import { refused, type EditContext, type EditOf, type StepOutcome } from "./context";
import { Drafts } from "./drafts";
import { propertyKey } from "./names";
import { appendElement, entryAt, mapLiteral } from "./path-map";
import { inSteps } from "./pipeline";
import { stateHead } from "./write-node";

/**
 * Changes settings of a node that the kit makes: what is named and nothing else. The branches of a condition or an
 * approval follow its labels: a renamed one keeps its target, a new one leads to the end.
 */
export function setKitSettings(context: EditContext, edit: EditOf<"set_kit_settings">): StepOutcome {
  const kit = kitOf(context, edit.node);
  if (kit === null) return refused(`${edit.node} is no node of the kit any more: change its code.`);
  for (const code of Object.values(edit.code)) {
    const problem = code === null ? null : expressionProblem(code);
    if (problem !== null) return refused(problem, kit.place);
  }
  const before = routesOf(kit);
  const patches = toPatches(kit.kind, edit.settings, edit.code);
  return inSteps(context, [
    (at) => patchHalf(at, edit.node, patches, "change"),
    (at) => patchHalf(at, edit.node, withoutRemovals(patches), "add"),
    (at) => followLabels(at, edit.node, before),
  ]);
}

function kitOf({ graph }: EditContext, name: string): SourceKit | null {
  return graph.nodes.find((node) => node.name === name)?.kit ?? null;
}

function patchHalf(context: EditContext, node: string, patches: Patches, half: PatchHalf): StepOutcome {
  const kit = kitOf(context, node);
  if (kit === null) return refused(`The settings of ${node} could not be read any more.`);
  const drafts = new Drafts(context);
  const draft = drafts.of(kit.place.file);
  const object = nodeAt(draft.sourceFile, kit.place, ts.isObjectLiteralExpression);
  if (object === null) return refused(`The settings of ${node} are written in a way that can only be changed in the code.`, kit.place);
  patchSettings(draft, object, patches, half, stateHead(context));
  return drafts.finish();
}

/** Once items are gone, the indices of those behind have moved: what was to be changed there has been. */
function withoutRemovals(patches: Patches): Patches {
  const kept: Patches = new Map();
  for (const [name, patch] of patches) {
    if (patch.type === "inside") {
      const hasRemoved = [...patch.parts.values()].some((part) => part.type === "remove");
      const parts = withoutRemovals(patch.parts);
      if (!hasRemoved || ![...patch.parts.keys()].every((key) => /^\d+$/.test(key))) kept.set(name, { type: "inside", parts });
    } else if (patch.type === "set") kept.set(name, patch);
  }
  return kept;
}

/** Makes the path map of the node's own router name the labels that there are now. */
function followLabels(context: EditContext, node: string, before: readonly string[]): StepOutcome {
  const drafts = new Drafts(context);
  const kit = kitOf(context, node);
  const conditional = ownConditional(context, drafts, node, kit?.kind);
  if (kit === null || conditional === null) return drafts.finish();
  const after = routesOf(kit);
  const gone = before.filter((label) => !after.includes(label));
  const added = after.filter((label) => !before.includes(label));
  const renamed = gone.length === added.length ? gone.map((label, index) => [label, added[index] ?? label] as const) : [];
  for (const [label, name] of renamed) renameEntry(drafts, conditional, label, name);
  if (renamed.length > 0) return drafts.finish();
  for (const label of gone) removeEntry(drafts, conditional, label);
  const map = mapLiteral(drafts, conditional);
  for (const label of added) {
    if (map === null || !ts.isObjectLiteralExpression(map.node)) continue;
    const entry = `${propertyKey(label, map.draft.style)}: ${nameText(context, map.draft, "__end__")}`;
    appendElement(map.draft, map.node.properties, map.node, entry);
  }
  return drafts.finish();
}

/** The conditional edges behind a node that its own `route` decides. */
function ownConditional({ graph }: EditContext, drafts: Drafts, node: string, kind: KitKind | undefined): SourceConditional | null {
  if (kind !== "condition" && kind !== "approval") return null;
  const own = graph.conditional.find((each) => {
    const path = each.source === node ? conditionalParts(drafts.main.sourceFile, each)?.path : null;
    return path != null && ts.isPropertyAccessExpression(path) && path.name.text === "route";
  });
  return own?.map === "object" ? own : null;
}

function renameEntry(drafts: Drafts, conditional: SourceConditional, label: string, name: string): void {
  const branch = conditional.branches?.find((each) => each.label === label);
  const written = branch === undefined ? null : entryAt(drafts, branch);
  if (written === null || !ts.isPropertyAssignment(written.entry)) return;
  written.draft.replaceNode(written.entry.name, propertyKey(name, written.draft.style));
}

function removeEntry(drafts: Drafts, conditional: SourceConditional, label: string): void {
  const branch = conditional.branches?.find((each) => each.label === label);
  const written = branch === undefined ? null : entryAt(drafts, branch);
  if (written !== null) written.draft.removeElement(written.list, written.entry);
}
