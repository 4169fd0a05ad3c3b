import ts from "typescript";
import type { SourceKit, SourceState } from "../../schema/source";
import { literalName, type FunctionNode } from "../../source/ast";
import { isReference } from "../../source/scope";
import type { GraphScope } from "../check";
import type { Code } from "./code";
import { returnsAreKnown } from "./updates";

/** Who uses the channels. null where the text does not show it for some node or router. */
export type ChannelUse = {
  readers: Map<string, Set<string>>;
  writers: Map<string, Set<string>>;
  /** Named in a router, which may send it to a node. */
  routed: Set<string>;
};

/** Which nodes read and write each channel; a router counts as the node that it stands behind. */
export function channelUse({ graph, code }: GraphScope): ChannelUse | null {
  const readers = new Map<string, Set<string>>();
  const writers = new Map<string, Set<string>>();
  const note = (uses: Map<string, Set<string>>, channel: string, by: string) => uses.set(channel, (uses.get(channel) ?? new Set()).add(by));
  const routed = new Set<string>();
  for (const node of graph.nodes) {
    const { name, reads, writes } = node;
    if (node.kit !== null) {
      const named = namedByKit(code, node.kit);
      if (named === null) return null;
      for (const uses of [readers, writers]) for (const channel of [...named, ...(reads ?? []), ...(writes ?? [])]) note(uses, channel, name);
      continue;
    }
    const fn = code.functionOf(node.action);
    if (reads === null || writes === null) return null;
    const isOfLibrary = node.action.kind === "tool_node" || node.action.kind === "agent";
    if (fn === null ? !isOfLibrary : handsStateOn(fn) || !returnsAreKnown(code, node)) return null;
    for (const channel of reads) note(readers, channel, name);
    for (const channel of writes) note(writers, channel, name);
  }
  const names = new Set(graph.channels.map(({ name }) => name));
  for (const { router, source } of graph.conditional) {
    const fn = code.functionOf(router);
    if (fn === null) return null;
    if (handsStateOn(fn)) return null;
    for (const channel of wordsOf(fn)) {
      if (!names.has(channel)) continue;
      note(readers, channel, source);
      routed.add(channel);
    }
  }
  return { readers, writers, routed };
}

/** Whether a function uses its state as a whole, so that its text does not show what is read of it. */
function handsStateOn({ parameters, body }: FunctionNode): boolean {
  const [state] = parameters;
  if (state === undefined || body === undefined) return false;
  if (!ts.isIdentifier(state.name)) return isRest(state.name);
  const name = state.name.text;
  const visit = (node: ts.Node): boolean => {
    if (!ts.isIdentifier(node) || node.text !== name || !isReference(node)) return ts.forEachChild(node, visit) ?? false;
    const { parent } = node;
    if (ts.isPropertyAccessExpression(parent)) return false;
    return !ts.isVariableDeclaration(parent) || isRest(parent.name);
  };
  return visit(body);
}

/** False for a pattern that names each part that it takes. */
function isRest(name: ts.BindingName): boolean {
  return ts.isIdentifier(name) || name.elements.some((element) => ts.isBindingElement(element) && element.dotDotDotToken !== undefined);
}

/** Everything that the settings of a node of the kit name, in templates too: what it reads and writes is among it. null where they are elsewhere. */
function namedByKit(code: Code, { place, code: settings }: SourceKit): Set<string> | null {
  if (Object.values(settings).some((text) => /^[A-Za-z_$][\w$.]*$/.test(text))) return null;
  const object = code.nodeAt(place, ts.isObjectLiteralExpression);
  return object === null ? null : wordsOf(object);
}

/** All names and texts in a piece of code: what it may read. */
function wordsOf(node: ts.Node): Set<string> {
  const words = new Set<string>();
  const visit = (at: ts.Node): void => {
    if (ts.isIdentifier(at)) words.add(at.text);
    else if (ts.isStringLiteralLike(at) || ts.isTemplateLiteralToken(at))
      for (const word of [at.text, ...(at.text.match(/[\p{L}\p{N}_$]+/gu) ?? [])]) words.add(word);
    ts.forEachChild(at, visit);
  };
  visit(node);
  return words;
}

/** The channels that an input or output schema names; null where it cannot be told. */
export function namesOfState(code: Code, state: SourceState): Set<string> | null {
  const object = state.entries === null ? null : code.nodeAt(state.entries, ts.isObjectLiteralExpression);
  if (object === null) return null;
  const names = new Set<string>();
  for (const property of object.properties) {
    const name = property.name === undefined ? null : literalName(property.name);
    if (name === null) return null;
    names.add(name);
  }
  return names;
}
