import ts from "typescript";
import type { TextChange } from "../../../schema/edit";
import type { SourceChannel } from "../../../schema/source";
import { done, refused, type EditHandler } from "../context";
import { addMember } from "./add-channel";
import { channelsObject, memberOf, typeOfChannels } from "./channels-object";
import { changeDescription } from "./description";
import { Refusal, type ChannelChange } from "./dialect";
import { toChange } from "./spec";
import { findChannel, type StatePlace } from "./state-place";

/** Changes a channel's type, reducer, default or description; what is not named stays as it is. */
export const setChannel: EditHandler<"set_channel"> = (context, edit) => {
  const found = findChannel(context, edit.channel);
  if (found instanceof Refusal) return refused(found.reason, context.graph.channels.find(({ name }) => name === edit.channel)?.place ?? null);
  const wanted = toChange(edit);
  if (wanted instanceof Refusal) return refused(wanted.reason);
  const { state, entry } = found;
  const { writer, dialect } = state;
  const value = valueOf(entry, found.channel);
  if (value === null) return refused(`${edit.channel} is declared in a way that cannot be changed here. Change it in the code.`, found.channel.place);
  const isChanged = wanted.type !== undefined || wanted.reducer !== undefined || wanted.default !== undefined;
  const inside = isChanged ? dialect.change(value, wanted, writer) : [];
  if (inside instanceof Refusal) return refused(inside.reason, found.channel.place);
  const description = edit.description === undefined ? [] : changeDescription(entry, value, edit.description, writer);
  const member = dialect === channelsObject ? changeMember(state, edit.channel, wanted) : [];
  if (member instanceof Refusal) return refused(member.reason, found.channel.place);
  // A shorthand entry of something that is declared elsewhere becomes one with a value of its own.
  const start = entry.getStart(writer.sourceFile);
  const named =
    inside.length > 0 && ts.isShorthandPropertyAssignment(entry) && value === entry.name ? [{ start, end: start, text: `${entry.name.text}: ` }] : [];
  return done(writer.sourceFile.fileName, [...writer.imports, ...description, ...named, ...inside, ...member]);
};

/**
 * The expression to change. What an entry takes from a constant of the file is changed there: a schema that several states
 * take in shorthand, a channel with its reducer. null for what stands elsewhere.
 */
function valueOf(entry: ts.ObjectLiteralElementLike, channel: SourceChannel): ts.Expression | null {
  if (ts.isShorthandPropertyAssignment(entry)) return constantOf(entry, entry.name.text) ?? (channel.reducer === null ? entry.name : null);
  if (!ts.isPropertyAssignment(entry)) return null;
  let value = entry.initializer;
  while (ts.isParenthesizedExpression(value) || ts.isAsExpression(value) || ts.isSatisfiesExpression(value)) value = value.expression;
  const isNamed = ts.isIdentifier(value) || ts.isPropertyAccessExpression(value);
  if (!isNamed || channel.reducer === null || /Messages\w*Value$|^(?:\w+\.)?MessagesZodState\./.test(value.getText())) return value;
  return ts.isIdentifier(value) ? constantOf(entry, value.text) : null;
}

function constantOf(node: ts.Node, name: string): ts.Expression | null {
  for (const statement of node.getSourceFile().statements) {
    if (!ts.isVariableStatement(statement)) continue;
    const found = statement.declarationList.declarations.find((each) => ts.isIdentifier(each.name) && each.name.text === name);
    if (found?.initializer !== undefined) return found.initializer;
  }
  return null;
}

/** The old channels have their types in an interface. */
function changeMember({ object, writer }: StatePlace, name: string, wanted: ChannelChange): TextChange[] | Refusal {
  if (wanted.type === undefined && wanted.reducer !== "messages") return [];
  const type = typeOfChannels(object);
  if (type === null)
    return new Refusal("The type of this channel stands nowhere in this file, or in a way that cannot be read. Change it in the code.");
  const code = wanted.reducer === "messages" ? `${writer.baseMessage()}[]` : (wanted.type ?? "unknown");
  const member = memberOf(type, name);
  if (member === null) return addMember(object, name, { type: code, reducer: "last", default: null }, writer);
  if (member.type === undefined) return [{ start: member.name.end, end: member.name.end, text: `: ${code}` }];
  return [{ start: member.type.getStart(writer.sourceFile), end: member.type.end, text: code }];
}
