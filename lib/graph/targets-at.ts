import type { ProblemTarget } from "../schema/problem";
import type { Place, SourceChannel, SourceConditional, SourceGraph, SourceModel, SourceNode } from "../schema/source";

type Span = Pick<Place, "file" | "start" | "end">;
type Candidate = { target: ProblemTarget; place: Span };

function candidate(target: ProblemTarget, ...places: (Span | null | undefined)[]): Candidate[] {
  return places.flatMap((place) => (place == null ? [] : [{ target, place }]));
}

function ofNode(node: SourceNode): Candidate[] {
  const fields = Object.entries(node.options).flatMap(([field, { place }]) => candidate({ kind: "field", node: node.name, field }, place));
  const { definition, body, place } = node.action;
  return [...candidate({ kind: "node", node: node.name }, node.place, definition, body, place, node.options_place, node.kit?.place), ...fields];
}

function ofConditional(conditional: SourceConditional, router: number): Candidate[] {
  const { source, branches } = conditional;
  const { definition, body, place } = conditional.router;
  const labels = (branches ?? []).flatMap((branch) =>
    candidate({ kind: "branch", source, router, label: branch.label }, branch.place, branch.label_place, branch.target_place),
  );
  return [
    ...candidate({ kind: "branch", source, router, label: null }, conditional.place, conditional.map_place, definition, body, place),
    ...labels,
  ];
}

function ofChannel(channel: SourceChannel): Candidate[] {
  return candidate({ kind: "channel", channel: channel.name }, channel.place, channel.type_place, channel.reducer?.place, channel.default?.place);
}

function candidatesOf(graph: SourceGraph): Candidate[] {
  const routers = new Map<string, number>();
  const conditional = graph.conditional.flatMap((one) => {
    const router = routers.get(one.source) ?? 0;
    routers.set(one.source, router + 1);
    return ofConditional(one, router);
  });
  return [
    ...graph.nodes.flatMap(ofNode),
    ...graph.edges.flatMap(({ source, target, place }) => candidate({ kind: "edge", source, target }, place)),
    ...conditional,
    ...graph.channels.flatMap(ofChannel),
    ...candidate(
      { kind: "graph" },
      graph.place,
      graph.state.place,
      graph.input?.place,
      graph.output?.place,
      graph.context?.place,
      graph.compile?.place,
    ),
  ];
}

const encloses = (outer: Span, inner: Span) => outer.file === inner.file && outer.start <= inner.start && inner.end <= outer.end;
const sizeOf = ({ start, end }: Span) => end - start;

/**
 * What a place of the text belongs to on the canvas: the smallest part that encloses it, several where they share it
 * (a function that is two nodes). `graph` is null where it belongs to none.
 */
export function targetsAt(model: SourceModel, place: Span): { graph: string | null; targets: ProblemTarget[] } {
  let best: { graph: string | null; targets: ProblemTarget[]; size: number } = { graph: null, targets: [], size: Infinity };
  for (const graph of model.graphs) {
    const around = candidatesOf(graph).filter((one) => encloses(one.place, place));
    const size = Math.min(...around.map((one) => sizeOf(one.place)));
    if (size >= best.size) continue;
    const targets = new Map(around.filter((one) => sizeOf(one.place) === size).map(({ target }) => [JSON.stringify(target), target]));
    best = { graph: graph.name, targets: [...targets.values()], size };
  }
  return { graph: best.graph, targets: best.targets };
}
