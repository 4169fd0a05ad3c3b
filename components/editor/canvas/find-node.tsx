"use client";

import { Command } from "cmdk";
import { Dialog as Primitive } from "radix-ui";
import { useRef } from "react";
import type { DesignDrawing } from "@/lib/graph/design-drawing";
import { KitIcon, NodeIcon } from "../../canvas/node-icon";

type FindNodeProps = { drawing: DesignDrawing; onChoose: (id: string) => void; onClose: () => void };

/** Jumps to a node by some letters of its name. */
export function FindNode({ drawing, onChoose, onClose }: FindNodeProps) {
  const chosen = useRef<string | null>(null);
  const nodes = drawing.description.nodes.filter(({ id }) => drawing.nodes.has(id));
  return (
    <Primitive.Root open onOpenChange={onClose}>
      <Primitive.Portal>
        <Primitive.Content
          aria-describedby={undefined}
          onCloseAutoFocus={(event) => {
            event.preventDefault();
            // As long as the search is open it keeps the focus.
            if (chosen.current !== null) onChoose(chosen.current);
          }}
          className="fixed top-[96px] left-1/2 z-50 w-[min(420px,calc(100vw-32px))] -translate-x-1/2 overflow-hidden rounded-lg border border-line bg-raised shadow-float"
        >
          <Primitive.Title className="sr-only">Find a node</Primitive.Title>
          <Command label="Find a node" loop>
            <Command.Input
              placeholder="Find a node"
              className="h-10 w-full border-b border-line bg-transparent px-3 outline-none placeholder:text-faint"
            />
            <Command.List className="max-h-[40vh] overflow-y-auto p-1">
              <Command.Empty className="px-2 py-5 text-center text-muted">No node is called that.</Command.Empty>
              {nodes.map(({ id, name, kind, description }) => {
                const kit = drawing.nodes.get(id)?.kit ?? null;
                return (
                  <Command.Item
                    key={id}
                    value={`${name} ${id}`}
                    keywords={description === null ? [] : [description]}
                    onSelect={() => {
                      chosen.current = id;
                      onClose();
                    }}
                    className="flex min-h-8 cursor-default items-center gap-2 rounded px-2 py-1 data-[selected=true]:bg-hover"
                  >
                    {kit === null ? (
                      <NodeIcon kind={kind} name={name} className="size-3.5 shrink-0 text-muted" />
                    ) : (
                      <KitIcon kind={kit} className="size-3.5 shrink-0 text-muted" />
                    )}
                    <span className="shrink-0 font-mono text-sm">{name}</span>
                    <span className="min-w-0 truncate text-sm text-faint">{description}</span>
                  </Command.Item>
                );
              })}
            </Command.List>
          </Command>
        </Primitive.Content>
      </Primitive.Portal>
    </Primitive.Root>
  );
}
