import { dominatorsOf, immediateDominators } from "../../graph/dominators";
import { reachable, shortestWay } from "../../graph/reach";
import type { ProblemTarget, QuickFix } from "../../schema/problem";
import type { Check, Finding, GraphScope } from "../check";
import { commentAboveEdit } from "../code/edit-text";
import { guardOf, type Guard } from "../code/guards";
import { asksPerson, pausesOf } from "../code/pauses";
import { END, START, type Way } from "../flow";
import { quote, quoteAll, quoteWay } from "../names";

/** A guarded node that a run can come to although no person was asked. */
export const guardBypassed: Check = {
  severity: "error",
  graph: (scope) => {
    if (!scope.isWhole || scope.graph.api !== "graph") return [];
    const guards = scope.graph.nodes.flatMap((node) => guardOf(scope, node) ?? []);
    if (guards.length === 0) return [];
    const before = pausesOf(scope.graph, "interruptBefore");
    return guards.filter(({ node }) => !before.has(node.name)).flatMap((guard) => waysAround(scope, guard));
  },
};

/** One finding for each way into the node that can be walked without passing one of its approvals. */
function waysAround(scope: GraphScope, guard: Guard): Finding[] {
  const { flow } = scope;
  const { node } = guard;
  const approvals = approvalsFor(scope, guard);
  const free = reachable(flow.ways, [START], approvals);
  if (!free.has(node.name)) return [];
  if (approvals.size === 0) return [withoutApproval(guard)];
  const entries = flow.ways.filter(({ source, target }) => target === node.name && source !== node.name && free.has(source));
  const told = new Map(entries.map((entry) => [`${entry.source} ${entry.place.start} ${entry.label}`, entry]));
  return [...told.values()].map((entry) => aroundFinding(scope, guard, approvals, entry));
}

function approvalsFor({ graph, model, code }: GraphScope, { node, approvals }: Guard): Set<string> {
  if (approvals !== null) return new Set(approvals);
  const pauses = [...pausesOf(graph, "interruptBefore"), ...pausesOf(graph, "interruptAfter")];
  const asking = graph.nodes.filter((other) => other.name !== node.name && asksPerson(code, model, other)).map(({ name }) => name);
  return new Set([...asking, ...pauses.filter((name) => name !== node.name)]);
}

function withoutApproval({ node }: Guard): Finding {
  return {
    message: `${quote(node.name)} is guarded, and no node before it asks a person. So it always runs without approval. Add an approval before it, or take the mark away.`,
    targets: [{ kind: "node", node: node.name }],
    place: node.name_place ?? node.place,
  };
}

function aroundFinding(scope: GraphScope, { node }: Guard, approvals: ReadonlySet<string>, entry: Way): Finding {
  const { flow } = scope;
  const free = flow.ways.filter(({ source, target }) => !approvals.has(source) && !approvals.has(target));
  const way = [...(shortestWay(free, START, entry.source) ?? []), entry];
  const around = [...approvals].filter((name) => flow.names.includes(name) && reachable(flow.ways, [name]).has(node.name));
  const missed = around.length === 0 ? [...approvals] : around;
  const parting = way.findLast(({ source }) => flow.ways.some((other) => other.source === source && missed.includes(other.target))) ?? entry;
  const how =
    parting.kind === "branch" && parting.label !== null
      ? `the branch ${quote(parting.label)} of ${quote(parting.source)} goes around ${quoteAll(missed, "or")}`
      : `the way ${quoteWay(sharedTail(scope, way, node.name))} goes around ${quoteAll(missed, "or")}`;
  return {
    message: `${quote(node.name)} can be reached without approval. It is marked as guarded, and ${how}.${parting === entry ? "" : ` A run can go ${quoteWay(sharedTail(scope, way, node.name))}.`} Lead this way through the approval, or allow it.`,
    targets: [{ kind: "node", node: node.name }, targetOf(entry)],
    place: entry.place,
    fixes: [...throughFix(scope, entry, missed), ...allowFix(scope, node.name, entry)],
  };
}

/** The way from the last node that every way to the guarded one has in common: what comes before it says nothing. */
function sharedTail({ flow }: GraphScope, way: readonly Way[], guarded: string): string[] {
  const names = [START, ...way.map(({ target }) => target)];
  const nearest = dominatorsOf(immediateDominators(flow.ways, START), guarded)[0];
  const begin = nearest === undefined ? 0 : Math.max(0, names.lastIndexOf(nearest));
  return names.slice(begin);
}

function targetOf({ kind, source, target, router, label }: Way): ProblemTarget {
  return kind === "branch" ? { kind: "branch", source, router, label } : { kind: "edge", source, target };
}

/** Leads the way into the approval that is nearest before the guarded node. */
function throughFix({ graph, flow }: GraphScope, entry: Way, approvals: readonly string[]): QuickFix[] {
  const nearest = approvals
    .filter((name) => flow.names.includes(name) && name !== entry.source && name !== END)
    .flatMap((name) => ({ name, length: shortestWay(flow.ways, name, entry.target)?.length ?? Infinity }))
    .filter(({ length }) => length < Infinity)
    .sort((a, b) => a.length - b.length)[0];
  if (nearest === undefined) return [];
  const title = `Route through ${nearest.name}`;
  const { source, target, router, label } = entry;
  if (entry.kind === "branch" && label !== null) {
    return [{ title, edits: [{ type: "retarget_branch", graph: graph.name, source, router, label, target: nearest.name }] }];
  }
  return entry.kind === "edge" ? [{ title, edits: [{ type: "retarget_edge", graph: graph.name, source, target, new_target: nearest.name }] }] : [];
}

/** A comment that says that this way is meant. It names the way, so that others on the same line are still told. */
function allowFix({ code }: GraphScope, guarded: string, entry: Way): QuickFix[] {
  const sourceFile = code.sourceFile(entry.place.file);
  if (sourceFile === null) return [];
  const named = entry.kind === "branch" && entry.label !== null ? entry.label : entry.source;
  const names = [guarded, named].map((name) => JSON.stringify(name)).join(" ");
  const title = entry.kind === "branch" ? "Allow this branch" : "Allow this way";
  return [{ title, edits: commentAboveEdit(sourceFile, entry.place, `// retrograph-ignore guard-bypassed ${names}: allowed without approval`) }];
}
