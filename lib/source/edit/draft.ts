import ts from "typescript";
import type { TextChange } from "../../schema/edit";
import { chainOf, isBuilderCall, type BuilderCall } from "./chain";
import { listRemovals, removalOfLinks, removalOfStatement, type LinkRemoval, type Span } from "./removal";
import { indentationAt, styleOf, type TextStyle } from "./text";

/** A file is drafted many times where it is only asked what could be done. */
const styles = new WeakMap<ts.SourceFile, TextStyle>();

/** Chains that grow longer than this are broken into lines. */
const MAX_LINE = 120;

/**
 * The changes that an edit collects for one file. What is removed takes its comments along, and lists and chains are
 * closed up, once all removals are known.
 */
export class Draft {
  readonly text: string;
  readonly style: TextStyle;
  private readonly replacements: TextChange[] = [];
  private readonly spans: Span[] = [];
  private readonly calls = new Set<BuilderCall>();
  private readonly statements = new Set<ts.Statement>();
  private readonly elements = new Map<ts.NodeArray<ts.Node>, Set<ts.Node>>();
  private readonly broken = new Set<ts.Node>();

  constructor(readonly sourceFile: ts.SourceFile) {
    this.text = sourceFile.text;
    this.style = styles.get(sourceFile) ?? styleOf(this.text);
    styles.set(sourceFile, this.style);
  }

  replace(start: number, end: number, text: string): void {
    this.replacements.push({ start, end, text });
  }

  replaceNode(node: ts.Node, text: string): void {
    this.replace(node.getStart(this.sourceFile), node.end, text);
  }

  insert(at: number, text: string): void {
    this.replace(at, at, text);
  }

  /** Changes that were made elsewhere, e.g. of imports; those that are here already are left out. */
  add(changes: readonly TextChange[]): void {
    for (const change of changes) {
      const isKnown = this.replacements.some(({ start, end, text }) => start === change.start && end === change.end && text === change.text);
      if (!isKnown) this.replacements.push(change);
    }
  }

  /** Takes a builder call out of its chain, or its statement away. */
  removeCall(call: BuilderCall): void {
    this.calls.add(call);
  }

  removeStatement(statement: ts.Statement): void {
    this.statements.add(statement);
  }

  /** Takes an element of a list away: of an object, array, import, union, or of arguments. */
  removeElement(list: ts.NodeArray<ts.Node>, element: ts.Node): void {
    this.elements.set(list, (this.elements.get(list) ?? new Set()).add(element));
  }

  removeSpan(start: number, end: number): void {
    this.spans.push({ start, end });
  }

  /**
   * Adds `method` (`addEdge("a", "b")`, without dot) behind a call of the builder, in the way that that one is written.
   * `comments` come above it, where it has a line of its own.
   */
  insertCall(after: BuilderCall, method: string, comments: readonly string[] = []): void {
    const statement = ownStatement(after);
    if (statement !== null) {
      const receiver = this.text.slice(statement.getStart(this.sourceFile), after.expression.expression.end);
      const end = this.text[statement.end - 1] === ";" ? ";" : "";
      this.insertStatementAfter(statement, this.below(comments, statement.getStart(this.sourceFile), `${receiver}.${method}${end}`));
      return;
    }
    const links = chainOf(after).links;
    const index = links.findIndex(({ call }) => call === after);
    const next = links[index + 1];
    const own = links[index] !== undefined && this.beginsLine(links[index].dot) ? links[index].dot : null;
    const indented = own ?? (next !== undefined && this.beginsLine(next.dot) ? next.dot : null);
    if (indented !== null) {
      this.insert(
        this.endOfLineOf(after.end, next?.dot ?? null),
        this.style.eol + this.indentation(indented) + this.below(comments, indented, `.${method}`),
      );
      return;
    }
    const lineStart = this.text.lastIndexOf("\n", after.end - 1) + 1;
    const lineEnd = this.text.indexOf("\n", after.end);
    const width = (lineEnd < 0 ? this.text.length : lineEnd) - lineStart + method.length + 1;
    const outermost = links.at(-1)?.call ?? after;
    const isLine = !this.text.slice(chainOf(after).root.getStart(this.sourceFile), outermost.end).includes("\n");
    if (width <= MAX_LINE || !isLine) this.insert(after.end, `.${method}`);
    else {
      // Before the line break of what follows, which is inserted at the same place.
      this.insert(after.end, `${this.gapIn(after)}.${method}`);
      this.breakChain(after);
    }
  }

