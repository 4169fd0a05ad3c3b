"use client";

import { Popover as Primitive } from "radix-ui";
import type { ComponentProps } from "react";
import { cn } from "./cn";

export const Popover = Primitive.Root;
export const PopoverAnchor = Primitive.Anchor;
export const PopoverTrigger = Primitive.Trigger;

/** A floating panel beside what opened it. */
export function PopoverContent({ className, ...props }: ComponentProps<typeof Primitive.Content>) {
  return (
    <Primitive.Portal>
      <Primitive.Content
        data-popover=""
        sideOffset={6}
        collisionPadding={8}
        className={cn(
          "z-40 flex max-h-[min(640px,var(--radix-popover-content-available-height))] flex-col rounded-lg border border-line bg-raised text-text shadow-float outline-none",
          className,
        )}
        {...props}
      />
    </Primitive.Portal>
  );
}
