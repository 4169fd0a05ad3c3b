import type { Problem, ProblemTarget } from "@/lib/schema/problem";

const RANK: Record<Problem["severity"], number> = { error: 0, warning: 1, info: 2 };

/** The severities from the worst to the mildest, with the words of a heading. */
export const SEVERITIES: { severity: Problem["severity"]; title: string; one: string }[] = [
  { severity: "error", title: "Errors", one: "error" },
  { severity: "warning", title: "Warnings", one: "warning" },
  { severity: "info", title: "Hints", one: "hint" },
];

/** Whether what a problem is shown at is the thing asked for. A node stands for its fields, a router for its branches. */
export function isShownAt(shown: ProblemTarget, asked: ProblemTarget): boolean {
  switch (asked.kind) {
    case "graph":
      return shown.kind === "graph";
    case "node":
      return (shown.kind === "node" || shown.kind === "field") && shown.node === asked.node;
    case "edge":
      return shown.kind === "edge" && shown.source === asked.source && shown.target === asked.target;
    case "branch":
      return (
        shown.kind === "branch" &&
        shown.source === asked.source &&
        shown.router === asked.router &&
        (shown.label === asked.label || shown.label === null || asked.label === null)
      );
    case "channel":
      return shown.kind === "channel" && shown.channel === asked.channel;
    case "field":
      return shown.kind === "field" && shown.node === asked.node && shown.field === asked.field;
  }
}

/** Worst first, then by where they stand in the text. */
export function sortProblems(problems: readonly Problem[]): Problem[] {
  return problems.toSorted(
    (a, b) => RANK[a.severity] - RANK[b.severity] || a.place.file.localeCompare(b.place.file) || a.place.start - b.place.start,
  );
}

/** The problems of one graph of the file that are shown at a thing, worst first. */
export function problemsAt(problems: readonly Problem[], graph: string | null, asked: ProblemTarget): Problem[] {
  return sortProblems(
    problems.filter((problem) => (problem.graph === null || problem.graph === graph) && problem.targets.some((shown) => isShownAt(shown, asked))),
  );
}

/** Tells problems apart: two of one kind may stand at one place. */
export function problemKey({ origin, code, place, message }: Problem): string {
  return `${origin} ${code} ${place.file} ${place.start} ${place.end} ${message}`;
}
