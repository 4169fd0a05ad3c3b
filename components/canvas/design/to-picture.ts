import type { Box } from "@/lib/graph/layout-input";
import type { Picture, PictureEdge, PictureNode } from "@/lib/graph/picture";
import { toArrowhead, toMidpoint, toRoundedPath } from "../route";
import type { DesignEdge, DesignNode } from "./design-registry";

/** What is drawn, with every node where it stands on the whole. */
export function toPicture(title: string, nodes: readonly DesignNode[], edges: readonly DesignEdge[]): Picture {
  const byId = new Map(nodes.map((node) => [node.id, node]));
  return { title, nodes: nodes.map((node) => toPictureNode(node, boxOf(node, byId))), edges: edges.flatMap(toPictureEdge) };
}

function boxOf(node: DesignNode, byId: ReadonlyMap<string, DesignNode>): Box {
  const frame = node.parentId === undefined ? undefined : byId.get(node.parentId);
  const { x, y } = frame === undefined ? { x: 0, y: 0 } : boxOf(frame, byId);
  return { x: node.position.x + x, y: node.position.y + y, width: node.width ?? 0, height: node.height ?? 0 };
}

function toPictureNode(node: DesignNode, box: Box): PictureNode {
  const plain = { box, line: null, isLocked: false };
  switch (node.type) {
    case "step":
      return { ...plain, shape: "card", title: node.data.name, line: node.data.description, isLocked: node.data.locked !== null };
    case "card":
      return { ...plain, shape: "card", title: node.data.node.name, line: node.data.node.description };
    case "end":
      return { ...plain, shape: node.data.end, title: node.data.end };
    case "mark":
      return { ...plain, shape: node.data.node.kind === "start" ? "start" : "end", title: node.data.node.kind };
    case "frame":
      return { ...plain, shape: "frame", title: node.data.node.name };
    case "group":
      return { ...plain, shape: "group", title: node.data.title };
    default:
      return { ...plain, shape: "note", title: node.type === "note" ? node.data.text : "" };
  }
}

function toPictureEdge({ data }: DesignEdge): PictureEdge[] {
  if (data === undefined) return [];
  const { points, edge, labelAt } = data;
  return [
    {
      path: toRoundedPath(points),
      arrowhead: toArrowhead(points),
      points,
      kind: edge.kind,
      labels: edge.labels,
      at: labelAt ?? toMidpoint(points),
    },
  ];
}
