import ts from "typescript";
import type { SourceChannel } from "../../../schema/source";
import { unwrap } from "../../ast";
import { declarationOf, topLevel, type Declaration } from "../../scope";
import { isJavaScript } from "../builder";
import type { EditContext } from "../context";
import { capitalised, isVariableName } from "../names";
import { boundNames, endsOpen, isInside, nameOf } from "./body";
import { channelsOf, valueOf } from "./returns";
import type { Split } from "./split";
import { collect, contains, isInterrupt } from "./target";

/** A value that the new node gets from the asking one by way of the state. */
export type Handed = {
  channel: string;
  /** The type of a channel that has to be made; null for one that the node returns already. */
  type: string | null;
  /** What the asking node gives for it. */
  text: string;
  /** What the new function calls it. */
  local: string;
  /** `state.text` in what moves, where the asking node changes that channel. */
  replaces: readonly ts.Node[];
};

/** How the values that both nodes need come from the one to the other; a reason where that is not sure. */
export function handOver(context: EditContext, split: Split, variable: string): Handed[] | { reason: string } {
  const handed: Handed[] = [];
  const names = new Set([...context.graph.channels, ...context.graph.nodes].map(({ name }) => name));
  const free = (wished: string): string => {
    let name = wished;
    for (let number = 2; names.has(name); number++) name = `${wished}${number}`;
    names.add(name);
    return name;
  };
  for (const declaration of split.carried) {
    const local = nameOf(declaration);
    const known = returnedIn(context, split, declaration);
    if (known !== null) {
      handed.push({ channel: known, type: null, text: local, local, replaces: [] });
      continue;
    }
    const type = typeOf(context, split, declaration);
    if (type === null) return { reason: `The new node needs \`${local}\`, whose type is not written down: give it a type first.` };
    handed.push({ channel: free(local), type, text: local, local, replaces: [] });
  }
  const changed = changedChannels(split);
  const reads = readsOf(split);
  if (reads.size === 0 || changed?.size === 0) return handed;
  if (changed === null || reads.has(null))
    return { reason: "What moves reads the state, and the node changes it before: which of the two is meant is not to be seen from the code." };
  for (const name of changed) {
    const read = name === null ? undefined : reads.get(name);
    const channel = context.graph.channels.find((each) => each.name === name);
    if (name === null || read === undefined) continue;
    if (channel === undefined || channel.type === null || read.isTaken) return { reason: `What moves reads \`${name}\`, which the node changes.` };
    const made = free(variable + capitalised(isVariableName(name) ? name : "value"));
    handed.push({
      channel: made,
      type: typeOfChannel(context, channel),
      text: read.text,
      local: read.nodes.length > 0 ? made : name,
      replaces: read.nodes,
    });
  }
  return handed;
}

/** The channel under which every passing way returns a value as it is, where that overwrites. */
function returnedIn(context: EditContext, split: Split, declaration: Declaration): string | null {
  const passing = split.exits.filter(({ passes }) => passes);
  if (passing.length === 0 || endsOpen(split.body)) return null;
  const found = context.graph.channels.find((channel) => {
    if (channel.reducer !== null && channel.reducer.kind !== "last") return false;
    return passing.every(({ update }) => {
      const value = update === null ? null : valueOf(update, channel.name);
      if (value === null || !ts.isIdentifier(value)) return false;
      return [...split.body.usesIn(value)].includes(declaration);
    });
  });
  return found?.name ?? null;
}

/** The channels that the passing ways change, without what moves; null where they cannot be told. */
function changedChannels({ exits, parts }: Split): Set<string> | null {
  const names = new Set<string>();
  const gone = new Set(parts.flatMap(({ name }) => (name === undefined ? [] : [name.getText()])));
  for (const exit of exits) {
    if (!exit.passes) continue;
    const own = channelsOf(exit);
    if (own === null) return null;
    for (const name of own) if (!gone.has(name)) names.add(name);
  }
  return names;
}

type Read = { text: string; nodes: ts.Node[]; /** It is taken out of the state by a statement that moves. */ isTaken: boolean };

