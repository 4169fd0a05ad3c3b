import { cn } from "./cn";

const COLOURS = { run: "bg-run", ok: "bg-ok", wait: "bg-wait", bad: "bg-bad", fork: "bg-fork", off: "bg-off" } as const;
export type DotTone = keyof typeof COLOURS;

/** A coloured dot that always comes with a word for screen readers. */
export function StatusDot({ tone, label, className }: { tone: DotTone; label: string; className?: string }) {
  return <span role="img" aria-label={label} title={label} className={cn("inline-block size-2 shrink-0 rounded-full", COLOURS[tone], className)} />;
}
