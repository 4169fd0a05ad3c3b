import ts from "typescript";
import type { TextChange } from "../../schema/edit";
import { commonLines } from "./common-lines";

/** The text after the changes, which are in order and do not overlap. */
export function applyChanges(text: string, changes: readonly TextChange[]): string {
  let result = "";
  let at = 0;
  for (const change of changes) {
    result += text.slice(at, change.start) + change.text;
    at = change.end;
  }
  return result + text.slice(at);
}

/** The changes that lead from the text after `changes` back to `text`. */
export function invertChanges(text: string, changes: readonly TextChange[]): TextChange[] {
  let shift = 0;
  return changes.map((change) => {
    const start = change.start + shift;
    shift += change.text.length - (change.end - change.start);
    return { start, end: start + change.text.length, text: text.slice(change.start, change.end) };
  });
}

/** A stretch of the first text that is still there, or a text that came in between. */
type Piece = { start: number; end: number } | { text: string };

function lengthOf(piece: Piece): number {
  return "text" in piece ? piece.text.length : piece.end - piece.start;
}

function cut(piece: Piece, from: number, to: number): Piece {
  return "text" in piece ? { text: piece.text.slice(from, to) } : { start: piece.start + from, end: piece.start + to };
}

/** The parts of `pieces` from `start` to `end`, both counted in the text that they make up. */
function sliceOf(pieces: readonly Piece[], start: number, end: number): Piece[] {
  const result: Piece[] = [];
  let at = 0;
  for (const piece of pieces) {
    const length = lengthOf(piece);
    const from = Math.max(start - at, 0);
    const to = Math.min(end - at, length);
    if (from < to) result.push(cut(piece, from, to));
    at += length;
    if (at >= end) break;
  }
  return result;
}

function toPieces(length: number, changes: readonly TextChange[]): Piece[] {
  const pieces: Piece[] = [];
  let at = 0;
  for (const change of changes) {
    if (change.start > at) pieces.push({ start: at, end: change.start });
    if (change.text !== "") pieces.push({ text: change.text });
    at = change.end;
  }
  if (at < length) pieces.push({ start: at, end: length });
  return pieces;
}

/** One list of changes of `text` that does what `first` and, on the text after it, `second` do. */
export function composeChanges(text: string, first: readonly TextChange[], second: readonly TextChange[]): TextChange[] {
  const between = toPieces(text.length, first);
  const total = between.reduce((sum, piece) => sum + lengthOf(piece), 0);
  const pieces: Piece[] = [];
  let at = 0;
  for (const change of second) {
    pieces.push(...sliceOf(between, at, change.start));
    if (change.text !== "") pieces.push({ text: change.text });
    at = change.end;
  }
  pieces.push(...sliceOf(between, at, total));
  const changes: TextChange[] = [];
  let kept = 0;
  let inserted = "";
  for (const piece of [...pieces, { start: text.length, end: text.length }]) {
    if ("text" in piece) {
      inserted += piece.text;
      continue;
    }
    if (piece.start > kept || inserted !== "") changes.push({ start: kept, end: piece.start, text: inserted });
    kept = piece.end;
    inserted = "";
  }
  return minimise(text, changes);
}

/** The same changes without what they replace by itself. */
export function minimise(text: string, changes: readonly TextChange[]): TextChange[] {
  return changes.flatMap((change) => {
    const old = text.slice(change.start, change.end);
    const limit = Math.min(old.length, change.text.length);
    let head = 0;
    while (head < limit && old[head] === change.text[head]) head++;
    let tail = 0;
    while (tail < limit - head && old[old.length - 1 - tail] === change.text[change.text.length - 1 - tail]) tail++;
    const trimmed = { start: change.start + head, end: change.end - tail, text: change.text.slice(head, change.text.length - tail) };
    return trimmed.start === trimmed.end && trimmed.text === "" ? [] : [trimmed];
  });
}

/** Changes that lead from `before` to `after`, by line, each trimmed to what differs. */
export function diffChanges(before: string, after: string): TextChange[] {
  if (before === after) return [];
  const a = toLines(before);
  const b = toLines(after);
  let head = 0;
  while (head < a.length && head < b.length && a[head] === b[head]) head++;
  let tail = 0;
  while (tail < a.length - head && tail < b.length - head && a[a.length - 1 - tail] === b[b.length - 1 - tail]) tail++;
  const left = a.slice(head, a.length - tail);
  const right = b.slice(head, b.length - tail);
  const start = lengthOfLines(a.slice(0, head));
  const same = commonLines(left, right) ?? [];
  const changes: TextChange[] = [];
  let x = 0;
  let y = 0;
  let at = start;
  for (const [i, j] of [...same, [left.length, right.length] as const]) {
    const end = at + lengthOfLines(left.slice(x, i));
    if (i > x || j > y) changes.push({ start: at, end, text: right.slice(y, j).join("") });
    at = end + (left[i]?.length ?? 0);
    x = i + 1;
    y = j + 1;
  }
  return minimise(before, changes);
}

