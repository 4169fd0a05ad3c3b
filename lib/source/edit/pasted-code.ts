import ts from "typescript";
import type { Place } from "../../schema/source";
import { declarationOf, identifiersOf, isReference, lookupType } from "../scope";
import { statementOf } from "./builder";
import type { Draft } from "./draft";
import { unusedName } from "./names";
import type { ImportWanted } from "./text";

/** What pasted nodes need of the text that they come from: declarations, imports, names that are free here. */
export class PastedCode {
  readonly notes: string[] = [];
  private readonly statements = new Set<ts.Statement>();
  private readonly wanted = new Map<string, ImportWanted>();
  private readonly renamed = new Map<string, string>();

  constructor(
    private readonly source: ts.SourceFile,
    private readonly draft: Draft,
    private readonly builder: Place,
    private readonly stateHere: string | null,
    private readonly stateThere: string | null,
  ) {}

  /** The text of an expression as it is to stand here; what it uses comes along. `names` are what its nodes are called here. */
  take(expression: ts.Node, names: ReadonlyMap<string, string>): string {
    this.follow(expression);
    return this.textOf(expression, names);
  }

  /** Everything that was asked for, in the order of the text, each without indentation. */
  declarations(): string[][] {
    return [...this.statements]
      .sort((a, b) => a.pos - b.pos)
      .map((statement) => {
        const comments = ts.getLeadingCommentRanges(this.source.text, statement.getFullStart()) ?? [];
        const last = comments.at(-1);
        const isOwn = last !== undefined && !/\n[ \t\r]*\n/.test(this.source.text.slice(last.end, statement.getStart(this.source)));
        const comment = isOwn ? `${this.source.text.slice(last.pos, last.end)}\n` : "";
        return `${comment}${this.textOf(statement, new Map()).replace(/^export (default )?/, "")}`.split(/\r?\n/);
      });
  }

  imports(): ImportWanted[] {
    return [...this.wanted.values()];
  }

  private follow(node: ts.Node): void {
    const visit = (each: ts.Node): void => {
      if (ts.isIdentifier(each)) this.need(each);
      ts.forEachChild(each, visit);
    };
    visit(node);
  }

  private need(identifier: ts.Identifier): void {
    const isType = ts.isTypeReferenceNode(identifier.parent) || ts.isExpressionWithTypeArguments(identifier.parent);
    if (!isType && !isReference(identifier) && !ts.isTypeQueryNode(identifier.parent) && !ts.isQualifiedName(identifier.parent)) return;
    const declaration = isType ? lookupType(identifier, identifier.text) : declarationOf(identifier);
    if (declaration === null || declaration.getSourceFile() !== this.source) return;
    if (ts.isImportSpecifier(declaration)) return this.needImport(declaration);
    if (this.isState(identifier.text)) return;
    const statement = ts.isParameter(declaration) ? null : topStatement(declaration);
    if (statement === null || this.statements.has(statement) || this.isBuilder(statement)) return;
    if (ts.isImportDeclaration(statement)) {
      this.notes.push(`${statement.getText(this.source)} was left out: write it above, where the pasted code needs it.`);
      return;
    }
    if (ts.isVariableStatement(statement) && statement.modifiers?.some(({ kind }) => kind === ts.SyntaxKind.DeclareKeyword)) return;
    this.statements.add(statement);
    const name = identifier.text;
    const free = unusedName(this.draft.sourceFile, name);
    if (free !== name) this.renamed.set(name, free);
    this.follow(statement);
  }

  /** The state of the other workflow is this one's here. */
  private isState(name: string): boolean {
    return this.stateHere !== null && name === this.stateThere;
  }

  private isBuilder(statement: ts.Statement): boolean {
    return statement.pos <= this.builder.start && this.builder.end <= statement.end;
  }

  private needImport(specifier: ts.ImportSpecifier): void {
    const { moduleSpecifier } = specifier.parent.parent.parent;
    if (!ts.isStringLiteral(moduleSpecifier)) return;
    const from = moduleSpecifier.text;
    const name = (specifier.propertyName ?? specifier.name).text;
    if (from.startsWith(".") && !this.wanted.has(`${from} ${name}`))
      this.notes.push(`${name} is imported from ${from}: check that this file has it there.`);
    const type = specifier.isTypeOnly || specifier.parent.parent.phaseModifier === ts.SyntaxKind.TypeKeyword;
    this.wanted.set(`${from} ${name}`, { from, name, ...(type ? { type } : {}) });
    if (specifier.name.text !== name) this.renamed.set(specifier.name.text, name);
  }

  private textOf(node: ts.Node, names: ReadonlyMap<string, string>): string {
    const start = node.getStart(this.source);
    const state = this.stateHere !== null && this.stateThere !== null ? [[this.stateThere, this.stateHere] as const] : [];
    const places: { node: ts.Node; to: string }[] = [];
    for (const [from, to] of [...this.renamed, ...state]) {
      if (from === to) continue;
      for (const identifier of identifiersOf(this.source).get(from) ?? []) if (isName(identifier)) places.push({ node: identifier, to });
    }
    const visit = (each: ts.Node): void => {
      const to = ts.isStringLiteral(each) && isGoal(each) ? names.get(each.text) : undefined;
      if (to !== undefined && ts.isStringLiteral(each) && to !== each.text) places.push({ node: each, to: JSON.stringify(to) });
      ts.forEachChild(each, visit);
    };
    visit(node);
    let text = "";
    let at = start;
    for (const place of places
      .filter((each) => each.node.getStart(this.source) >= start && each.node.end <= node.end)
      .sort((a, b) => a.node.pos - b.node.pos)) {
      text += this.source.text.slice(at, place.node.getStart(this.source)) + place.to;
      at = place.node.end;
    }
    return text + this.source.text.slice(at, node.end);
  }
}

/** True for an identifier that stands for the thing itself, be it as a value, a type or where it is declared. */
function isName(identifier: ts.Identifier): boolean {
  const { parent } = identifier;
  return !(ts.isPropertyAccessExpression(parent) && parent.name === identifier) && !(ts.isPropertyAssignment(parent) && parent.name === identifier);
}

/** A string that names a node: in `ends`, `goto`, `new Send(…)`. */
function isGoal(literal: ts.StringLiteral): boolean {
  for (let at: ts.Node = literal; !ts.isStatement(at) && !ts.isSourceFile(at); at = at.parent) {
    if (ts.isPropertyAssignment(at) && ["ends", "goto"].includes(at.name.getText())) return true;
    if (ts.isNewExpression(at) && at.expression.getText() === "Send") return at.arguments?.[0] === literal;
  }
  return false;
}

/** The statement of a declaration at the top of the file; null for one inside of a function. */
function topStatement(declaration: ts.Node): ts.Statement | null {
  const statement = statementOf(declaration);
  return ts.isSourceFile(statement.parent) ? statement : null;
}
