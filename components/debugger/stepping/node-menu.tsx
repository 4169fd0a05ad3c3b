"use client";

import { BookOpenText } from "lucide-react";
import { Menu, MenuContent, MenuItem, MenuLabel, MenuLine, MenuTrigger } from "@/components/ui/menu";
import { focusPlace, nodePlace } from "@/components/ui/return-focus";
import type { CanvasPoint } from "../../canvas/canvas-store";
import { BreakpointItems } from "../breakpoints/breakpoint-items";
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
