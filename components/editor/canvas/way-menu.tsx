"use client";

import { MenuLabel } from "@/components/ui/menu";
import type { CanvasPoint } from "../../canvas/canvas-store";
import { sayNode } from "../../canvas/design/way-words";
import { CanvasMenu, MenuCommand } from "./canvas-menu";
import type { WayChoice } from "./use-canvas-edits";
import type { Way } from "./ways";

/** A line was drawn from a node with a router: which way is meant? */
export function WayMenu({
  choice,
  at,
  onChoose,
  onClose,
}: {
  choice: WayChoice;
  at: CanvasPoint;
  onChoose: (way: Way) => void;
  onClose: () => void;
}) {
  return (
    <CanvasMenu label={`When does ${sayNode(choice.source)} lead to ${sayNode(choice.target)}?`} at={at} onClose={onClose} returnFocus={() => {}}>
      <MenuLabel>
        {sayNode(choice.source)} → {sayNode(choice.target)}
      </MenuLabel>
      {choice.ways.map((way) => (
        <MenuCommand key={way.words} onSelect={() => onChoose(way)}>
          {way.words}
        </MenuCommand>
      ))}
    </CanvasMenu>
  );
}
