"use client";

import dynamic from "next/dynamic";
import { Button } from "@/components/ui/button";
import { cn } from "@/components/ui/cn";
import { Popover, PopoverContent, PopoverTrigger } from "@/components/ui/popover";
import { Spinner } from "@/components/ui/spinner";
import { useBreakpoints } from "./breakpoints-context";

const BreakpointsPanel = dynamic(() => import("./breakpoints-panel").then((module) => module.BreakpointsPanel), {
  ssr: false,
  loading: () => (
    <p className="flex items-center gap-2 p-4 text-muted">
      <Spinner label="Loading" /> Reading the breakpoints…
    </p>
  ),
});

/** How many breakpoints the workflow has, and the list of them. */
export function BreakpointsButton() {
  const { list, isOpen, setOpen, hitId, failedId } = useBreakpoints();
  const on = list.filter(({ enabled }) => enabled).length;
  const words = `${list.length} ${list.length === 1 ? "breakpoint" : "breakpoints"}`;
  const label = list.length === 0 ? "Breakpoints" : on < list.length ? `${words}, ${on} on` : words;
  return (
    <Popover open={isOpen} onOpenChange={setOpen}>
      <PopoverTrigger asChild>
        <Button variant="ghost" aria-label={label} title={label} className="px-2 text-text">
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
      </PopoverTrigger>
      <PopoverContent align="center" className="w-[400px]" aria-label="Breakpoints">
        <BreakpointsPanel />
      </PopoverContent>
    </Popover>
  );
}
