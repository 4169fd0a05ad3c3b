"use client";

import { CopyPlus, Pencil, Trash2 } from "lucide-react";
import { MenuItem } from "@/components/ui/menu";

export type WorkflowAction = "rename" | "duplicate" | "delete";

/** What can be done with a workflow, as items of a menu. */
export function WorkflowMenuItems({ onAction }: { onAction: (action: WorkflowAction) => void }) {
  return (
    <>
      <MenuItem onSelect={() => onAction("rename")}>
        <Pencil />
        Rename…
      </MenuItem>
      <MenuItem onSelect={() => onAction("duplicate")}>
        <CopyPlus />
        Duplicate…
      </MenuItem>
      <MenuItem onSelect={() => onAction("delete")}>
        <Trash2 />
        Delete
      </MenuItem>
    </>
  );
}
