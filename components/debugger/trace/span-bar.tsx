import { cn } from "@/components/ui/cn";
import type { Span } from "@/lib/schema/span";
import type { Bar } from "./span-tree";

/** The colours are those of the states everywhere; what is done is grey, darker where a model or tool was called. */
const FILLS: Record<Span["status"], string> = {
  running: "bg-run",
  done: "bg-off",
  failed: "bg-bad",
  interrupted: "bg-wait",
  cached: "border border-dashed border-muted",
  lost: "border border-dashed border-bad",
};

/** When a span happened. The pale part of a model call is the wait for its first token. */
export function SpanBar({ span, bar }: { span: Span; bar: Bar }) {
  const isCall = span.status === "done" && span.kind !== "node" && span.kind !== "chain";
  return (
    <span aria-hidden className="relative block h-full">
      <span
        className={cn("absolute top-1/2 h-2 min-w-[3px] -translate-y-1/2 overflow-hidden rounded-[2px]", FILLS[span.status], isCall && "bg-muted")}
        style={{ left: `min(${bar.left * 100}%, calc(100% - 3px))`, width: `${bar.width * 100}%` }}
      >
        {bar.waiting > 0 ? (
          <span
            data-first-token
            className="absolute inset-y-0 left-0 border-r-[1.5px] border-text bg-panel/60"
            style={{ width: `${bar.waiting * 100}%` }}
          />
        ) : null}
      </span>
    </span>
  );
}
