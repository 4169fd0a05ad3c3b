import type { Check } from "../check";
import { answersOf } from "../code/answers";
import { sendsIn } from "../code/sends";
import { routersOf } from "../flow";
import { quote } from "../names";

/** A label of a path map that the router never returns. Only where every answer of the router can be read. */
export const unusedRoute: Check = {
  severity: "warning",
  graph: ({ graph, code }) =>
    routersOf(graph).flatMap(({ conditional, router }) => {
      const { branches, map, source, place } = conditional;
      const fn = code.functionOf(conditional.router);
      if (fn === null || branches === null || (map !== "object" && map !== "array") || conditional.locked !== null) return [];
      const answers = answersOf(code, fn);
      if (!answers.isComplete) return [];
      const returned = new Set(answers.values.map(({ value }) => value));
      const sent = new Set(sendsIn(code, fn).map(({ target }) => target));
      return branches
        .filter(({ label, target }) => !returned.has(label) && !sent.has(target))
        .map((branch) => ({
          message: `The router after ${quote(source)} never returns ${quote(branch.label)}. So this way to ${quote(branch.target)} is never taken. Return it in some case, or delete the branch.`,
          targets: [{ kind: "branch" as const, source, router, label: branch.label }],
          place: branch.place ?? place,
          fixes: [{ title: "Delete the branch", edits: [{ type: "delete_branch", graph: graph.name, source, router, label: branch.label }] }],
        }));
    }),
};