function toLines(text: string): string[] {
  return text.match(/[^\n]*\n|[^\n]+$/g) ?? [];
}

function lengthOfLines(lines: readonly string[]): number {
  return lines.reduce((sum, line) => sum + line.length, 0);
}

/** How a file is written, so that what is added looks like what is there. */
export type TextStyle = { quote: '"' | "'"; semicolons: boolean; indent: string; eol: "\n" | "\r\n"; trailingCommas: boolean };

/** The style of a text, by majority; where it says nothing, that of Prettier. */
export function styleOf(text: string): TextStyle {
  const count = (pattern: RegExp) => text.match(pattern)?.length ?? 0;
  const importQuotes = count(/from\s+"/g) - count(/from\s+'/g);
  const quotes = importQuotes !== 0 ? importQuotes : count(/"[^"'\n]*"/g) - count(/'[^"'\n]*'/g);
  const ended = count(/;[ \t]*(?:\/\/.*)?\r?$/gm);
  const open = count(/^(?:import|export|const|let|return|\s+return)\b.*[\w)"'`\]}][ \t]*\r?$/gm);
  return {
    quote: quotes >= 0 ? '"' : "'",
    semicolons: ended >= open,
    indent: indentOf(text),
    eol: count(/\r\n/g) * 2 > count(/\n/g) ? "\r\n" : "\n",
    trailingCommas: count(/,[ \t]*\r?\n[ \t]*[\]})]/g) >= count(/[\w"'`)\]}][ \t]*\r?\n[ \t]*[\]}](?!\s*from)/g) - count(/;[ \t]*\r?\n[ \t]*}/g),
  };
}

/** One level of indentation: a tab, or as many spaces as lines most often begin deeper than the line before. */
function indentOf(text: string): string {
  const steps = new Map<string, number>();
  let before = 0;
  for (const line of text.split("\n")) {
    if (line.trim() === "" || /^\s*\*/.test(line)) continue;
    const space = /^[ \t]*/.exec(line)?.[0] ?? "";
    if (space.includes("\t")) steps.set("\t", (steps.get("\t") ?? 0) + 1);
    else if (space.length > before) {
      const step = " ".repeat(space.length - before);
      steps.set(step, (steps.get(step) ?? 0) + 1);
    }
    before = space.includes("\t") ? 0 : space.length;
  }
  const best = [...steps].filter(([step]) => step === "\t" || step.length <= 8).sort((x, y) => y[1] - x[1])[0];
  return best?.[0] ?? "  ";
}

/** The indentation of the line that the offset is in. */
export function indentationAt(text: string, offset: number): string {
  return /^[ \t]*/.exec(text.slice(text.lastIndexOf("\n", offset - 1) + 1))?.[0] ?? "";
}

/** Something to import: `name` of module `from`, as a type only where `type` says so. */
export type ImportWanted = { from: string; name: string; type?: boolean };

/** The changes that import a name; none where the file has it already. */
export function addImport(sourceFile: ts.SourceFile, wanted: ImportWanted): TextChange[] {
  return importName(sourceFile, wanted).changes;
}

/** The text by which the file can use a name of a module (an alias, `lg.START`), with the changes that import it where it does not. */
export function importName(sourceFile: ts.SourceFile, wanted: ImportWanted): { local: string; changes: TextChange[] } {
  const known = knownName(sourceFile, wanted);
  if (known !== null) return { local: known, changes: [] };
  const list = listToExtend(sourceFile, wanted);
  return { local: wanted.name, changes: [list ?? newImport(sourceFile, wanted)] };
}

function knownName(sourceFile: ts.SourceFile, { from, name, type = false }: ImportWanted): string | null {
  for (const statement of sourceFile.statements) {
    for (const { module, pattern } of requires(statement)) {
      if (module !== from) continue;
      if (ts.isIdentifier(pattern)) return `${pattern.text}.${name}`;
      for (const element of pattern.elements) {
        const original = element.propertyName ?? element.name;
        if (ts.isIdentifier(original) && original.text === name && ts.isIdentifier(element.name)) return element.name.text;
      }
    }
    if (!ts.isImportDeclaration(statement) || !ts.isStringLiteral(statement.moduleSpecifier) || statement.moduleSpecifier.text !== from) continue;
    const clause = statement.importClause;
    if (clause === undefined || (clause.phaseModifier === ts.SyntaxKind.TypeKeyword && !type)) continue;
    const bindings = clause.namedBindings;
    if (bindings === undefined) continue;
    if (ts.isNamespaceImport(bindings)) return `${bindings.name.text}.${name}`;
    const element = bindings.elements.find((each) => (each.propertyName ?? each.name).text === name && (type || !each.isTypeOnly));
    if (element !== undefined) return element.name.text;
  }
  return null;
}

/** `const { a } = require("module")` and `const lib = require("module")`. */
function requires(statement: ts.Statement): { module: string; pattern: ts.Identifier | ts.ObjectBindingPattern }[] {
  if (!ts.isVariableStatement(statement)) return [];
  return statement.declarationList.declarations.flatMap(({ name, initializer }) => {
    if (initializer === undefined || !ts.isCallExpression(initializer) || !ts.isIdentifier(initializer.expression)) return [];
    const module = initializer.arguments[0];
    if (initializer.expression.text !== "require" || module === undefined || !ts.isStringLiteralLike(module) || ts.isArrayBindingPattern(name))
      return [];
    return [{ module: module.text, pattern: name }];
  });
}

function listToExtend(sourceFile: ts.SourceFile, { from, name, type = false }: ImportWanted): TextChange | null {
  for (const statement of sourceFile.statements) {
    for (const { module, pattern } of requires(statement)) {
      if (module === from && ts.isObjectBindingPattern(pattern) && !type) return intoList(sourceFile, pattern, pattern.elements, name);
    }
    if (!ts.isImportDeclaration(statement) || !ts.isStringLiteral(statement.moduleSpecifier) || statement.moduleSpecifier.text !== from) continue;
    const clause = statement.importClause;
    if (clause === undefined) continue;
    const isTypes = clause.phaseModifier === ts.SyntaxKind.TypeKeyword;
    if (isTypes && !type) continue;
    const written = type && !isTypes ? `type ${name}` : name;
    if (clause.namedBindings === undefined) {
      if (isTypes || clause.name === undefined) continue;
      return { start: clause.name.end, end: clause.name.end, text: `, { ${written} }` };
    }
    if (ts.isNamedImports(clause.namedBindings)) return intoList(sourceFile, clause.namedBindings, clause.namedBindings.elements, written);
  }
  return null;
}

/** Into a list in braces: in its alphabetical place where the list is sorted, else at its end, on a line of its own where the others are. */
function intoList(
  sourceFile: ts.SourceFile,
  list: ts.Node,
  elements: ts.NodeArray<ts.ImportSpecifier | ts.BindingElement>,
  written: string,
): TextChange {
  const text = sourceFile.text;
  const last = elements.at(-1);
  if (last === undefined) return { start: list.getStart(sourceFile), end: list.end, text: `{ ${written} }` };
  const keyOf = (spec: string) => spec.replace(/^type\s+/, "").toLowerCase();
  const keys = elements.map((element) => keyOf(element.getText(sourceFile)));
  const isSorted = keys.every((key, index) => index === 0 || (keys[index - 1] ?? "") <= key);
  const next = isSorted ? elements[keys.findIndex((key) => key > keyOf(written))] : undefined;
  const anchor = next ?? last;
  const start = anchor.getStart(sourceFile);
  const line = text.slice(text.lastIndexOf("\n", start - 1) + 1, start);
  const gap =
    elements.length > 1 || text.slice(list.getStart(sourceFile), start).includes("\n")
      ? line.trim() === ""
        ? `${styleOf(text).eol}${line}`
        : " "
      : " ";
  if (next !== undefined) return { start, end: start, text: `${written},${gap}` };
  return { start: last.end, end: last.end, text: `,${gap}${written}` };
}

function newImport(sourceFile: ts.SourceFile, { from, name, type = false }: ImportWanted): TextChange {
  const style = styleOf(sourceFile.text);
  const line = `import ${type ? "type " : ""}{ ${name} } from ${style.quote}${from}${style.quote}${style.semicolons ? ";" : ""}`;
  const last = sourceFile.statements.findLast((statement) => ts.isImportDeclaration(statement) || requires(statement).length > 0);
  if (last !== undefined) {
    const rest = /^[^\S\r\n]*(?:\/\/[^\r\n]*)?(?=\r?\n|$)/.exec(sourceFile.text.slice(last.end));
    const end = last.end + (rest?.[0].length ?? 0);
    return { start: end, end, text: style.eol + line };
  }
  const directive = sourceFile.statements.findLast((statement) => ts.isExpressionStatement(statement) && ts.isStringLiteral(statement.expression));
  const shebang = ts.getShebang(sourceFile.text);
  const bom = sourceFile.text.startsWith("\uFEFF") ? 1 : 0;
  if (directive !== undefined) return { start: directive.end, end: directive.end, text: style.eol + line };
  if (shebang !== undefined) return { start: shebang.length, end: shebang.length, text: style.eol + line };
  return { start: bom, end: bom, text: line + style.eol + (sourceFile.text.trim() === "" ? "" : style.eol) };
}
