"use client";

import { X } from "lucide-react";
import { Dialog as Primitive } from "radix-ui";
import { useState, type ReactNode } from "react";
import { Button } from "./button";
import { cn } from "./cn";
import { focusedPlace } from "./return-focus";

export type DialogProps = {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: ReactNode;
  description?: ReactNode;
  children: ReactNode;
  footer?: ReactNode;
  className?: string;
};

export function Dialog({ open, ...props }: DialogProps) {
  return open ? <OpenDialog {...props} /> : null;
}

function OpenDialog({ onOpenChange, title, description, children, footer, className }: Omit<DialogProps, "open">) {
  // Asked before a field inside takes the focus by itself: Radix would remember that field.
  const [opener] = useState(() => ({ find: focusedPlace() }));
  return (
    <Primitive.Root open onOpenChange={onOpenChange}>
      <Primitive.Portal>
        <Primitive.Overlay className="fixed inset-0 z-40 bg-black/30 dark:bg-black/50" />
        <Primitive.Content
          aria-describedby={undefined}
          onCloseAutoFocus={(event) => {
            const place = opener.find();
            if (place === null) return;
            event.preventDefault();
            place.focus({ preventScroll: true });
          }}
          className={cn(
            "fixed top-1/2 left-1/2 z-50 flex max-h-[86vh] w-[min(560px,calc(100vw-32px))] -translate-x-1/2 -translate-y-1/2 flex-col rounded-lg border border-line bg-panel shadow-float",
            className,
          )}
        >
          <header className="flex items-start gap-3 border-b border-line px-4 py-3">
            <div className="min-w-0 flex-1">
              <Primitive.Title className="text-lg font-semibold">{title}</Primitive.Title>
              {description ? <div className="mt-0.5 text-muted">{description}</div> : null}
            </div>
            <Primitive.Close asChild>
              <Button variant="ghost" size="icon-sm" aria-label="Close">
                <X />
              </Button>
            </Primitive.Close>
          </header>
          <div className="min-h-0 flex-1 overflow-auto px-4 py-3">{children}</div>
          {footer ? <footer className="flex items-center justify-end gap-2 border-t border-line px-4 py-3">{footer}</footer> : null}
        </Primitive.Content>
      </Primitive.Portal>
    </Primitive.Root>
  );
}
