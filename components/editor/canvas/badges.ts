import { edgeKey } from "@/lib/graph/design-drawing";
import type { Problem, ProblemTarget } from "@/lib/schema/problem";
import type { SourceGraph } from "@/lib/schema/source";
import type { BadgeTarget, CanvasBadge } from "../../canvas/design-canvas";

const RANK: Record<Problem["severity"], number> = { error: 0, warning: 1, info: 2 };

export type Badges = { nodes: Map<string, CanvasBadge>; edges: Map<string, CanvasBadge> };

/** The lines of a drawing that a problem is shown at, by `edgeKey`. */
function linesOf(target: ProblemTarget, graph: SourceGraph): string[] {
  if (target.kind === "edge") return [edgeKey(target.source, target.target)];
  if (target.kind !== "branch") return [];
  const router = graph.conditional.filter(({ source }) => source === target.source)[target.router];
  const branches = router?.branches?.filter(({ label }) => target.label === null || label === target.label) ?? [];
  return [...new Set(branches.map((branch) => edgeKey(target.source, branch.target)))];
}

function nodesOf(target: ProblemTarget, graph: SourceGraph): string[] {
  if (target.kind === "node" || target.kind === "field") return [target.node];
  // A way that leads nowhere has no line to be shown at.
  return target.kind === "branch" && linesOf(target, graph).length === 0 ? [target.source] : [];
}

function isOf(problem: Problem, graph: SourceGraph): boolean {
  return problem.graph === null || problem.graph === graph.name;
}

/** How many problems each card and line has. */
export function toBadges(problems: readonly Problem[], graph: SourceGraph): Badges {
  const badges: Badges = { nodes: new Map(), edges: new Map() };
  for (const problem of problems) {
    if (!isOf(problem, graph)) continue;
    for (const node of new Set(problem.targets.flatMap((target) => nodesOf(target, graph)))) count(badges.nodes, node, problem);
    for (const line of new Set(problem.targets.flatMap((target) => linesOf(target, graph)))) count(badges.edges, line, problem);
  }
  return badges;
}

function count(badges: Map<string, CanvasBadge>, id: string, { severity, message }: Problem): void {
  const known = badges.get(id);
  if (known === undefined) badges.set(id, { count: 1, severity, text: message });
  else
    badges.set(id, {
      count: known.count + 1,
      severity: RANK[severity] < RANK[known.severity] ? severity : known.severity,
      text: `${known.text}\n${message}`,
    });
}

/** The problems that a card's or line's badge stands for. */
export function problemsOf(problems: readonly Problem[], graph: SourceGraph, target: BadgeTarget): Problem[] {
  const isShown = (shown: ProblemTarget) =>
    target.kind === "node"
      ? nodesOf(shown, graph).includes(target.id)
      : linesOf(shown, graph).includes(edgeKey(target.edge.source, target.edge.target));
  return problems.filter((problem) => isOf(problem, graph) && problem.targets.some(isShown));
}
