import { Maximize2, Minimize2 } from "lucide-react";
import { cn } from "@/components/ui/cn";
import { useCanvasStore } from "./canvas-store";

/** Opens a subgraph in place, or closes it. */
export function FrameToggle({ id, name, isOpen, className, look }: { id: string; name: string; isOpen: boolean; className: string; look?: string }) {
  const store = useCanvasStore();
  const label = isOpen ? "Close subgraph" : "Open subgraph";
  const Icon = isOpen ? Minimize2 : Maximize2;
  return (
    <button
      type="button"
      aria-label={`${label} ${name}`}
      aria-expanded={isOpen}
      title={label}
      className={cn("nodrag nopan group/toggle grid place-items-center text-muted hover:text-text [&_svg]:size-3", className)}
      onClick={() => store.handlers.onToggleFrame(id)}
    >
      <span className={cn("grid place-items-center rounded group-hover/toggle:bg-hover", look ?? "size-5")}>
        <Icon aria-hidden />
      </span>
    </button>
  );
}
