"use client";

import { Plus } from "lucide-react";
import { Button } from "@/components/ui/button";
import { Kbd } from "@/components/ui/kbd";

/** Over a drawing that has no node yet: how to begin. */
export function EmptyCanvas({ onAdd }: { onAdd: () => void }) {
  return (
    <div className="pointer-events-none absolute inset-0 grid place-items-center">
      <div className="flex max-w-sm flex-col items-center gap-2 pt-40 text-center">
        <p className="text-lg font-semibold">Nothing happens here yet</p>
        <p className="text-muted">
          Add the first node, or drag one from the palette. Every node becomes a few lines of TypeScript in the workflow’s own file.
        </p>
        <Button variant="primary" className="pointer-events-auto mt-1" onClick={onAdd}>
          <Plus aria-hidden />
          Add the first node <Kbd>N</Kbd>
        </Button>
      </div>
    </div>
  );
}
