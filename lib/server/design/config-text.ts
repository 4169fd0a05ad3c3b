import "server-only";
import ts from "typescript";
import { RetrographError } from "../../errors";
import { changedText } from "../../graph/rebase-changes";
import type { TextChange } from "../../schema/edit";

export const CONFIG_FILE = "langgraph.json";

type Entries = { sourceFile: ts.JsonSourceFile; object: ts.ObjectLiteralExpression };

function unreadable(): RetrographError {
  return new RetrographError("edit_refused", `${CONFIG_FILE} cannot be changed: "graphs" is not an object there. Correct it first.`);
}

/** The object under `graphs`. */
function graphsOf(text: string): Entries {
  const sourceFile = ts.parseJsonText(CONFIG_FILE, text);
  const root = sourceFile.statements[0]?.expression;
  if (root === undefined || !ts.isObjectLiteralExpression(root)) throw unreadable();
  const graphs = root.properties.find((property) => nameOf(property) === "graphs");
  if (graphs === undefined || !ts.isPropertyAssignment(graphs) || !ts.isObjectLiteralExpression(graphs.initializer)) throw unreadable();
  return { sourceFile, object: graphs.initializer };
}

function nameOf(property: ts.ObjectLiteralElementLike): string | null {
  return property.name !== undefined && ts.isStringLiteral(property.name) ? property.name.text : null;
}

function entryOf({ object }: Entries, id: string): { entry: ts.PropertyAssignment; index: number } {
  const index = object.properties.findIndex((property) => nameOf(property) === id);
  const entry = object.properties[index];
  if (entry === undefined || !ts.isPropertyAssignment(entry)) {
    throw new RetrographError("graph_not_found", `${CONFIG_FILE} names no workflow ${id}.`, { graph_id: id });
  }
  return { entry, index };
}

function change(text: string, ...changes: TextChange[]): string {
  return changedText(text, changes);
}

/** The settings with one more workflow, written as the others are. */
export function withGraph(text: string, id: string, value: string): string {
  const { sourceFile, object } = graphsOf(text);
  const written = `${JSON.stringify(id)}: ${value}`;
  const last = object.properties.at(-1);
  if (last === undefined) return change(text, { start: object.getStart(sourceFile), end: object.end, text: `{ ${written} }` });
  const start = last.getStart(sourceFile);
  const line = text.slice(text.lastIndexOf("\n", start - 1) + 1, start);
  const eol = text.includes("\r\n") ? "\r\n" : "\n";
  const gap = text.slice(object.getStart(sourceFile), start).includes("\n") && line.trim() === "" ? eol + line : " ";
  return change(text, { start: last.end, end: last.end, text: `,${gap}${written}` });
}

/** What the settings say about a workflow, as text: `"./graphs/a.ts:graph"` or an object. */
export function graphValue(text: string, id: string): string {
  const entries = graphsOf(text);
  return entryOf(entries, id).entry.initializer.getText(entries.sourceFile);
}

/** The settings without a workflow. */
export function withoutGraph(text: string, id: string): string {
  const entries = graphsOf(text);
  const { entry, index } = entryOf(entries, id);
  const next = entries.object.properties[index + 1];
  const before = entries.object.properties[index - 1];
  if (next !== undefined) {
    return change(text, { start: entry.getStart(entries.sourceFile), end: next.getStart(entries.sourceFile), text: "" });
  }
  return change(text, { start: before?.end ?? entry.getFullStart(), end: entry.end, text: "" });
}

/** The settings with a workflow under another id, and, where `path` is given, in another file. */
export function withGraphRenamed(text: string, id: string, newId: string, path: { from: string; to: string } | null): string {
  const entries = graphsOf(text);
  const { entry } = entryOf(entries, id);
  const value = entry.initializer.getText(entries.sourceFile);
  const moved = path === null ? value : value.replace(path.from, () => path.to);
  return change(
    text,
    { start: entry.name.getStart(entries.sourceFile), end: entry.name.end, text: JSON.stringify(newId) },
    { start: entry.initializer.getStart(entries.sourceFile), end: entry.initializer.end, text: moved },
  );
}
