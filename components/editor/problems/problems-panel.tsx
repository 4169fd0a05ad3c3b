"use client";

import { CircleCheck, X } from "lucide-react";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { Empty } from "@/components/ui/empty";
import { TextInput } from "@/components/ui/field";
import { Spinner } from "@/components/ui/spinner";
import type { LintCode } from "@/lib/schema/lint";
import type { Problem } from "@/lib/schema/problem";
import { useEditor } from "../editor-context";
import { Explanation } from "./explanation";
import { problemKey, SEVERITIES, sortProblems } from "./problem-targets";
import { ProblemRow } from "./problem-row";
import { selectionOf } from "./select-targets";

/** Whether a problem has all the words that were typed, in its message, code, names or file. */
function fits(problem: Problem, filter: string): boolean {
  const text = `${problem.message} ${problem.code} ${problem.place.file}:${problem.place.line}`.toLowerCase();
  return filter
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word));
}

/** What is wrong with the workflow's text, by severity, with what to do about it. */
export function ProblemsPanel() {
  const { problems, areProblemsComplete, design } = useEditor();
  const [filter, setFilter] = useState("");
  const [explained, setExplained] = useState<LintCode | null>(null);
  const shown = sortProblems(problems).filter((problem) => fits(problem, filter));
  return (
    <div className="flex h-full min-h-0">
      <div className="flex min-w-0 flex-1 flex-col">
        <div className="flex items-center gap-2 border-b border-line px-3 py-1.5">
          <TextInput
            aria-label="Filter problems"
            placeholder="Filter"
            value={filter}
            onChange={(event) => setFilter(event.target.value)}
            className="max-w-56"
          />
          <p role="status" className="flex items-center gap-1.5 text-sm text-muted">
            {design !== null && !areProblemsComplete ? (
              <>
                <Spinner label="Loading" /> Checking
              </>
            ) : (
              countWords(problems)
            )}
          </p>
        </div>
        <div role="group" aria-label="List of problems" tabIndex={0} className="min-h-0 flex-1 overflow-y-auto -outline-offset-2" data-problems="">
          {shown.length === 0 ? <Nothing isFiltered={problems.length > 0} /> : <Groups problems={shown} onExplain={setExplained} />}
        </div>
      </div>
      {explained === null ? null : (
        <aside aria-label={`About ${explained}`} className="flex w-[42%] max-w-[560px] min-w-0 flex-col border-l border-line">
          <div className="flex items-center gap-2 border-b border-line px-3 py-1.5">
            <h3 className="min-w-0 flex-1 truncate font-mono text-sm">{explained}</h3>
            <Button variant="ghost" size="icon-sm" aria-label="Close the explanation" onClick={() => setExplained(null)}>
              <X />
            </Button>
          </div>
          <div role="group" aria-label="Explanation" tabIndex={0} className="min-h-0 flex-1 overflow-y-auto px-3 py-2 -outline-offset-2">
            <Explanation code={explained} />
          </div>
        </aside>
      )}
    </div>
  );
}

function countWords(problems: readonly Problem[]): string {
  return SEVERITIES.flatMap(({ severity, one }) => {
    const count = problems.filter((problem) => problem.severity === severity).length;
    return count === 0 ? [] : [`${count} ${one}${count === 1 ? "" : "s"}`];
  }).join(", ");
}

function Nothing({ isFiltered }: { isFiltered: boolean }) {
  if (isFiltered) return <Empty title="No problem has these words">Clear the filter to see the others.</Empty>;
  return (
    <Empty icon={<CircleCheck />} title="No problems">
      The checks, the types and the runner find nothing wrong with this workflow.
    </Empty>
  );
}

function Groups({ problems, onExplain }: { problems: Problem[]; onExplain: (code: LintCode) => void }) {
  const { design, graph, drawGraph, select, showCode } = useEditor();
  const [current, setCurrent] = useState<string | null>(null);
  return SEVERITIES.map(({ severity, title }) => {
    const group = problems.filter((problem) => problem.severity === severity);
    if (group.length === 0) return null;
    return (
      <section key={severity} aria-label={title}>
        <h3 className="sticky top-0 bg-panel px-3 pt-1.5 pb-0.5 text-xs font-medium text-muted">
          {title} <span className="tabular-nums">{group.length}</span>
        </h3>
        <ul>
          {group.map((problem) => {
            const key = problemKey(problem);
            return (
              <ProblemRow
                key={key}
                problem={problem}
                isCurrent={current === key}
                onSelect={() => {
                  setCurrent(key);
                  const meant = design?.model.graphs.find(({ name }) => name === problem.graph) ?? graph;
                  if (meant !== null && meant.name !== graph?.name) drawGraph(meant.name);
                  const selection = selectionOf(problem.targets, meant);
                  const channel = problem.targets.find((target) => target.kind === "channel");
                  if (selection !== null || channel !== undefined) {
                    select({ ...selection, ...(channel === undefined ? {} : { channel: channel.channel }) });
                  }
                }}
                onOpen={() => {
                  setCurrent(key);
                  showCode(problem.place);
                }}
                onExplain={onExplain}
              />
            );
          })}
        </ul>
      </section>
    );
  });
}
