"use client";

import { useQuery } from "@tanstack/react-query";
import { cn } from "@/components/ui/cn";
import { Markdown } from "@/components/ui/markdown";
import { Spinner } from "@/components/ui/spinner";
import { getLintPage } from "@/lib/client/lint-pages";
import { LintCodeSchema, type LintCode } from "@/lib/schema/lint";

/** The check that has a page, or null for a code of TypeScript or the runner. */
export function explainedCode(code: string): LintCode | null {
  const parsed = LintCodeSchema.safeParse(code);
  return parsed.success ? parsed.data : null;
}

/** The page of a check: what it means, why it matters, a bad and a good example, how to silence it. */
export function Explanation({ code, className }: { code: LintCode; className?: string }) {
  const page = useQuery({ queryKey: ["lint-page", code], queryFn: ({ signal }) => getLintPage(code, signal), staleTime: Infinity });
  if (page.isPending) {
    return (
      <p className="flex items-center gap-1.5 text-muted">
        <Spinner label="Loading" /> Reading the explanation
      </p>
    );
  }
  if (page.isError) return <p className="text-bad">{page.error.message}</p>;
  // Long lines are wrapped, so that nothing has to be scrolled sideways.
  return <Markdown text={page.data.text} className={cn("[&_pre]:break-words [&_pre]:whitespace-pre-wrap", className)} />;
}