  /** Where a call begins its line, with its dot or its statement; null where something stands before it. */
  lineHead(call: BuilderCall): number | null {
    const start = ownStatement(call)?.getStart(this.sourceFile) ?? chainOf(call).links.find((link) => link.call === call)?.dot ?? call.end;
    return this.beginsLine(start) ? start : null;
  }

  /** Writes comments above something in the lines of the offset. */
  below(comments: readonly string[], offset: number, text: string): string {
    return [...comments, text].join(this.style.eol + this.indentation(offset));
  }

  /** The first call on a builder that has none yet: `root` is `new StateGraph(…)`. */
  insertFirstCall(root: ts.Expression, method: string): void {
    const gap = this.style.eol + this.indentation(root.getStart(this.sourceFile)) + this.style.indent;
    this.insert(root.end, `${gap}.${method}`);
    const next = chainOf(root).links[0];
    if (next !== undefined && !this.beginsLine(next.dot) && !this.broken.has(next.call)) {
      this.broken.add(next.call);
      this.insert(next.dot, gap);
    }
  }

  /** A new statement in the line below another one; a comment at the end of that one's line stays there. */
  insertStatementAfter(statement: ts.Statement, text: string): void {
    const indentation = this.indentation(statement.getStart(this.sourceFile));
    this.insert(this.endOfLineOf(statement.end, null), this.style.eol + indentation + text);
  }

  /** A new declaration above a statement and its comments, with an empty line between. `lines` are without indentation. */
  insertAbove(statement: ts.Statement, lines: readonly string[]): void {
    const comment = ts.getLeadingCommentRanges(this.text, statement.getFullStart()) ?? [];
    let start = statement.getStart(this.sourceFile);
    for (const { pos, end } of comment.toReversed()) {
      if (/\n[ \t\r]*\n/.test(this.text.slice(end, start))) break;
      start = pos;
    }
    const indentation = this.indentation(start);
    const written = lines.map((line, index) => (line === "" || index === 0 ? line : indentation + line));
    this.insert(start, written.join(this.style.eol) + this.style.eol + this.style.eol + indentation);
  }

  /** True where nothing but white space stands before the offset in its line. */
  beginsLine(offset: number): boolean {
    return this.text.slice(this.text.lastIndexOf("\n", offset - 1) + 1, offset).trim() === "";
  }

  indentation(offset: number): string {
    return indentationAt(this.text, offset);
  }

  /** True for what was taken away, or written anew, so far. */
  isRemoved(node: ts.Node): boolean {
    const start = node.getStart(this.sourceFile);
    const covers = (span: Span) => span.start <= start && node.end <= span.end;
    return this.replacements.some(covers) || this.removals().spans.some(covers);
  }

  /** True where a name stands in what was written so far. */
  writes(name: string): boolean {
    const words = new RegExp(`(?<![\\p{ID_Continue}$])${name.replaceAll("$", "\\$")}(?![\\p{ID_Continue}$])`, "u");
    return this.replacements.some(({ text }) => words.test(text));
  }

  /** The changes, in order and not overlapping. */
  finish(): TextChange[] {
    const { spans, inserted } = this.removals();
    const changes: TextChange[] = spans.map(({ start, end }) => ({ start, end, text: "" }));
    for (const change of [...this.replacements, ...inserted]) {
      const around = spans.find((each) => each.start < change.end && change.start < each.end);
      if (around === undefined) changes.push(change);
      // What is written inside of what goes away stays, in its place; what is replaced there goes.
      else if (change.start === change.end) changes.push({ ...change, ...this.besideLines(around) });
    }
    return changes.sort((a, b) => a.start - b.start || a.end - b.end);
  }

