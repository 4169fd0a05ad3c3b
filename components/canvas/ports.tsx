import { Handle, Position } from "@xyflow/react";

/** React Flow measures where lines may end in the page; their routes come from the layout, so nothing of it is seen. */
export function Ports() {
  return (
    <>
      <Handle type="target" position={Position.Left} isConnectable={false} className="pointer-events-none opacity-0" />
      <Handle type="source" position={Position.Right} isConnectable={false} className="pointer-events-none opacity-0" />
    </>
  );
}
