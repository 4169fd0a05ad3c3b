import ts from "typescript";
import type { QuickFix } from "../../schema/problem";
import type { Check, Finding, GraphScope } from "../check";
import { quotedLike, replaceEdit } from "../code/edit-text";
import { END, START, type Way } from "../flow";
import { nearest, quote } from "../names";
import { textOf } from "../../source/ast";

/** An edge, branch or `Command` from or to a node that does not exist. */
export const unknownNode: Check = {
  severity: "error",
  graph: (scope) => {
    const { graph, flow, isWhole } = scope;
    if (!isWhole || graph.api !== "graph") return [];
    const known = new Set([...flow.names, START, END]);
    const targets = flow.ways.filter(({ target, source }) => !known.has(target) && source !== target).map((way) => missingTarget(scope, way));
    const sources = graph.edges
      .filter(({ source }) => !known.has(source))
      .map((edge) => missingSource(scope, edge.source, edge.source_place ?? edge.place));
    const routers = graph.conditional
      .filter(({ source }) => !known.has(source))
      .map((one) => missingSource(scope, one.source, one.source_place ?? one.place));
    return [...targets, ...sources, ...routers];
  },
};

function missingTarget(scope: GraphScope, way: Way): Finding {
  const { graph, flow } = scope;
  const { source, target, kind, router, label, place } = way;
  const what =
    kind === "branch"
      ? `A branch of ${quote(source)}`
      : kind === "command"
        ? `A \`Command\` of ${quote(source)}`
        : kind === "ends"
          ? `\`ends\` of ${quote(source)}`
          : `The edge from ${quote(source)}`;
  const hasMap = kind !== "command" && !(kind === "branch" && isInferred(scope, source, router));
  const then = hasMap ? "LangGraph refuses to compile this" : "LangGraph then ends the run without a word";
  const near = nearest(target, flow.names);
  return {
    message: `${what} leads to ${quote(target)}, and there is no such node. ${then}. ${near === null ? "Add the node, or lead elsewhere." : `Was ${quote(near)} meant?`}`,
    targets: kind === "branch" ? [{ kind: "branch", source, router, label }] : [{ kind: "node", node: source }],
    place,
    fixes: [...(near === null ? [] : renameFix(scope, way, near)), addNodeFix(graph.name, target)],
  };
}

function isInferred({ graph }: GraphScope, source: string, router: number): boolean {
  const map = graph.conditional.filter((one) => one.source === source)[router]?.map;
  return map === "inferred" || map === "unknown";
}

function renameFix(scope: GraphScope, { source, target, kind, router, label, place }: Way, near: string): QuickFix[] {
  const title = `Lead to ${near}`;
  const graph = scope.graph.name;
  if (kind === "branch" && label !== null) return [{ title, edits: [{ type: "retarget_branch", graph, source, router, label, target: near }] }];
  if (kind === "edge") return [{ title, edits: [{ type: "retarget_edge", graph, source, target, new_target: near }] }];
  const literal = scope.code.nodeAt(place, ts.isStringLiteralLike);
  return literal === null ? [] : [{ title, edits: replaceEdit(place, quotedLike(textOf(literal), near)) }];
}

function addNodeFix(graph: string, name: string): QuickFix {
  return { title: `Add the node ${name}`, edits: [{ type: "add_node", graph, name, kind: "code" }] };
}

function missingSource({ graph, flow }: GraphScope, source: string, place: Finding["place"]): Finding {
  const near = nearest(source, flow.names);
  return {
    message: `An edge begins at ${quote(source)}, and there is no such node. LangGraph refuses to compile this. ${near === null ? "Add the node, or delete the edge." : `Was ${quote(near)} meant?`}`,
    targets: [{ kind: "graph" }],
    place,
    fixes: [addNodeFix(graph.name, source)],
  };
}
