import { useQueryClient } from "@tanstack/react-query";
import { Pencil, Trash2 } from "lucide-react";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { notify } from "@/components/ui/notify";
import { RelativeTime } from "@/components/ui/relative-time";
import { deleteStoreItem, putStoreItem } from "@/lib/client/api";
import type { StoreItem } from "@/lib/schema/store";
import { ValueView } from "../inspector/values/value-view";
import { showError } from "../show-error";
import { namespaceText } from "./namespaces";

/** One item of the store: where it stands, what it holds, and the ways to change it. */
export function StoreItemCard({ item, onEdit }: { item: StoreItem; onEdit: () => void }) {
  const queryClient = useQueryClient();
  const [isBusy, setBusy] = useState(false);

  async function change(action: () => Promise<void>) {
    setBusy(true);
    try {
      await action();
      await queryClient.invalidateQueries({ queryKey: ["store"] });
      return true;
    } catch (error) {
      showError("The store was not changed", error);
      return false;
    } finally {
      setBusy(false);
    }
  }

  async function remove() {
    if (!(await change(() => deleteStoreItem(item.namespace, item.key)))) return;
    notify(`Deleted ${item.key}`, { ms: 8000, action: { label: "Undo", run: () => void change(() => putStoreItem(item)) } });
  }

  return (
    <li aria-label={item.key} className="border-b border-line px-3.5 py-2">
      <div className="flex items-center gap-1.5">
        <h3 className="min-w-0 flex-1 truncate">
          <span className="text-sm text-faint">{namespaceText(item.namespace)} / </span>
          <span className="font-mono text-[12.5px] font-semibold">{item.key}</span>
        </h3>
        <RelativeTime iso={item.updated_at} className="shrink-0 text-sm text-faint" />
        <Button variant="ghost" size="icon-sm" aria-label={`Edit ${item.key}`} disabled={isBusy} onClick={onEdit}>
          <Pencil />
        </Button>
        <Button variant="ghost" size="icon-sm" aria-label={`Delete ${item.key}`} disabled={isBusy} onClick={() => void remove()}>
          <Trash2 />
        </Button>
      </div>
      <div className="mt-1">
        <ValueView value={item.value} label={item.key} />
      </div>
    </li>
  );
}
