"use client";

import { Command } from "cmdk";
import { CornerDownRight, Flag } from "lucide-react";
import { KitIcon } from "@/components/canvas/node-icon";
import { Popover, PopoverAnchor, PopoverContent } from "@/components/ui/popover";
import { useEditor, type AddNodeRequest } from "../editor-context";
import { fitsSearch, kitGroups } from "./kit-items";
import { useAddNode } from "./use-add-node";

const END = "__end__";
const heading =
  "[&_[cmdk-group-heading]]:px-2 [&_[cmdk-group-heading]]:pt-2 [&_[cmdk-group-heading]]:pb-1 [&_[cmdk-group-heading]]:text-xs [&_[cmdk-group-heading]]:font-medium [&_[cmdk-group-heading]]:text-faint";
const row =
  "flex min-h-8 cursor-default items-center gap-2 rounded px-2 py-1 data-[selected=true]:bg-hover [&_svg]:size-3.5 [&_svg]:shrink-0 [&_svg]:text-muted";

/**
 * The search for a node to add, as it was asked for by `openPalette`; nothing while it was not. `at` is where it opens, in
 * client pixels. `place` is where a new node goes that no place was asked for, in canvas units.
 */
export function AddNodeMenu({ at, place }: { at: { x: number; y: number }; place?: { x: number; y: number } }) {
  const { addRequest, closePalette } = useEditor();
  if (addRequest === null) return null;
  const isFree = addRequest.at === undefined && addRequest.edge === undefined && addRequest.from === undefined;
  const request = isFree && place !== undefined ? { ...addRequest, at: place } : addRequest;
  return (
    <Popover open onOpenChange={(open) => (open ? undefined : closePalette())}>
      <PopoverAnchor asChild>
        <span aria-hidden className="pointer-events-none fixed size-px" style={{ left: at.x, top: at.y }} />
      </PopoverAnchor>
      <PopoverContent align="start" aria-label="Add a node" className="w-[280px] overflow-hidden" onKeyDown={(event) => event.stopPropagation()}>
        <MenuBody request={request} onDone={closePalette} />
      </PopoverContent>
    </Popover>
  );
}

function MenuBody({ request, onDone }: { request: AddNodeRequest; onDone: () => void }) {
  const { graph } = useEditor();
  const actions = useAddNode();
  const { from } = request;
  const targets = from === undefined || graph === null ? [] : graph.nodes.map(({ name }) => name).filter((name) => !isConnected(from, name));

  function isConnected(source: string, target: string): boolean {
    return graph?.edges.some((edge) => edge.source === source && edge.target === target) ?? false;
  }

  function then(action: () => Promise<boolean>) {
    return () => {
      onDone();
      void action();
    };
  }

  return (
    <Command label="Add a node" loop filter={fitsSearch}>
      <Command.Input
        autoFocus
        placeholder="Add a node"
        className="h-9 w-full border-b border-line bg-transparent px-3 outline-none placeholder:text-faint"
      />
      <Command.List className="max-h-[min(420px,52vh)] overflow-y-auto p-1">
        <Command.Empty className="px-2 py-6 text-center text-muted">{actions.reason ?? "Nothing is called that."}</Command.Empty>
        {actions.reason === null
          ? kitGroups().map(({ group, items }) => (
              <Command.Group key={group} heading={group} className={heading}>
                {items.map(({ kind, title, line }) => (
                  <Command.Item key={kind} value={`${title} ${line}`} onSelect={then(() => actions.add(kind, request))} className={row}>
                    <KitIcon kind={kind} />
                    <span className="font-medium">{title}</span>
                    <span className="min-w-0 flex-1 truncate text-muted">{line}</span>
                  </Command.Item>
                ))}
              </Command.Group>
            ))
          : null}
        {from === undefined || actions.reason !== null ? null : (
          <Command.Group heading="Connect to" className={heading}>
            {targets.map((name) => (
              <Command.Item key={name} value={`connect to ${name}`} onSelect={then(() => actions.connect(from, name))} className={row}>
                <CornerDownRight aria-hidden />
                <span className="min-w-0 flex-1 truncate font-mono">{name}</span>
              </Command.Item>
            ))}
            {isConnected(from, END) || from === "__start__" ? null : (
              <Command.Item value="connect to the end" onSelect={then(() => actions.connect(from, END))} className={row}>
                <Flag aria-hidden />
                End
              </Command.Item>
            )}
          </Command.Group>
        )}
      </Command.List>
    </Command>
  );
}
