import ts from "typescript";
import { referencesTo, type Declaration } from "../../scope";
import type { Body } from "./body";
import { isPure } from "./purity";

/** Takes out of a function what only its removed parts used: constants, and parameters from the last one on. `kept`: what was written into it. */
export function removeLeftovers(body: Body, kept: readonly string[]): void {
  const { draft, fn } = body;
  const isLeft = (declaration: Declaration): boolean => {
    const { name } = declaration;
    if (name === undefined || !ts.isIdentifier(name)) return false;
    const uses = referencesTo(declaration);
    return uses.length > 0 && uses.every((use) => draft.isRemoved(use)) && !kept.some((text) => isNamedIn(name.text, text));
  };
  for (const statement of body.statements.filter(ts.isVariableStatement).toReversed()) {
    const [declaration, ...others] = statement.declarationList.declarations;
    if (declaration === undefined || others.length > 0 || draft.isRemoved(statement) || !isPure(body.drafts, statement)) continue;
    if (removeNames(body, declaration, isLeft) === "all") draft.removeStatement(statement);
  }
  for (const parameter of fn.parameters.toReversed()) {
    if (removeNames(body, parameter, isLeft) !== "all") break;
    const isBare = fn.parameters.length === 1 && !draft.text.slice(0, parameter.getStart(draft.sourceFile)).trimEnd().endsWith("(");
    if (isBare) draft.replaceNode(parameter, "()");
    else draft.removeElement(fn.parameters, parameter);
  }
}

/** `all` where no name of a pattern is left: the declaration is for the caller to take away. */
function removeNames(
  { draft }: Body,
  declaration: ts.VariableDeclaration | ts.ParameterDeclaration,
  isLeft: (declaration: Declaration) => boolean,
): "all" | "some" {
  const { name } = declaration;
  if (ts.isIdentifier(name)) return isLeft(declaration) ? "all" : "some";
  if (!ts.isObjectBindingPattern(name)) return "some";
  const gone = name.elements.filter((element) => isLeft(element));
  if (gone.length > 0 && gone.length === name.elements.length) return "all";
  // What a rest is of changes with the names before it.
  if (name.elements.some(({ dotDotDotToken }) => dotDotDotToken !== undefined)) return "some";
  for (const element of gone) draft.removeElement(name.elements, element);
  return "some";
}

function isNamedIn(name: string, text: string): boolean {
  return new RegExp(`(?<![\\w$.])${name.replaceAll("$", "\\$")}(?![\\w$])`).test(text);
}
