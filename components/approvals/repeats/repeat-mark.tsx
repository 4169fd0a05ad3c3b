import { Repeat2 } from "lucide-react";
import { formatCount } from "@/components/ui/format";

/** Says of a thread that something happened in it more than once, or may have. */
export function RepeatMark({ count }: { count: number }) {
  if (count === 0) return null;
  const words = `${formatCount(count, "side effect")} happened more than once, or may have`;
  return (
    <span title={words} className="inline-flex shrink-0 items-center gap-0.5 text-xs text-bad tabular-nums [&_svg]:size-3">
      <Repeat2 aria-hidden />
      <span aria-hidden>{count}</span>
      <span className="sr-only">{words}</span>
    </span>
  );
}
