import type { ReactNode } from "react";
import { Menu, MenuContent, MenuTrigger } from "@/components/ui/menu";
import { TIMELINE } from "@/components/ui/return-focus";

export type Point = { x: number; y: number };

/** A menu that opens at a place on the page rather than at a button. */
export function PointMenu({ at, label, onClose, children }: { at: Point; label: string; onClose: () => void; children: ReactNode }) {
  return (
    <Menu open modal={false} onOpenChange={(open) => (open ? undefined : onClose())}>
      <MenuTrigger asChild>
        <span aria-hidden className="pointer-events-none fixed size-px" style={{ left: at.x, top: at.y }} />
      </MenuTrigger>
      <MenuContent align="start" sideOffset={4} aria-label={label} data-return-focus={TIMELINE} onCloseAutoFocus={(event) => event.preventDefault()}>
        {children}
      </MenuContent>
    </Menu>
  );
}
