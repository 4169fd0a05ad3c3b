"use client";

import { cn } from "@/components/ui/cn";
import type { Problem } from "@/lib/schema/problem";
import { explainedCode } from "./explanation";
import { FixButtons } from "./fix-buttons";
import { MessageText } from "./message";
import { SeverityIcon } from "./severity-icon";
import type { LintCode } from "@/lib/schema/lint";

type ProblemRowProps = {
  problem: Problem;
  isCurrent: boolean;
  onSelect: () => void;
  onOpen: () => void;
  onExplain: (code: LintCode) => void;
};

/** One problem: a click shows what it is about on the canvas, a double click or Enter the line in the code. */
export function ProblemRow({ problem, isCurrent, onSelect, onOpen, onExplain }: ProblemRowProps) {
  const code = explainedCode(problem.code);
  return (
    <li
      data-problem=""
      tabIndex={0}
      aria-current={isCurrent ? "true" : undefined}
      onClick={onSelect}
      onDoubleClick={onOpen}
      onKeyDown={(event) => {
        if (event.target !== event.currentTarget) return;
        if (event.key === "Enter") onOpen();
        else if (event.key === " ") onSelect();
        else if (event.key === "ArrowDown" || event.key === "ArrowUp") moveFocus(event.currentTarget, event.key === "ArrowDown" ? 1 : -1);
        else return;
        event.preventDefault();
      }}
      className={cn("flex cursor-default gap-2 px-3 py-1.5 -outline-offset-2 hover:bg-hover", isCurrent && "bg-selected")}
    >
      <SeverityIcon severity={problem.severity} className="mt-[3px]" />
      <div className="flex min-w-0 flex-1 flex-col gap-1">
        <p className="min-w-0 break-words">
          <MessageText text={problem.message} />
        </p>
        <FixButtons problem={problem} />
      </div>
      <div className="flex shrink-0 flex-col items-end text-xs">
        {code === null ? (
          <span className="font-mono text-faint">{problem.code}</span>
        ) : (
          <button
            type="button"
            title="What this means"
            onClick={(event) => {
              event.stopPropagation();
              onExplain(code);
            }}
            className="font-mono text-muted underline decoration-line-strong underline-offset-2 hover:text-text"
          >
            {code}
          </button>
        )}
        <span className="font-mono text-faint">
          {problem.place.file.split("/").at(-1)}:{problem.place.line}
        </span>
      </div>
    </li>
  );
}

/** The arrow keys walk all rows of the list, across its groups. */
function moveFocus(row: HTMLElement, by: 1 | -1): void {
  const rows = [...(row.closest("[data-problems]")?.querySelectorAll<HTMLElement>("[data-problem]") ?? [])];
  rows[rows.indexOf(row) + by]?.focus();
}
