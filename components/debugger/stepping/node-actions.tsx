"use client";

import { Button } from "@/components/ui/button";
import { Tooltip } from "@/components/ui/tooltip";
import { NODE_COMMAND_ICONS } from "./node-command-icons";
import { useNodeCommands } from "./use-node-commands";

/** What can be done with a node at the selected moment, each with what it does on pointing at it. */
export function NodeActions({ nodeId }: { nodeId: string }) {
  const commands = useNodeCommands(nodeId);
  return (
    <div role="group" aria-label="What to do with the node" className="mt-2.5 flex flex-wrap gap-1">
      {commands.map(({ id, label, explanation, reason, run }) => {
        const Icon = NODE_COMMAND_ICONS[id];
        return (
          <Tooltip key={id} content={reason === null ? explanation : `${reason}.`}>
            <Button
              size="sm"
              aria-disabled={reason !== null}
              className="aria-disabled:cursor-not-allowed aria-disabled:opacity-45 aria-disabled:enabled:hover:bg-panel"
              onClick={() => {
                if (reason === null) run();
              }}
            >
              <Icon />
              {label}
            </Button>
          </Tooltip>
        );
      })}
    </div>
  );
}
