import { cva, type VariantProps } from "class-variance-authority";
import type { ComponentProps } from "react";
import { cn } from "./cn";

const chipStyles = cva("inline-flex h-[18px] shrink-0 items-center gap-1 rounded px-1.5 text-xs leading-none font-medium whitespace-nowrap", {
  variants: {
    tone: {
      plain: "border border-line font-normal text-muted",
      run: "bg-run-bg text-run",
      ok: "bg-ok-bg text-ok",
      wait: "bg-wait-bg text-wait",
      bad: "bg-bad-bg text-bad",
      fork: "bg-fork-bg text-fork",
      off: "bg-hover text-muted",
    },
  },
  defaultVariants: { tone: "plain" },
});

export type ChipProps = ComponentProps<"span"> & VariantProps<typeof chipStyles>;
export type Tone = NonNullable<ChipProps["tone"]>;

export function Chip({ className, tone, ...props }: ChipProps) {
  return <span className={cn(chipStyles({ tone }), className)} {...props} />;
}
