import type { ElkNode } from "elkjs/lib/elk-api";
import type { LayoutNode } from "@/lib/graph/layout-input";

/** ELK answers in the format that it was asked in; its type only allows for edges without labels' sizes. */
export function toLayoutNode(node: ElkNode): LayoutNode {
  const { id, x = 0, y = 0, width = 0, height = 0 } = node;
  const edges = (node.edges ?? []).map((edge) => ({
    id: edge.id,
    sources: edge.sources,
    targets: edge.targets,
    sections: edge.sections ?? [],
    labels: (edge.labels ?? []).map((label) => ({ ...label, text: label.text ?? "", width: label.width ?? 0, height: label.height ?? 0 })),
  }));
  return { id, x, y, width, height, edges, children: (node.children ?? []).map(toLayoutNode) };
}
