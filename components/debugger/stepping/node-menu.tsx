"use client";

import { BookOpenText, CircleDashed, MousePointerClick } from "lucide-react";
import { Menu, MenuContent, MenuItem, MenuLabel, MenuLine, MenuTrigger } from "@/components/ui/menu";
import { focusPlace, nodePlace } from "@/components/ui/return-focus";
import { breakpointsAt, type When } from "@/lib/graph/breakpoint-marks";
import type { CanvasPoint } from "../../canvas/canvas-store";
import { useBreakpoints } from "../breakpoints/breakpoints-context";
import { useWorkbench } from "../workbench-context";
import { NODE_COMMAND_ICONS } from "./node-command-icons";
import type { NodeCommand } from "./node-commands";
import { useNodeCommands } from "./use-node-commands";

/** Everything that can be done with a node, where the pointer is. */
export function NodeMenu({ nodeId, at, onClose }: { nodeId: string; at: CanvasPoint; onClose: () => void }) {
  const { mode, description, select } = useWorkbench();
  const commands = useNodeCommands(nodeId);
  const name = description?.nodes.find(({ id }) => id === nodeId)?.name ?? nodeId;
  return (
    <Menu open modal={false} onOpenChange={(open) => (open ? undefined : onClose())}>
      <MenuTrigger asChild>
        <span aria-hidden className="pointer-events-none fixed size-px" style={{ left: at.x, top: at.y }} />
      </MenuTrigger>
      <MenuContent
        align="start"
        sideOffset={2}
        aria-label={`What to do with ${name}`}
        className="w-72"
        data-return-focus={nodePlace(nodeId)}
        onCloseAutoFocus={(event) => {
          event.preventDefault();
          focusNode(nodeId);
        }}
      >
        <MenuLabel>
          <span className="font-mono">{name}</span>
        </MenuLabel>
        <BreakpointItems nodeId={nodeId} />
        {mode === "debug" ? <MenuLine /> : null}
        {mode === "debug" ? commands.map((command) => <CommandItem key={command.id} command={command} />) : null}
        <MenuLine />
        <MenuItem onSelect={() => select({ node: nodeId })}>
          <BookOpenText />
          Inspect
        </MenuItem>
      </MenuContent>
    </Menu>
  );
}

/** Gives the focus back to the node, unless a dialog or the editor of a breakpoint took it. */
function focusNode(nodeId: string): void {
  if (document.querySelector("[role=dialog]") !== null) return;
  focusPlace(nodePlace(nodeId));
}

function BreakpointItems({ nodeId }: { nodeId: string }) {
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

function CommandItem({ command }: { command: NodeCommand }) {
  const Icon = NODE_COMMAND_ICONS[command.id];
  return (
    <MenuItem disabled={command.reason !== null} onSelect={command.run} className="items-start" title={command.reason ?? command.explanation}>
      <Icon className="mt-1" />
      <span className="min-w-0">
        {command.label}
        <span className="block text-xs text-muted">{command.reason ?? command.explanation}</span>
      </span>
    </MenuItem>
  );
}
