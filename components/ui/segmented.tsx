import Link from "next/link";
import { cn } from "./cn";

export type Segment = { label: string; href: string; current: boolean };

/** Links that look like one switch: the views of one thing. */
export function Segmented({ label, segments, className }: { label: string; segments: Segment[]; className?: string }) {
  return (
    <nav aria-label={label} className={cn("flex h-7 shrink-0 overflow-hidden rounded-md border border-line", className)}>
      {segments.map((segment) => (
        <Link
          key={segment.label}
          href={segment.href}
          aria-current={segment.current ? "page" : undefined}
          className={cn(
            "flex items-center px-3 -outline-offset-2",
            segment.current ? "bg-hover font-medium text-text" : "text-muted hover:text-text",
          )}
        >
          {segment.label}
        </Link>
      ))}
    </nav>
  );
}
