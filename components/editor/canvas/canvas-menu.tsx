"use client";

import type { ReactNode } from "react";
import { Menu, MenuContent, MenuItem, MenuTrigger } from "@/components/ui/menu";
import type { CanvasPoint } from "../../canvas/canvas-store";

type CanvasMenuProps = { label: string; at: CanvasPoint; onClose: () => void; returnFocus: () => void; children: ReactNode };

/** A menu where the pointer is, or where what has the focus stands. */
export function CanvasMenu({ label, at, onClose, returnFocus, children }: CanvasMenuProps) {
  return (
    <Menu open modal={false} onOpenChange={(open) => (open ? undefined : onClose())}>
      <MenuTrigger asChild>
        <span aria-hidden className="pointer-events-none fixed size-px" style={{ left: at.x, top: at.y }} />
      </MenuTrigger>
      <MenuContent
        align="start"
        sideOffset={2}
        aria-label={label}
        className="w-72"
        onCloseAutoFocus={(event) => {
          event.preventDefault();
          // What the menu opened, a field or a dialog, keeps the focus.
          if (document.activeElement === document.body) returnFocus();
        }}
      >
        {children}
      </MenuContent>
    </Menu>
  );
}

type CommandProps = { icon?: ReactNode; hint?: string; danger?: boolean; disabled?: string | null; onSelect: () => void; children: ReactNode };

/** One command of a menu with its key; `disabled` says why it cannot be chosen. */
export function MenuCommand({ icon, hint, danger = false, disabled = null, onSelect, children }: CommandProps) {
  return (
    <MenuItem
      disabled={disabled !== null}
      {...(disabled === null ? {} : { title: disabled })}
      className={danger ? "text-bad [&_svg]:text-bad" : ""}
      onSelect={onSelect}
    >
      {icon ?? <span className="size-3.5" />}
      <span className="min-w-0 flex-1 truncate">{children}</span>
      {hint === undefined ? null : <kbd className="ml-auto font-sans text-xs text-faint">{hint}</kbd>}
    </MenuItem>
  );
}
