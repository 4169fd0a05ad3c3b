import ts from "typescript";
import { isFunctionNode } from "../../source/ast";
import { pathOf, propertyOf, type Code } from "./code";

/** A tool that `tool(…)` of LangChain makes, with the object that describes it. */
export type ToolCall = { call: ts.CallExpression; name: string; fields: ts.ObjectLiteralExpression; isOpen: boolean };

/** The tools that a file makes. `isOpen`: a spread may bring more fields. */
export function toolsIn(code: Code, sourceFile: ts.SourceFile): ToolCall[] {
  const tools: ToolCall[] = [];
  const visit = (node: ts.Node): void => {
    ts.forEachChild(node, visit);
    if (!ts.isCallExpression(node) || !ts.isIdentifier(node.expression)) return;
    const callee = code.calleeOf(node.expression);
    if (callee.kind !== "package" || callee.path !== "tool" || !/^(@langchain\/core|langchain)(\/|$)/.test(callee.module)) return;
    const [fn, described] = node.arguments;
    const fields = described === undefined ? null : code.valueOf(described);
    if (fn === undefined || fields === null || !ts.isObjectLiteralExpression(fields)) return;
    const nameField = propertyOf(fields, "name");
    const name = (nameField === null ? null : code.stringOf(nameField)) ?? nameOf(node);
    tools.push({ call: node, name, fields, isOpen: fields.properties.some(ts.isSpreadAssignment) });
  };
  visit(sourceFile);
  return tools;
}

function nameOf(call: ts.CallExpression): string {
  return ts.isVariableDeclaration(call.parent) && ts.isIdentifier(call.parent.name) ? call.parent.name.text : "the tool";
}

/** Whether the fields have a property of this name, as a value, a method or a shorthand. */
export function hasField({ fields, isOpen }: ToolCall, name: string): boolean {
  return isOpen || fields.properties.some((property) => property.name !== undefined && ts.isIdentifier(property.name) && property.name.text === name);
}

/** A schema that ends in `.describe(…)`, or has one in `meta`, describes the tool too. */
export function isSchemaDescribed(code: Code, { fields }: ToolCall): boolean {
  const schema = propertyOf(fields, "schema");
  if (schema === null) return false;
  const value = code.valueOf(schema);
  return ts.isCallExpression(value) && ts.isPropertyAccessExpression(value.expression) && /^(describe|meta)$/.test(value.expression.name.text);
}

/** Whether the tool's function takes an argument, so that the model has to be told which. */
export function takesArguments(code: Code, { call }: ToolCall): boolean {
  const [fn] = call.arguments;
  if (fn === undefined) return false;
  const callee = code.calleeOf(fn);
  const node = callee.kind === "function" ? callee.node : fn;
  if (!isFunctionNode(node)) return pathOf(fn) !== "";
  const [first] = node.parameters;
  return (
    first !== undefined &&
    !(ts.isIdentifier(first.name) && first.name.text.startsWith("_")) &&
    !(ts.isObjectBindingPattern(first.name) && first.name.elements.length === 0)
  );
}
