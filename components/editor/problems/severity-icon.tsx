import { CircleX, Info, TriangleAlert } from "lucide-react";
import { cn } from "@/components/ui/cn";
import type { Problem } from "@/lib/schema/problem";

const LOOK = {
  error: { icon: CircleX, tone: "text-bad", word: "Error" },
  warning: { icon: TriangleAlert, tone: "text-wait", word: "Warning" },
  info: { icon: Info, tone: "text-muted", word: "Hint" },
} satisfies Record<Problem["severity"], unknown>;

/** The sign of a severity, with its word for who cannot see it. */
export function SeverityIcon({ severity, className }: { severity: Problem["severity"]; className?: string }) {
  const { icon: Icon, tone, word } = LOOK[severity];
  return <Icon role="img" aria-label={word} className={cn("size-3.5 shrink-0", tone, className)} />;
}
