"use client";

import { useState } from "react";
import { Button } from "@/components/ui/button";
import { cn } from "@/components/ui/cn";
import { Popover, PopoverAnchor, PopoverContent } from "@/components/ui/popover";
import type { Problem } from "@/lib/schema/problem";
import { useEditor } from "../editor-context";
import { Explanation, explainedCode } from "./explanation";
import { FixButtons } from "./fix-buttons";
import { MessageText, splitMessage } from "./message";
import { problemKey, sortProblems } from "./problem-targets";
import { SeverityIcon } from "./severity-icon";

const FRAME: Record<Problem["severity"], string> = { error: "border-bad", warning: "border-wait", info: "border-line-strong" };

/** What a marker on the canvas says when it is opened: each problem with its ways out. `at` is where on the page, in client pixels. */
export function ProblemPopover({ problems, at, onClose }: { problems: Problem[]; at: { x: number; y: number }; onClose: () => void }) {
  const sorted = sortProblems(problems);
  const worst = sorted[0];
  if (worst === undefined) return null;
  return (
    <Popover open onOpenChange={(open) => (open ? undefined : onClose())}>
      <PopoverAnchor asChild>
        <span aria-hidden className="pointer-events-none fixed size-px" style={{ left: at.x, top: at.y }} />
      </PopoverAnchor>
      <PopoverContent align="start" aria-label="Problems" className={cn("w-[360px] overflow-y-auto", FRAME[worst.severity])}>
        <ul className="divide-y divide-line">
          {sorted.map((problem) => (
            <ProblemCard key={problemKey(problem)} problem={problem} onClose={onClose} />
          ))}
        </ul>
      </PopoverContent>
    </Popover>
  );
}

function ProblemCard({ problem, onClose }: { problem: Problem; onClose: () => void }) {
  const { showCode } = useEditor();
  const [isExplained, setExplained] = useState(false);
  const { title, rest } = splitMessage(problem.message);
  const code = explainedCode(problem.code);
  return (
    <li className="flex flex-col gap-1.5 px-3 py-2.5">
      <p className="flex gap-1.5 font-semibold break-words">
        <SeverityIcon severity={problem.severity} className="mt-0.5" />
        <span className="min-w-0">
          <MessageText text={title} />
        </span>
      </p>
      {rest === "" ? null : (
        <p className="break-words text-muted">
          <MessageText text={rest} />
        </p>
      )}
      <FixButtons problem={problem} onDone={onClose} />
      <p className="flex flex-wrap items-center gap-1 text-sm">
        <Button size="sm" variant="ghost" className="-ml-2" onClick={() => (onClose(), showCode(problem.place))}>
          Line {problem.place.line}
        </Button>
        {code === null ? (
          <span className="font-mono text-xs text-faint">{problem.code}</span>
        ) : (
          <Button size="sm" variant="ghost" aria-expanded={isExplained} onClick={() => setExplained(!isExplained)}>
            {isExplained ? "Less" : "Why this matters"}
          </Button>
        )}
      </p>
      {isExplained && code !== null ? <Explanation code={code} className="border-t border-line pt-2" /> : null}
    </li>
  );
}
