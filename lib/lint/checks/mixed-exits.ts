import type { Check, Finding } from "../check";
import { END } from "../flow";
import { quote } from "../names";

/** A plain edge beside a branch or `Command`: LangGraph follows both. */
export const mixedExits: Check = {
  severity: "warning",
  graph: ({ graph, flow }) =>
    graph.edges
      .filter(({ join, form }) => join === null && form !== "agent")
      .flatMap((edge): Finding[] => {
        const others = flow.ways.filter(({ source, kind }) => source === edge.source && (kind === "branch" || kind === "command"));
        const first = others[0];
        if (first === undefined) return [];
        const what = first.kind === "branch" ? "router" : "`Command`";
        const isAlsoChosen = others.some(({ target }) => target === edge.target);
        const isEnd = edge.target === END;
        const message = isEnd
          ? `The edge from ${quote(edge.source)} to the end does nothing. Its ${what} alone decides where a run goes, because an edge to the end ends nothing else. Delete the edge.`
          : isAlsoChosen
            ? `${quote(edge.target)} always runs after ${quote(edge.source)}. The plain edge is followed whatever the ${what} picks, so the branch to it decides nothing. Delete the edge.`
            : `Both the plain edge to ${quote(edge.target)} and the ${what} of ${quote(edge.source)} are followed. ${quote(edge.target)} runs every time, beside what the ${what} picks. If that is not meant, delete the edge.`;
        return [
          {
            message,
            targets: [{ kind: "edge", source: edge.source, target: edge.target }],
            place: edge.place,
            severity: isEnd ? "info" : isAlsoChosen ? "warning" : "info",
            fixes: [{ title: "Delete the edge", edits: [{ type: "delete_edge", graph: graph.name, source: edge.source, target: edge.target }] }],
          },
        ];
      }),
};
