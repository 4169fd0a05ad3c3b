import type ts from "typescript";
import type { TextChange } from "../../../schema/edit";
import { done, refused, type EditHandler } from "../context";
import { toKey } from "./code";
import { memberOf, typeOfChannels } from "./channels-object";
import { Refusal, type ChannelSpec, type FileWriter } from "./dialect";
import { toDocComment } from "./description";
import { addToLoneMessages } from "./lone-messages";
import { appendProperty } from "./object-literal";
import { refuseName, toChange } from "./spec";
import { findState } from "./state-place";

/** Adds a channel at the end of the state, in the form that the state is written in. */
export const addChannel: EditHandler<"add_channel"> = (context, edit) => {
  const taken = refuseName(context.graph, edit.name);
  if (taken !== null) return refused(taken.reason);
  const change = toChange(edit);
  if (change instanceof Refusal) return refused(change.reason);
  const spec: ChannelSpec = { type: change.type ?? "BaseMessage[]", reducer: change.reducer ?? "last", default: change.default ?? null };
  const comment = edit.description.trim() === "" ? null : toDocComment(edit.description);
  const { kind } = context.graph.state;
  if (kind === "messages_annotation" || kind === "messages_zod") return addToLoneMessages(context, kind, edit.name, spec, comment);

  const state = findState(context);
  if (state instanceof Refusal) return refused(state.reason, context.graph.state.place);
  const { writer, object, dialect } = state;
  const value = dialect.write(spec, writer);
  if (value instanceof Refusal) return refused(value.reason);
  const entry = `${toKey(edit.name, writer.style.quote)}: ${value}`;
  const member = addMember(object, edit.name, spec, writer);
  const changes = [...writer.imports, ...appendProperty(writer.sourceFile, object, entry, comment), ...member];
  return done(writer.sourceFile.fileName, changes);
};

/** The type of the old channels stands in an interface of its own. */
export function addMember(object: ts.ObjectLiteralExpression, name: string, spec: ChannelSpec, writer: FileWriter): TextChange[] {
  const type = typeOfChannels(object);
  if (type === null || memberOf(type, name) !== null) return [];
  const { sourceFile, style } = writer;
  const last = type.members.at(-1);
  const written = `${toKey(name, style.quote)}: ${spec.reducer === "messages" ? `${writer.baseMessage()}[]` : spec.type}`;
  if (last === undefined) return [{ start: type.end - 1, end: type.end - 1, text: ` ${written} ` }];
  const text = sourceFile.text;
  const separator = /[;,]$/.exec(last.getText(sourceFile))?.[0];
  const line = text.slice(text.lastIndexOf("\n", last.getStart(sourceFile) - 1) + 1, last.getStart(sourceFile));
  const gap = line.trim() === "" ? style.eol + line : " ";
  return [{ start: last.end, end: last.end, text: `${separator === undefined ? ";" : ""}${gap}${written}${separator ?? ""}` }];
}
