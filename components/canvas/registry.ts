import type { NodeTypes, EdgeTypes } from "@xyflow/react";
import type { VisibleNode } from "@/lib/graph/layout-input";
import { CardNode, type CardNodeType } from "./card-node";
import { FrameNode, type FrameNodeType } from "./frame-node";
import { LineEdge, type LineEdgeType } from "./line-edge";
import { MarkNode, type MarkNodeType } from "./mark-node";

export type CanvasNode = CardNodeType | MarkNodeType | FrameNodeType;
export type CanvasEdge = LineEdgeType;

/** One component per shape of a node. */
export const nodeTypes = { card: CardNode, mark: MarkNode, frame: FrameNode } satisfies Record<VisibleNode["shape"], NodeTypes[string]>;
export const edgeTypes = { line: LineEdge } satisfies EdgeTypes;
