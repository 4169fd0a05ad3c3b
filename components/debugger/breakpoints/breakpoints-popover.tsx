"use client";

import { useMemo } from "react";
import { Popover, PopoverAnchor, PopoverContent } from "@/components/ui/popover";
import { BreakpointsPanel } from "./breakpoints-panel";
import { useBreakpoints } from "./breakpoints-context";

/** The list of breakpoints under its button. */
export function BreakpointsPopover({ button }: { button: HTMLButtonElement }) {
  const { isOpen, setOpen } = useBreakpoints();
  const anchor = useMemo(() => ({ current: button }), [button]);
  return (
    <Popover open={isOpen} onOpenChange={setOpen}>
      <PopoverAnchor virtualRef={anchor} />
      <PopoverContent
        align="center"
        className="w-[400px]"
        aria-label="Breakpoints"
        onInteractOutside={(event) => {
          // The button closes it itself.
          if (event.target instanceof Node && button.contains(event.target)) event.preventDefault();
        }}
        onCloseAutoFocus={(event) => {
          event.preventDefault();
          button.focus();
        }}
      >
        <BreakpointsPanel />
      </PopoverContent>
    </Popover>
  );
}
