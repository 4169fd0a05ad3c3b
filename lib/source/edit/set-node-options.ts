import ts from "typescript";
import type { SourceNode } from "../../schema/source";
import { unwrap } from "../ast";
import { draftOf, entryOf, isRepeated, type NodeEntry } from "./builder";
import { expressionProblem } from "./code";
import { done, refused, type EditContext, type EditOf, type StepOutcome } from "./context";
import type { Draft } from "./draft";
import { isVariableName, propertyKey } from "./names";
import { appendElement } from "./path-map";
import { removeUnused } from "./unused";

type Options = EditOf<"set_node_options">["options"];

/** Sets options of `addNode`, each as code, or takes them away (null). What is not named stays as it is. */
export function setNodeOptions(context: EditContext, edit: EditOf<"set_node_options">): StepOutcome {
  const node = context.graph.nodes.find(({ name }) => name === edit.node);
  if (node === undefined) return refused(`There is no node called ${edit.node} any more.`, context.graph.place);
  if (node.locked !== null) return refused(node.locked, node.place);
  if (isRepeated(context, node)) return refused("This node is added in a loop together with others: change the loop in the code.", node.place);
  for (const [name, code] of Object.entries(edit.options)) {
    const problem = code === null ? null : expressionProblem(code);
    if (problem !== null) return refused(`${name}: ${problem}`, node.place);
  }
  const draft = draftOf(context);
  const entry = entryOf(draft.sourceFile, node);
  if (entry === null) return refused("This node is added in a way that can only be changed in the code.", node.place);
  const problem = write(draft, entry, node, edit.options);
  if (problem !== null) return refused(problem, node.place);
  removeUnused(draft, []);
  return done(context.file, draft.finish());
}

function write(draft: Draft, entry: NodeEntry, node: SourceNode, options: Options): string | null {
  const added = Object.entries(options).filter((option): option is [string, string] => option[1] !== null);
  if (entry.options === null) return added.length === 0 ? null : addOptions(draft, entry, added);
  const object = unwrap(entry.options);
  if (ts.isObjectLiteralExpression(object)) return changeObject(draft, entry, object, options);
  // A constant may be the options of other nodes as well: it is spread, and stays as it is.
  const name = entry.options.getText(draft.sourceFile);
  const removed = Object.keys(options).find((key) => options[key] === null && key in node.options);
  if (removed !== undefined) return `${removed} is set in ${name}, which other nodes may share: change it there.`;
  if (added.length > 0) draft.replaceNode(entry.options, `{ ...${isVariableName(name) ? name : `(${name})`}, ${propertiesText(draft, added)} }`);
  return null;
}

function propertiesText(draft: Draft, options: readonly [string, string][]): string {
  return options.map(([name, code]) => propertyText(draft, name, code)).join(", ");
}

function propertyText(draft: Draft, name: string, code: string): string {
  return `${propertyKey(name, draft.style)}: ${code.trim()}`;
}

function addOptions(draft: Draft, entry: NodeEntry, options: readonly [string, string][]): string | null {
  const text = `{ ${propertiesText(draft, options)} }`;
  const { element, call } = entry;
  if (element === null || ts.isArrayLiteralExpression(element.node)) {
    draft.insert(entry.action.end, `, ${text}`);
    return null;
  }
  if (call === null || call.expression.name.text !== "addNode")
    return "Steps of an object have no options: write the sequence as a list, [name, function, options].";
  // An object of nodes has no room for options: this one gets a call of its own.
  const key = entry.name.getText(draft.sourceFile);
  const name = /^["'`[]/.test(key) ? key.replace(/^\[|\]$/g, "") : `${draft.style.quote}${key}${draft.style.quote}`;
  if (ts.isMethodDeclaration(entry.action)) return "This node is a method of an object, which has no room for options: make it a function first.";
  const action = ts.isShorthandPropertyAssignment(entry.action) ? entry.action.name : entry.action;
  const method = `addNode(${name}, ${action.getText(draft.sourceFile)}, ${text})`;
  if (element.list.length > 1) {
    draft.removeElement(element.list, element.node);
    draft.insertCall(call, method);
  } else draft.replace(call.expression.name.getStart(draft.sourceFile), call.end, method);
  return null;
}

function changeObject(draft: Draft, entry: NodeEntry, object: ts.ObjectLiteralExpression, options: Options): string | null {
  const left = new Set<ts.Node>(object.properties);
  const added: [string, string][] = [];
  for (const [name, code] of Object.entries(options)) {
    const property = object.properties.find((each) => each.name !== undefined && keyOf(each.name) === name);
    if (property === undefined) {
      if (code !== null) added.push([name, code]);
    } else if (code === null) {
      draft.removeElement(object.properties, property);
      left.delete(property);
    } else if (ts.isPropertyAssignment(property)) {
      if (property.initializer.getText(draft.sourceFile) !== code.trim()) draft.replaceNode(property.initializer, code.trim());
    } else draft.replaceNode(property, propertyText(draft, name, code));
  }
  if (left.size === 0 && added.length === 0) draft.removeSpan(entry.action.end, entry.options?.end ?? entry.action.end);
  else if (left.size === 0) draft.replaceNode(object, `{ ${propertiesText(draft, added)} }`);
  else for (const [name, code] of added) appendElement(draft, object.properties, object, propertyText(draft, name, code));
  return null;
}

function keyOf(name: ts.PropertyName): string {
  return ts.isIdentifier(name) || ts.isStringLiteralLike(name) ? name.text : name.getText();
}
