import { cn } from "@/components/ui/cn";
import { useDesign, useDesignStore } from "./design-store";

const SIDE = { LR: "top-1/2 -right-3 -translate-y-1/2", TB: "left-1/2 -bottom-3 -translate-x-1/2" };

/** Where a line is drawn from: drag it to a node, or to nothing to add one; a click adds one behind the node. */
export function WirePort({ id, name }: { id: string; name: string }) {
  const store = useDesignStore();
  const direction = useDesign((state) => state.direction);
  const canEdit = useDesign((state) => state.canEdit);
  if (!canEdit) return null;
  return (
    <span
      // The keyboard's way is the key C on the node.
      aria-hidden
      title={`Drag to connect ${name} (C)`}
      data-port={id}
      className={cn("nodrag nopan group/port absolute z-10 grid size-6 cursor-crosshair place-items-center rounded-full", SIDE[direction])}
      onPointerDown={(event) => {
        if (event.button !== 0) return;
        event.stopPropagation();
        event.preventDefault();
        store.handlers.onStartWire({ anchor: id, end: "target", moved: null }, event);
      }}
      onClick={(event) => event.stopPropagation()}
      onDoubleClick={(event) => event.stopPropagation()}
    >
      <span className="size-2.5 rounded-full border border-line-strong bg-raised transition-colors group-hover/port:border-focus group-hover/port:bg-focus" />
    </span>
  );
}