/** The channels that what moves reads from the state; under null, the state as a whole. */
function readsOf({ body, moved, copied, parts }: Split): Map<string | null, Read> {
  const reads = new Map<string | null, Read>();
  const [state] = body.fn.parameters;
  if (state === undefined) return reads;
  const note = (name: string | null, text: string, node: ts.Node | null, isTaken = false): void => {
    const known = reads.get(name) ?? { text, nodes: [], isTaken: false };
    if (node !== null) known.nodes.push(node);
    known.isTaken ||= isTaken;
    reads.set(name, known);
  };
  for (const identifier of [...moved, ...copied, ...parts].flatMap((part) => collect(part, ts.isIdentifier))) {
    const declaration = declarationOf(identifier);
    if (declaration === null || !isInside(declaration, state) || !body.usesIn(identifier).has(declaration)) continue;
    if (declaration !== state) {
      const element = ts.isBindingElement(declaration) ? declaration : null;
      const isPlain = element !== null && element.dotDotDotToken === undefined && element.parent === state.name;
      note(isPlain ? (element.propertyName ?? element.name).getText() : null, identifier.text, null);
      continue;
    }
    const { parent } = identifier;
    if (ts.isPropertyAccessExpression(parent) && parent.expression === identifier) note(parent.name.text, parent.getText(), parent);
    else if (ts.isVariableDeclaration(parent) && ts.isObjectBindingPattern(parent.name) && parent.initializer === identifier) {
      for (const each of parent.name.elements) {
        const name = (each.propertyName ?? each.name).getText();
        note(each.dotDotDotToken === undefined ? name : null, `${identifier.text}.${name}`, null, true);
      }
    } else note(null, identifier.text, null);
  }
  return reads;
}

function typeOfChannel(context: EditContext, channel: SourceChannel): string {
  return isJavaScript(context.file) ? "any" : (channel.type ?? "any");
}

/** The type of a name as it is written in the text; null where that would have to be worked out. */
function typeOf(context: EditContext, split: Split, declaration: Declaration): string | null {
  const file = split.body.draft.sourceFile.fileName;
  if (isJavaScript(file)) return "any";
  const type = writtenType(split, declaration);
  const stateFile = context.graph.state.entries?.file ?? context.file;
  // A name of this file means nothing in the state's.
  return type === null || stateFile === file || !/[A-Z]|typeof/.test(type) ? type : null;
}

function writtenType(split: Split, declaration: Declaration): string | null {
  if (ts.isBindingElement(declaration)) {
    const holder = declaration.parent.parent;
    const name = (declaration.propertyName ?? declaration.name).getText();
    if (!ts.isVariableDeclaration(holder) || declaration.dotDotDotToken !== undefined || declaration.initializer !== undefined) return null;
    const whole = writtenType(split, holder);
    return whole === null || whole === "any" ? whole : `(${whole})["${name}"]`;
  }
  if (!ts.isVariableDeclaration(declaration)) return null;
  if (declaration.type !== undefined) return visibleAtTop(split, declaration.type) ? declaration.type.getText() : null;
  const { initializer } = declaration;
  if (initializer === undefined) return null;
  if (ts.isAsExpression(initializer)) return visibleAtTop(split, initializer.type) ? initializer.type.getText() : null;
  const value = unwrap(initializer);
  if (isInterrupt(split.body.drafts, value)) {
    const answer = value.typeArguments?.[1];
    return answer === undefined ? "any" : visibleAtTop(split, answer) ? answer.getText() : null;
  }
  if (ts.isStringLiteralLike(value) || ts.isTemplateExpression(value)) return "string";
  if (ts.isNumericLiteral(value)) return "number";
  if (isComparison(value)) return "boolean";
  const callee = ts.isCallExpression(value) ? unwrap(value.expression) : null;
  if (callee === null || !ts.isIdentifier(callee)) return null;
  return topLevel(split.body.draft.sourceFile).values.get(callee.text) === declarationOf(callee)
    ? `Awaited<ReturnType<typeof ${callee.text}>>`
    : null;
}

function isComparison(value: ts.Expression): boolean {
  if (ts.isPrefixUnaryExpression(value)) return value.operator === ts.SyntaxKind.ExclamationToken;
  return ts.isBinaryExpression(value) && /^(?:[!=]==?|[<>]=?)$/.test(value.operatorToken.getText());
}

/** False for a type that names one of the function's own. */
function visibleAtTop({ body }: Split, type: ts.TypeNode): boolean {
  const own = boundNamesOf(body.statements);
  return !contains(type, (node) => {
    const name = ts.isTypeReferenceNode(node) ? node.typeName : ts.isTypeQueryNode(node) ? node.exprName : null;
    return name !== null && own.has(name.getText().split(".")[0] ?? "");
  });
}

function boundNamesOf(statements: readonly ts.Statement[]): Set<string> {
  return new Set(
    statements.flatMap((each) => {
      if (ts.isTypeAliasDeclaration(each) || ts.isInterfaceDeclaration(each)) return [each.name.text];
      return ts.isVariableStatement(each) ? each.declarationList.declarations.flatMap(({ name }) => boundNames(name)) : [];
    }),
  );
}
