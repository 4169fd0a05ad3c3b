import ts from "typescript";
import type { TextChange } from "../../../schema/edit";
import { refused, type EditHandler } from "../context";
import { Refusal } from "./dialect";
import { removeProperty } from "./object-literal";
import { findReferences, toDoubt, type Reference } from "./references";
import { findChannel } from "./state-place";

/** Takes a channel out of the state, and out of the schemas that name it; asks first where code still uses it. */
export const deleteChannel: EditHandler<"delete_channel"> = (context, edit) => {
  const found = findChannel(context, edit.channel);
  if (found instanceof Refusal) return refused(found.reason, context.graph.channels.find(({ name }) => name === edit.channel)?.place ?? null);
  const references = findReferences(context, edit.channel);
  const uses = references.filter(({ isDeclaration, doubt }) => !isDeclaration || doubt !== null);
  if (edit.also === "ask" && uses.length > 0) {
    return {
      status: "ask",
      question: `${edit.channel} is still used. Delete it all the same? These places stay as they are and have to be changed by hand.`,
      doubts: uses.map((each) => toDoubt(each, "It names the channel.")),
    };
  }
  const { state, entry } = found;
  const changes = new Map<string, TextChange[]>();
  const add = (file: string, change: TextChange) => changes.set(file, [...(changes.get(file) ?? []), change]);
  add(state.writer.sourceFile.fileName, removeProperty(state.writer.sourceFile, state.object, entry));
  for (const reference of references.filter(({ isDeclaration, doubt }) => isDeclaration && doubt === null)) {
    const change = removeDeclaration(reference);
    if (change !== null) add(reference.file.fileName, change);
  }
  for (const each of changes.values()) each.sort((a, b) => a.start - b.start);
  return { status: "done", changes, notes: [] };
};

/** An entry of an input or output schema, or a member of the old channels' type. */
function removeDeclaration({ file, node }: Reference): TextChange | null {
  const { parent } = node;
  if (ts.isObjectLiteralElementLike(parent) && ts.isObjectLiteralExpression(parent.parent)) return removeProperty(file, parent.parent, parent);
  if (!ts.isPropertySignature(parent)) return null;
  const start = parent.getStart(file);
  const lineStart = file.text.lastIndexOf("\n", start - 1) + 1;
  const rest = /^[ \t]*\r?\n/.exec(file.text.slice(parent.end))?.[0];
  const isOwnLine = file.text.slice(lineStart, start).trim() === "" && rest !== undefined;
  return isOwnLine ? { start: lineStart, end: parent.end + rest.length, text: "" } : { start, end: parent.end, text: "" };
}
