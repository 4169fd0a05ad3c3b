"use client";

import dynamic from "next/dynamic";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { cn } from "@/components/ui/cn";
import { useBreakpoints } from "./breakpoints-context";

const BreakpointsPopover = dynamic(() => import("./breakpoints-popover").then((module) => module.BreakpointsPopover), { ssr: false });

/** How many breakpoints the workflow has, and the list of them. */
export function BreakpointsButton() {
  const { list, isOpen, setOpen, hitId, failedId } = useBreakpoints();
  const [button, setButton] = useState<HTMLButtonElement | null>(null);
  const on = list.filter(({ enabled }) => enabled).length;
  const words = `${list.length} ${list.length === 1 ? "breakpoint" : "breakpoints"}`;
  const label = list.length === 0 ? "Breakpoints" : on < list.length ? `${words}, ${on} on` : words;
  return (
    <>
      <Button
        ref={setButton}
        variant="ghost"
        aria-label={label}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        title={label}
        className="px-2 text-text"
        onClick={() => setOpen(!isOpen)}
      >
        <span
          aria-hidden
          className={cn(
            "size-2.5 rounded-full border-[1.5px]",
            on > 0 ? "border-bad bg-bad" : list.length > 0 ? "border-bad" : "border-line-strong",
            failedId !== null && "rotate-45 rounded-[2px] border-wait bg-wait",
            hitId !== null && "ring-2 ring-wait",
          )}
        />
        <span className="tabular-nums">
          {list.length === 0 ? null : list.length}
          <span className="max-[1360px]:hidden">{list.length === 0 ? "Breakpoints" : list.length === 1 ? " breakpoint" : " breakpoints"}</span>
        </span>
      </Button>
      {isOpen && button !== null ? <BreakpointsPopover button={button} /> : null}
    </>
  );
}