  /** Where to write instead of inside of a removed span: behind the line above, where whole lines go. */
  private besideLines({ start, end }: Span): Span {
    const isLines = start > 0 && this.text[start - 1] === "\n" && (this.text[end - 1] === "\n" || end === this.text.length);
    const at = !isLines ? start : this.text[start - 2] === "\r" ? start - 2 : start - 1;
    return { start: at, end: at };
  }

  private removals(): LinkRemoval {
    const spans = [...this.spans];
    const inserted: TextChange[] = [];
    for (const [list, removed] of this.elements) spans.push(...listRemovals(this.sourceFile, list, removed));
    const removed = new Set(this.statements);
    const chains = new Map<ts.Node, BuilderCall>();
    for (const call of this.calls) chains.set(chainOf(call).links.at(-1)?.call ?? call, call);
    for (const call of chains.values()) {
      const statement = wholeStatement(call, (each) => this.calls.has(each));
      if (statement !== null) removed.add(statement);
      else {
        const removal = removalOfLinks(this.sourceFile, call, (each) => this.calls.has(each));
        spans.push(...removal.spans);
        inserted.push(...removal.inserted);
      }
    }
    for (const statement of removed) spans.push(removalOfStatement(this.sourceFile, statement, removed));
    return { spans: merged(spans), inserted };
  }

  private gapIn(call: BuilderCall): string {
    return this.style.eol + this.indentation(chainOf(call).root.getStart(this.sourceFile)) + this.style.indent;
  }

  private breakChain(call: BuilderCall): void {
    const gap = this.gapIn(call);
    for (const link of chainOf(call).links) {
      if (this.broken.has(link.call)) continue;
      this.broken.add(link.call);
      this.insert(link.dot, gap);
    }
  }

  /** Behind a comment that ends the line at `offset`, where `next` (or the end of the line) does not come before it. */
  private endOfLineOf(offset: number, next: number | null): number {
    const comment = ts.getTrailingCommentRanges(this.text, offset)?.at(-1);
    if (comment === undefined) return offset;
    const rest = /^[^\n]*/.exec(this.text.slice(comment.end))?.[0] ?? "";
    return rest.trim() === "" && (next === null || next > comment.end) ? comment.end : offset;
  }
}

/** The statement of a call that is the only one of its chain, on a variable: `builder.addEdge(…);`. */
function ownStatement(call: BuilderCall): ts.Statement | null {
  return chainOf(call).links.length === 1 ? wholeStatement(call, () => true) : null;
}

/** The statement that is nothing but calls on a variable, where all of them are `gone`. */
function wholeStatement(call: BuilderCall, gone: (call: BuilderCall) => boolean): ts.Statement | null {
  const { root, links } = chainOf(call);
  const outermost = links.at(-1)?.call;
  if (outermost === undefined || !(ts.isIdentifier(root) || ts.isPropertyAccessExpression(root))) return null;
  if (!links.every((link) => isBuilderCall(link.call) && gone(link.call))) return null;
  let at: ts.Node = outermost.parent;
  if (ts.isAwaitExpression(at) || ts.isVoidExpression(at)) at = at.parent;
  if (ts.isBinaryExpression(at) && at.operatorToken.kind === ts.SyntaxKind.EqualsToken && at.left.getText() === root.getText()) at = at.parent;
  return ts.isExpressionStatement(at) ? at : null;
}

function merged(spans: readonly Span[]): Span[] {
  const result: Span[] = [];
  for (const span of [...spans].sort((a, b) => a.start - b.start || a.end - b.end)) {
    const last = result.at(-1);
    if (last !== undefined && span.start <= last.end) last.end = Math.max(last.end, span.end);
    else result.push({ ...span });
  }
  return result;
}
