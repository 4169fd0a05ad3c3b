"use client";

import type { Problem } from "@/lib/schema/problem";
import { FixButtons } from "../problems/fix-buttons";
import { MessageText } from "../problems/message";
import { problemKey } from "../problems/problem-targets";
import { SeverityIcon } from "../problems/severity-icon";

/** What is wrong with the selection, with the ways to mend it. */
export function NodeProblems({ problems }: { problems: readonly Problem[] }) {
  if (problems.length === 0) return null;
  return (
    <ul aria-label="Problems" className="divide-y divide-line border-t border-line">
      {problems.map((problem) => (
        <li key={problemKey(problem)} className="flex gap-2 px-3.5 py-2">
          <SeverityIcon severity={problem.severity} className="mt-[3px]" />
          <div className="flex min-w-0 flex-col gap-1">
            <p className="break-words">
              <MessageText text={problem.message} />
            </p>
            <FixButtons problem={problem} />
          </div>
        </li>
      ))}
    </ul>
  );
}
