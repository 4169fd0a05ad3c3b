import ts from "typescript";
import type { TextChange } from "../../../schema/edit";
import type { SourceGraph } from "../../../schema/source";
import { refused, type EditContext, type EditHandler } from "../context";
import { styleOf, type TextStyle } from "../text";
import { toKey, toLiteral } from "./code";
import { Refusal } from "./dialect";
import { findReferences, toDoubt, type Reference } from "./references";
import { refuseName } from "./spec";
import { findChannel } from "./state-place";

/** Renames a channel wherever the workflow's code names it; asks about the places that may mean something else. */
export const renameChannel: EditHandler<"rename_channel"> = (context, edit) => {
  if (edit.name === edit.channel) return { status: "done", changes: new Map(), notes: [] };
  const found = findChannel(context, edit.channel);
  if (found instanceof Refusal) return refused(found.reason, context.graph.channels.find(({ name }) => name === edit.channel)?.place ?? null);
  const taken = refuseName(context.graph, edit.name);
  if (taken !== null) return refused(taken.reason);
  const { entry, state } = found;
  const { sourceFile } = state.writer;
  if (entry.name === undefined) return refused("Its name is not written out, so it cannot be changed here.", found.channel.place);

  const references = findReferences(context, edit.channel);
  const unsure = references.filter(({ doubt }) => doubt !== null);
  const { also } = edit;
  if (also === "ask" && unsure.length > 0) {
    const sure = references.length - unsure.length;
    const done = sure === 0 ? "" : ` ${sure} other ${sure === 1 ? "place is" : "places are"} changed in any case.`;
    return {
      status: "ask",
      question: `Do these places mean the channel ${edit.channel} too?${done}`,
      doubts: unsure.map((each) => toDoubt(each, "")),
    };
  }
  const isWanted = ({ file, start, end }: Reference) =>
    typeof also !== "string" && also.some((place) => place.file === file.fileName && place.start === start && place.end === end);
  const wanted = references.filter((each) => each.doubt === null || isWanted(each));
  const inOthers = wanted.filter(({ doubt, isDeclaration }) => doubt !== null && isDeclaration).flatMap((each) => referencesOfOther(context, each));
  const declaration: Reference = {
    file: sourceFile,
    node: entry.name,
    start: entry.name.getStart(sourceFile),
    end: entry.name.end,
    form: ts.isShorthandPropertyAssignment(entry) ? "shorthand" : "key",
    doubt: null,
    isDeclaration: true,
  };
  const changes = new Map<string, TextChange[]>();
  const seen = new Set<string>();
  const quotes = new Map<string, TextStyle["quote"]>();
  for (const reference of [declaration, ...wanted, ...inOthers]) {
    const { fileName } = reference.file;
    const key = `${fileName}:${reference.start}`;
    if (seen.has(key)) continue;
    seen.add(key);
    const quote = quotes.get(fileName) ?? styleOf(reference.file.text).quote;
    quotes.set(fileName, quote);
    changes.set(fileName, [...(changes.get(fileName) ?? []), toChange(reference, edit.name, quote)]);
  }
  for (const each of changes.values()) each.sort((a, b) => a.start - b.start);
  return { status: "done", changes, notes: [] };
};

/** A channel that a subgraph shares is renamed in the subgraph's own code too, as far as that is sure. */
function referencesOfOther(context: EditContext, { file, start, end, node }: Reference): Reference[] {
  const holds = ({ state }: SourceGraph) =>
    state.entries !== null && state.entries.file === file.fileName && state.entries.start <= start && end <= state.entries.end;
  const graph = context.model.graphs.find((other) => other !== context.graph && holds(other));
  if (graph === undefined) return [];
  return findReferences({ ...context, graph }, node.getText(file).replace(/^["']|["']$/g, "")).filter(({ doubt }) => doubt === null);
}

function toChange({ file, node, start, end, form }: Reference, name: string, quote: TextStyle["quote"]): TextChange {
  switch (form) {
    case "property":
      return toPropertyChange(file, node, name, quote);
    case "element":
      return { start, end, text: toLiteral(name, file.text[start] === "'" ? "'" : '"') };
    case "key":
      return { start, end, text: toKey(name, quote) };
    case "shorthand":
    case "binding":
      return { start, end, text: `${toKey(name, quote)}: ${node.getText(file)}` };
    case "text":
      return { start, end, text: toLiteral(name, file.text[node.getStart(file)] === "'" ? "'" : '"').slice(1, -1) };
  }
}

/** `state.x` becomes `state["a name"]` for a name that is no identifier. */
function toPropertyChange(file: ts.SourceFile, node: ts.Node, name: string, quote: string): TextChange {
  const key = toKey(name, quote);
  const start = node.getStart(file);
  if (key === name) return { start, end: node.end, text: name };
  const { parent } = node;
  const isOptional = ts.isPropertyAccessExpression(parent) && parent.questionDotToken !== undefined;
  const dot = file.text.lastIndexOf(".", start - 1);
  return isOptional ? { start, end: node.end, text: `[${key}]` } : { start: dot, end: node.end, text: `[${key}]` };
}
