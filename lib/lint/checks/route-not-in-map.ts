import ts from "typescript";
import type { QuickFix } from "../../schema/problem";
import type { SourceConditional } from "../../schema/source";
import type { Check, GraphScope } from "../check";
import { appendEntryEdit, quotedLike, replaceEdit } from "../code/edit-text";
import { answersOf } from "../code/answers";
import { END, routersOf } from "../flow";
import { nearest, quote, quoteAll } from "../names";
import { textOf } from "../../source/ast";

/** A router that returns what its path map does not have: LangGraph throws when it does. */
export const routeNotInMap: Check = {
  severity: "error",
  graph: (scope) =>
    routersOf(scope.graph).flatMap(({ conditional, router }) => {
      const { branches, map, source } = conditional;
      const fn = scope.code.functionOf(conditional.router);
      if (fn === null || branches === null || (map !== "object" && map !== "array") || conditional.locked !== null) return [];
      const labels = branches.map(({ label }) => label);
      const wrong = answersOf(scope.code, fn).values.filter(({ value }) => !labels.includes(value));
      return [...new Map(wrong.map((answer) => [answer.value, answer])).values()].map(({ value, place }) => ({
        message: `The router after ${quote(source)} can return ${quote(value)}, which its path map does not have. LangGraph throws when it does. The map has ${quoteAll(labels)}: add an entry, or return one of them.`,
        targets: [{ kind: "branch" as const, source, router, label: null }],
        place,
        fixes: fixesFor(scope, conditional, value, place),
      }));
    }),
};

function fixesFor(scope: GraphScope, conditional: SourceConditional, value: string, place: { file: string; start: number; end: number }): QuickFix[] {
  const fixes: QuickFix[] = [];
  const near = nearest(value, conditional.branches?.map(({ label }) => label) ?? []);
  const literal = scope.code.nodeAt({ ...place, line: 1, column: 1 }, ts.isStringLiteralLike);
  if (near !== null && literal !== null) {
    fixes.push({ title: `Return ${near === END ? "the end" : near}`, edits: replaceEdit(place, quotedLike(textOf(literal), near)) });
  }
  const map = conditional.map_place === null ? null : scope.code.nodeAt(conditional.map_place, isMap);
  const isTarget = value === END || scope.flow.names.includes(value);
  if (map === null || !isTarget) return fixes;
  const key = value === END ? "__end__" : value;
  const entry = ts.isArrayLiteralExpression(map)
    ? JSON.stringify(key)
    : `${/^[A-Za-z_$][\w$]*$/.test(key) ? key : JSON.stringify(key)}: ${JSON.stringify(key)}`;
  fixes.push({ title: `Add ${value === END ? "the end" : value} to the map`, edits: appendEntryEdit(map, entry) });
  return fixes;
}

function isMap(node: ts.Node): node is ts.ObjectLiteralExpression | ts.ArrayLiteralExpression {
  return ts.isObjectLiteralExpression(node) || ts.isArrayLiteralExpression(node);
}
