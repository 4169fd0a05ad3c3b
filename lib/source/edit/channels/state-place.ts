import ts from "typescript";
import type { Place, SourceChannel, SourceState } from "../../../schema/source";
import { literalName, parse } from "../../ast";
import type { EditContext } from "../context";
import { annotation } from "./annotation";
import { channelsObject } from "./channels-object";
import { FileWriter, Refusal, type Dialect } from "./dialect";
import { stateSchema } from "./state-schema";
import { zodObject } from "./zod-object";

const DIALECTS: Partial<Record<SourceState["kind"], Dialect>> = {
  state_schema: stateSchema,
  annotation,
  zod: zodObject,
  channels: channelsObject,
};

/** Where a state's channels stand, and how they are written there. */
export type StatePlace = { dialect: Dialect; object: ts.ObjectLiteralExpression; writer: FileWriter };

/** The object literal that a place names; null where the text has another one by now. */
export function objectAt(context: Pick<EditContext, "host">, place: Place): ts.ObjectLiteralExpression | null {
  const text = context.host.read(place.file);
  if (text === null) return null;
  const found = nodeAt(parse(text, place.file), place, ts.isObjectLiteralExpression);
  return found;
}

/** The outermost node of a kind that stands exactly at a place. */
export function nodeAt<Found extends ts.Node>(
  sourceFile: ts.SourceFile,
  place: Pick<Place, "start" | "end">,
  is: (node: ts.Node) => node is Found,
): Found | null {
  const visit = (node: ts.Node): Found | null => {
    if (place.start < node.pos || place.end > node.end) return null;
    if (is(node) && node.getStart(sourceFile) === place.start && node.end === place.end) return node;
    return ts.forEachChild(node, visit) ?? null;
  };
  return visit(sourceFile);
}

/** Where the channels of a graph's state can be written. */
export function findState(context: EditContext): StatePlace | Refusal {
  const { state, api } = context.graph;
  if (api === "agent")
    return new Refusal("The state belongs to the agent that this workflow is. Give it one of its own (`stateSchema`) in the code.");
  const dialect = DIALECTS[state.kind];
  if (dialect === undefined || state.entries === null) {
    return new Refusal("How this workflow's state is written could not be read, so it cannot be changed here. Change it in the code.");
  }
  const object = objectAt(context, state.entries);
  if (object === null) return new Refusal(`The state is no longer where it was in ${state.entries.file}. Try again.`);
  return { dialect, object, writer: new FileWriter(object.getSourceFile()) };
}

/** A channel's entry in an object literal, where it stands in this one. */
export function entryOf(object: ts.ObjectLiteralExpression, name: string): ts.ObjectLiteralElementLike | null {
  return object.properties.find((property) => property.name !== undefined && literalName(property.name) === name) ?? null;
}

/** A channel with the object and entry that declare it; a refusal where it is none that can be changed here. */
export function findChannel(
  context: EditContext,
  name: string,
): { channel: SourceChannel; state: StatePlace; entry: ts.ObjectLiteralElementLike } | Refusal {
  const channel = context.graph.channels.find((each) => each.name === name);
  if (channel === undefined) return new Refusal(`The state has no channel called ${name} any more.`);
  if (channel.locked !== null) return new Refusal(channel.locked);
  if (channel.place === null) return new Refusal(`${name} comes from the library and cannot be changed.`);
  const text = context.host.read(channel.place.file);
  const state = findState(context);
  if (text === null) return new Refusal(`The file ${channel.place.file} does not exist any more.`);
  const is = (node: ts.Node): node is ts.ObjectLiteralElementLike => ts.isObjectLiteralElementLike(node);
  const entry = nodeAt(parse(text, channel.place.file), channel.place, is);
  if (entry === null || !ts.isObjectLiteralExpression(entry.parent))
    return new Refusal(`${name} is declared in a way that cannot be changed here. Change it in the code.`);
  if (!(state instanceof Refusal) && state.object === entry.parent) return { channel, state, entry };
  // It may come from another object that is spread into this one.
  const object = entry.parent;
  const dialect = dialectOf(object) ?? (state instanceof Refusal ? null : state.dialect);
  if (dialect === null) return new Refusal(`${name} is declared in a way that cannot be changed here. Change it in the code.`);
  return { channel, state: { dialect, object, writer: new FileWriter(object.getSourceFile()) }, entry };
}

/** Tells by the call around an object literal which form of state it is. */
function dialectOf(object: ts.ObjectLiteralExpression): Dialect | null {
  const { parent } = object;
  if (!ts.isCallExpression(parent) && !ts.isNewExpression(parent)) return null;
  const callee = parent.expression.getText();
  if (/\bAnnotation\.Root$/.test(callee)) return annotation;
  if (/\bStateSchema$/.test(callee)) return stateSchema;
  return /\.(object|extend|looseObject|strictObject|safeExtend)$/.test(callee) ? zodObject : null;
}
