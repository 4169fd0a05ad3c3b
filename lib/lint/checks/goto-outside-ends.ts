import ts from "typescript";
import type { Check } from "../check";
import { appendEntryEdit } from "../code/edit-text";
import { quote, quoteAll } from "../names";

/** A `Command` that leads where `ends` of its node does not say. */
export const gotoOutsideEnds: Check = {
  severity: "warning",
  graph: ({ graph, code }) =>
    graph.nodes.flatMap((node) => {
      const { ends, name } = node;
      if (ends === null || node.locked !== null) return [];
      const outside = node.gotos.filter(({ kind, target }) => kind !== "parent" && !ends.includes(target));
      return [...new Map(outside.map((goto) => [goto.target, goto])).values()].map(({ target, place }) => {
        const value = node.options["ends"];
        const list = value === undefined ? null : code.nodeAt(value.place, ts.isArrayLiteralExpression);
        return {
          message: `${quote(name)} can go to ${quote(target)}, which its \`ends\` do not name. The run goes there all the same, but no drawing and no check knows of it. \`ends\` has ${quoteAll(ends)}: add ${quote(target)}.`,
          targets: [{ kind: "field" as const, node: name, field: "ends" }],
          place,
          fixes: list === null ? [] : [{ title: "Add it to ends", edits: appendEntryEdit(list, JSON.stringify(target)) }],
        };
      });
    }),
};
