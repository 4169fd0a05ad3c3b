import type { EdgeProps, NodeProps } from "@xyflow/react";
import { memo } from "react";
import { LineEdge, type LineEdgeType } from "../line-edge";
import { GroupNode, type GroupNodeType } from "./group-node";
import { useLive } from "./live-move";
import { isSameNode } from "./same-node";
import { WayEdge, type WayEdgeType } from "./way-edge";

/** A line as it runs while what it joins is moved. */
export const LiveWay = memo(function LiveWay(props: EdgeProps<WayEdgeType>) {
  const live = useLive(({ lines }) => lines.get(props.id));
  return live === undefined || props.data === undefined ? <WayEdge {...props} /> : <WayEdge {...props} data={{ ...props.data, ...live }} />;
});

export const LiveLine = memo(function LiveLine(props: EdgeProps<LineEdgeType>) {
  const live = useLive(({ lines }) => lines.get(props.id));
  return live === undefined || props.data === undefined ? <LineEdge {...props} /> : <LineEdge {...props} data={{ ...props.data, ...live }} />;
});

/** The frame of a group, of which only a part may be on its way. */
export const LiveGroup = memo(function LiveGroup(props: NodeProps<GroupNodeType>) {
  const frame = useLive(({ frames }) => frames.get(props.id));
  const { x = 0, y = 0, width = "100%", height = "100%" } = frame ?? {};
  return (
    <div className="absolute" style={{ left: x, top: y, width, height }}>
      <GroupNode {...props} />
    </div>
  );
}, isSameNode);
