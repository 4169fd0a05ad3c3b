"use client";

import { CircleDashed, MousePointerClick } from "lucide-react";
import { MenuItem } from "@/components/ui/menu";
import { breakpointsAt, type When } from "@/lib/graph/breakpoint-marks";
import { useBreakpoints } from "./breakpoints-context";

/** What a node's menu has for its breakpoints. */
export function BreakpointItems({ nodeId }: { nodeId: string }) {
  const { list, toggle, edit } = useBreakpoints();
  const item = (when: When) => {
    const here = breakpointsAt(list, nodeId, when);
    const key = when === "before" ? "F9" : "Shift+F9";
    return (
      <MenuItem key={when} onSelect={() => toggle(nodeId, when)}>
        <CircleDashed className={here.length > 0 ? "fill-bad !text-bad" : undefined} />
        {here.length === 0 ? `Stop ${when} it` : here.some(({ enabled }) => enabled) ? `Do not stop ${when} it` : `Stop ${when} it again`}
        <kbd className="ml-auto font-sans text-xs text-faint">{key}</kbd>
      </MenuItem>
    );
  };
  const [known] = [...breakpointsAt(list, nodeId, "before"), ...breakpointsAt(list, nodeId, "after")];
  return (
    <>
      {item("before")}
      {item("after")}
      <MenuItem
        onSelect={() =>
          edit(
            known === undefined
              ? { id: null, spec: { kind: "node", node: nodeId, when: "before", condition: null, hits: null } }
              : { id: known.breakpoint_id, spec: known.spec },
          )
        }
      >
        <MousePointerClick />
        Stop only if…
      </MenuItem>
    </>
  );
}
