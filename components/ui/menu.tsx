"use client";

import { DropdownMenu as Primitive } from "radix-ui";
import type { ComponentProps, ReactNode } from "react";
import { cn } from "./cn";

export const Menu = Primitive.Root;
export const MenuTrigger = Primitive.Trigger;

export function MenuContent({ className, children, ...props }: ComponentProps<typeof Primitive.Content> & { children: ReactNode }) {
  return (
    <Primitive.Portal>
      <Primitive.Content
        sideOffset={6}
        collisionPadding={8}
        className={cn("z-50 max-h-[70vh] min-w-48 overflow-auto rounded-md border border-line bg-raised p-1 text-text shadow-float", className)}
        {...props}
      >
        {children}
      </Primitive.Content>
    </Primitive.Portal>
  );
}

export function MenuItem({ className, ...props }: ComponentProps<typeof Primitive.Item>) {
  return (
    <Primitive.Item
      className={cn(
        "flex min-h-7 cursor-default items-center gap-2 rounded px-2 py-1 outline-none select-none data-[disabled]:opacity-50 data-[highlighted]:bg-hover [&_svg]:size-3.5 [&_svg]:shrink-0 [&_svg]:text-muted",
        className,
      )}
      {...props}
    />
  );
}

export function MenuLabel({ children }: { children: ReactNode }) {
  return <Primitive.Label className="px-2 pt-1.5 pb-1 text-xs font-medium text-faint">{children}</Primitive.Label>;
}

export function MenuLine() {
  return <Primitive.Separator className="-mx-1 my-1 h-px bg-line" />;
}
