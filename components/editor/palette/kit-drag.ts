import { KitKindSchema, type KitKind } from "@/lib/schema/kit";

/** What a node that is dragged from the palette carries: its kind. */
export const KIT_DRAG_TYPE = "application/x-retrograph-node";

/** The kind of node that a drag carries, once it is dropped; null for any other drag. */
export function droppedKind(transfer: DataTransfer): KitKind | null {
  const parsed = KitKindSchema.safeParse(transfer.getData(KIT_DRAG_TYPE));
  return parsed.success ? parsed.data : null;
}

/** True while a node of the palette is dragged; what it is, is told at the drop alone. */
export function carriesKit(transfer: DataTransfer): boolean {
  return transfer.types.includes(KIT_DRAG_TYPE);
}
