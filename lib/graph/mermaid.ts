import type { GraphDescription, GraphEdge, GraphNode } from "../schema/graph";
import type { Direction } from "./layout-input";

const START = "__start__";
const END = "__end__";
/** Words of Mermaid, which a node's id cannot be. */
const RESERVED = new Set([
  "end",
  "graph",
  "flowchart",
  "subgraph",
  "class",
  "classdef",
  "style",
  "linkstyle",
  "click",
  "default",
  "direction",
  "accdescr",
  "acctitle",
]);

/**
 * A workflow's drawing as a Mermaid flowchart: plain edges solid, those that a router or a `Command` decides dotted with
 * their labels, opened subgraphs as groups.
 */
export function toMermaid(description: Pick<GraphDescription, "nodes" | "edges">, direction: Direction = "TB"): string {
  const ids = toIds(description.nodes);
  const known = new Set(description.nodes.map(({ id }) => id));
  const lines = [`flowchart ${direction === "LR" ? "LR" : "TD"}`];
  const write = (parent: string | null, indent: string): void => {
    for (const node of description.nodes.filter((each) => each.parent === parent)) {
      const isGroup = description.nodes.some((other) => other.parent === node.id);
      if (!isGroup) {
        lines.push(`${indent}${toNode(node, ids)}`);
        continue;
      }
      lines.push(`${indent}subgraph ${ids.get(node.id) ?? ""} ["${escape(node.name)}"]`);
      write(node.id, `${indent}  `);
      lines.push(`${indent}end`);
    }
  };
  write(null, "  ");
  for (const edge of description.edges) {
    if (known.has(edge.source) && known.has(edge.target)) lines.push(...toEdges(edge, ids).map((line) => `  ${line}`));
  }
  return `${lines.join("\n")}\n`;
}

/** Names that Mermaid takes as they are stay; others are counted. */
function toIds(nodes: readonly GraphNode[]): Map<string, string> {
  const ids = new Map<string, string>();
  const taken = new Set(nodes.map(({ id }) => id));
  let count = 0;
  for (const { id } of nodes) {
    if (/^[A-Za-z_][A-Za-z0-9_]*$/.test(id) && !RESERVED.has(id.toLowerCase())) {
      ids.set(id, id);
      continue;
    }
    do count += 1;
    while (taken.has(`n${count}`));
    ids.set(id, `n${count}`);
  }
  return ids;
}

function toNode({ id, name, kind }: GraphNode, ids: ReadonlyMap<string, string>): string {
  const own = ids.get(id) ?? id;
  if (id === START || kind === "start") return `${own}(["start"])`;
  if (id === END || kind === "end") return `${own}(["end"])`;
  return own === name ? own : `${own}["${escape(name)}"]`;
}

function toEdges({ source, target, kind, labels }: GraphEdge, ids: ReadonlyMap<string, string>): string[] {
  const from = ids.get(source) ?? source;
  const to = ids.get(target) ?? target;
  const arrow = kind === "static" ? "-->" : "-.->";
  const shown = labels.filter((label) => label !== "");
  if (shown.length === 0) return [`${from} ${arrow} ${to}`];
  return shown.map((label) => `${from} ${arrow}|"${escape(label)}"| ${to}`);
}

/** Text inside quotes: what would end it, or be read as markup, is written by its number. */
function escape(text: string): string {
  return text.replace(/[#"<>|&`]/g, (character) => `#${character.codePointAt(0) ?? 0};`).replace(/\s+/g, " ");
}
