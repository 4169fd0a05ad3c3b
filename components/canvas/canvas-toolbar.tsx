import { ArrowDown, ArrowRight, Maximize, Minus, Plus, Sparkle } from "lucide-react";
import type { ReactNode } from "react";
import { Button } from "@/components/ui/button";
import type { Direction } from "@/lib/graph/layout-input";
import type { CanvasCommands } from "./use-canvas-keys";

type CanvasToolbarProps = { commands: CanvasCommands; direction: Direction; isArranged: boolean; onTurn?: () => void; children?: ReactNode };

export function CanvasToolbar({ commands, direction, isArranged, onTurn, children }: CanvasToolbarProps) {
  const turned = direction === "LR" ? "top to bottom" : "left to right";
  return (
    <div role="toolbar" aria-label="Canvas" className="absolute bottom-3 left-3 z-10 flex gap-1">
      <Button size="icon" className="bg-raised" aria-label="Zoom in" title="Zoom in (+)" onClick={commands.zoomIn}>
        <Plus aria-hidden />
      </Button>
      <Button size="icon" className="bg-raised" aria-label="Zoom out" title="Zoom out (−)" onClick={commands.zoomOut}>
        <Minus aria-hidden />
      </Button>
      <Button size="icon" className="bg-raised" aria-label="Show everything" title="Show everything (1)" onClick={commands.fit}>
        <Maximize aria-hidden />
      </Button>
      {onTurn !== undefined && (
        <Button size="icon" className="bg-raised" aria-label={`Lay out ${turned}`} title={`Lay out ${turned}`} onClick={onTurn}>
          {direction === "LR" ? <ArrowDown aria-hidden /> : <ArrowRight aria-hidden />}
        </Button>
      )}
      <Button className="bg-raised" title="Put every node back in its place (Shift+L)" disabled={!isArranged} onClick={commands.tidy}>
        <Sparkle aria-hidden />
        Tidy
      </Button>
      {children}
    </div>
  );
}
