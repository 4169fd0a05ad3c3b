import type { NodeProps } from "@xyflow/react";
import { memo } from "react";
import { FrameNode, type FrameNodeType } from "../frame-node";
import { ProblemBadge } from "./badges";
import { useDesign, useDesignStore, useWireRole } from "./design-store";
import { isSameNode } from "./same-node";
import { WirePort } from "./wire-port";

/** An opened subgraph: what stands inside is to be looked at; around it, it is a node like any other. */
export const OpenedNode = memo(function OpenedNode(props: NodeProps<FrameNodeType>) {
  const { id, data } = props;
  const store = useDesignStore();
  const badge = useDesign((state) => state.nodeBadges.get(id));
  const role = useWireRole(id);
  return (
    <>
      <FrameNode {...props} />
      {(role === "valid" || role === "over") && (
        <span
          aria-hidden
          className={`pointer-events-none absolute inset-0 rounded-[10px] ring-2 ${role === "over" ? "ring-focus" : "ring-focus/40"}`}
        />
      )}
      {badge !== undefined && (
        <ProblemBadge
          badge={badge}
          label={`Problems of ${data.node.name}: ${badge.text}`}
          className="absolute -top-3 -left-3"
          onOpen={(at) => store.handlers.onShowProblems({ kind: "node", id }, at)}
        />
      )}
      {data.node.parent === null && <WirePort id={id} name={data.node.name} />}
    </>
  );
}, isSameNode);
