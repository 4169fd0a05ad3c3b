import type { Node, Program, Root } from "../expression/program";

/** Of a node its parts, those of an arrow function included. */
function partsOf(node: Node): Node[] {
  switch (node.kind) {
    case "value":
    case "local":
    case "channel":
    case "whole":
      return [];
    case "member":
      return [node.object, node.key];
    case "chain":
      return [node.body];
    case "call":
      return [...node.args];
    case "method":
      return [node.object, ...node.args, ...(node.callback === null ? [] : [node.callback.body])];
    case "unary":
      return [node.operand];
    case "binary":
    case "logical":
      return [node.left, node.right];
    case "choice":
      return [node.test, node.yes, node.no];
    case "list":
      return node.items.map((item) => item.node);
    case "object":
      return node.entries.flatMap((one) => ("spread" in one ? [one.spread] : [one.key, one.value]));
    case "template":
      return [...node.parts];
  }
}

/** The channel of which a node asks for the length and nothing else. */
function measured(node: Node): Extract<Node, { kind: "channel" }> | null {
  const of =
    node.kind === "member" && node.key.kind === "value" && node.key.value === "length"
      ? node.object
      : node.kind === "call" && node.name === "len" && node.args.length === 1
        ? node.args[0]
        : undefined;
  return of?.kind === "channel" ? of : null;
}

/**
 * Channels of which an expression wants to know only how long they are (`notes.length > 3`): of a long list SQLite can
 * tell that without anybody reading the list.
 */
export function readForLengthAlone(program: Program, root: Exclude<Root, "update">): ReadonlySet<string> {
  const forLength = new Set<string>();
  const forMore = new Set<string>();
  const visit = (node: Node): void => {
    const channel = measured(node);
    if (channel !== null) {
      if (channel.root === root) forLength.add(channel.name);
      return;
    }
    if (node.kind === "channel" && node.root === root) forMore.add(node.name);
    partsOf(node).forEach(visit);
  };
  visit(program.root);
  return new Set([...forLength].filter((name) => !forMore.has(name)));
}
