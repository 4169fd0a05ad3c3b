import { longestWay } from "../../graph/longest-way";
import { shortestWay } from "../../graph/reach";
import { placeOf } from "../../source/ast";
import type { Check, Finding } from "../check";
import { recursionLimits } from "../code/config-limit";
import { replaceEdit } from "../code/edit-text";
import { END, START } from "../flow";
import { quote } from "../names";

/** What LangGraph takes where nothing is said. A graph that needs as many supersteps as its limit already throws. */
const DEFAULT_LIMIT = 25;

/** A recursion limit that the longest way through the graph does not fit into. */
export const recursionLimit: Check = {
  severity: "warning",
  graph: (scope) => {
    const { graph, flow } = scope;
    if (graph.api !== "graph") return [];
    const way = longestWay(
      flow.ways.filter(({ target }) => target !== END),
      START,
    ).slice(1);
    const steps = way.length;
    const first = way[0];
    const last = way.at(-1);
    if (first === undefined || last === undefined) return [];
    const { limits, isUnknown } = recursionLimits(scope);
    const through = `The longest way through the graph, from ${quote(first)} to ${quote(last)}, takes ${steps} supersteps`;
    const set = limits
      .filter(({ limit }) => limit <= steps)
      .map(({ limit, literal }): Finding => {
        const shortest = shortestWay(flow.ways, START, END)?.length ?? 0;
        const isHopeless = shortest > 0 && shortest - 1 >= limit;
        return {
          message: `The recursion limit of ${limit} is too small. ${isHopeless ? `Even the shortest way to the end takes ${shortest - 1} supersteps` : through}, and LangGraph throws GraphRecursionError unless the limit is larger than that. Set it to ${steps + 1} or more.`,
          targets: [{ kind: "graph" }],
          place: placeOf(literal),
          severity: isHopeless ? "error" : "warning",
          fixes: [{ title: `Set it to ${steps + 1}`, edits: replaceEdit(placeOf(literal), String(steps + 1)) }],
        };
      });
    if (limits.length > 0 || isUnknown || steps < DEFAULT_LIMIT) return set;
    return [
      {
        message: `${through}, and LangGraph stops a run after ${DEFAULT_LIMIT}. That is its recursion limit where none is given. Compile with \`.withConfig({ recursionLimit: ${steps + 1} })\`, or give it with each run.`,
        targets: [{ kind: "graph" }],
        place: graph.compile?.place ?? graph.place,
      },
    ];
  },
};
