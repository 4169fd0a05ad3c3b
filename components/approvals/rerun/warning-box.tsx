import { CircleAlert, Info, TriangleAlert, type LucideIcon } from "lucide-react";
import { Button } from "@/components/ui/button";
import { cn } from "@/components/ui/cn";
import type { RerunPlan } from "@/lib/schema/rerun";
import type { OpenSpan } from "./open-span";
import { WithCode } from "./with-code";

type Warning = RerunPlan["warnings"][number];

const LOOK: Record<Warning["severity"], { icon: LucideIcon; tone: string; word: string }> = {
  danger: { icon: CircleAlert, tone: "bg-bad-bg text-bad", word: "Danger" },
  warning: { icon: TriangleAlert, tone: "bg-wait-bg text-wait", word: "Warning" },
  info: { icon: Info, tone: "bg-hover text-text", word: "Note" },
};

/** What to mind, the most important first. The first sentence of each is what matters. */
export function WarningBox({ warnings, onOpenSpan }: { warnings: readonly Warning[]; onOpenSpan?: OpenSpan | undefined }) {
  if (warnings.length === 0) return null;
  return (
    <ul className="flex flex-col gap-1.5" aria-label="What to mind">
      {warnings.map((warning) => (
        <WarningRow key={warning.text} warning={warning} onOpenSpan={onOpenSpan} />
      ))}
    </ul>
  );
}

function WarningRow({ warning, onOpenSpan }: { warning: Warning; onOpenSpan: OpenSpan | undefined }) {
  const { icon: Icon, tone, word } = LOOK[warning.severity];
  const { run_id, span_id, text } = warning;
  const end = text.indexOf(". ");
  const [head, rest] = end === -1 ? [text, ""] : [text.slice(0, end + 1), text.slice(end + 1)];
  return (
    <li className={cn("flex items-start gap-2 rounded-md px-3 py-2 break-words", tone)}>
      <Icon aria-hidden className="mt-0.5 size-3.5 shrink-0" />
      <p className="min-w-0 flex-1">
        <span className="sr-only">{word}: </span>
        <strong className="font-semibold">
          <WithCode text={head} />
        </strong>
        <span className="text-text">
          <WithCode text={rest} />
        </span>
      </p>
      {onOpenSpan === undefined || run_id === null || span_id === null ? null : (
        <Button size="sm" onClick={() => onOpenSpan({ run_id, span_id })}>
          Show the call
        </Button>
      )}
    </li>
  );
}
