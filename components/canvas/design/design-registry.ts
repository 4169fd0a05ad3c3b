import type { EdgeTypes, NodeTypes } from "@xyflow/react";
import { CardNode, type CardNodeType } from "../card-node";
import type { FrameNodeType } from "../frame-node";
import type { LineEdgeType } from "../line-edge";
import { MarkNode, type MarkNodeType } from "../mark-node";
import { EndNode, type EndNodeType } from "./end-node";
import type { GroupNodeType } from "./group-node";
import { LiveGroup, LiveLine, LiveWay } from "./live-elements";
import { NoteNode, type NoteNodeType } from "./note-node";
import { OpenedNode } from "./opened-node";
import { StepNode, type StepNodeType } from "./step-node";
import type { WayEdgeType } from "./way-edge";

export type DesignNode = StepNodeType | EndNodeType | FrameNodeType | GroupNodeType | NoteNodeType | CardNodeType | MarkNodeType;
export type DesignEdge = WayEdgeType | LineEdgeType;

/** One component per shape of a node; `card` and `mark` are what stands inside of opened subgraphs, to be looked at. */
export const designNodeTypes = {
  step: StepNode,
  end: EndNode,
  frame: OpenedNode,
  group: LiveGroup,
  note: NoteNode,
  card: CardNode,
  mark: MarkNode,
} satisfies Record<NonNullable<DesignNode["type"]>, NodeTypes[string]>;
export const designEdgeTypes = { way: LiveWay, line: LiveLine } satisfies Record<NonNullable<DesignEdge["type"]>, EdgeTypes[string]>;
