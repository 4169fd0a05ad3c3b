import { END } from "@/lib/graph/design-drawing";
import { freeName } from "@/lib/graph/free-name";
import type { EditInput } from "@/lib/schema/edit";
import type { Json } from "@/lib/schema/json";
import type { SourceConditional, SourceGraph } from "@/lib/schema/source";

/** One thing that a new line from a node with a router can mean. */
export type Way = { words: string; edits: EditInput[]; label: string; rename: string | null };

export function routersOf(graph: SourceGraph, source: string): SourceConditional[] {
  return graph.conditional.filter((conditional) => conditional.source === source);
}

/** Labels that a kit node can give: the rules of a condition, the choices of an approval. */
function kitLabels(graph: SourceGraph, source: string): string[] {
  const settings = graph.nodes.find(({ name }) => name === source)?.kit?.settings;
  const field = (item: Json, name: string) =>
    typeof item === "object" && item !== null && !Array.isArray(item) && typeof item[name] === "string" ? [item[name]] : [];
  const list = (value: Json | undefined) => (Array.isArray(value) ? value : []);
  const labels = [
    ...list(settings?.rules).flatMap((rule) => field(rule, "label")),
    ...list(settings?.choices).flatMap((choice) => field(choice, "value")),
  ];
  return typeof settings?.otherwise === "string" ? [...labels, settings.otherwise] : labels;
}

/**
 * What a line from a node to another can mean where the node has a router: one of its ways, a new way, or an edge that is
 * always taken. Ways that lead nowhere yet come first. Empty where there is no router that can be changed.
 */
export function waysTo(graph: SourceGraph, source: string, target: string): Way[] {
  const ways: Way[] = [];
  const to = target === END ? "the end" : target;
  routersOf(graph, source).forEach((conditional, router) => {
    if (conditional.locked !== null || conditional.branches === null) return;
    const { branches, map } = conditional;
    const known = new Set(branches.map(({ label }) => label));
    const missing = kitLabels(graph, source).filter((label) => !known.has(label));
    for (const label of missing) {
      ways.push({
        words: `When ${label}`,
        edits: [{ type: "add_branch", graph: graph.name, source, router, label, target }],
        label: `Lead ${label} to ${to}`,
        rename: null,
      });
    }
    const open = branches.filter((branch) => branch.target === END && target !== END);
    const taken = branches.filter((branch) => branch.target !== target && !open.includes(branch));
    for (const branch of [...open, ...taken]) {
      ways.push({
        words: `When ${branch.label}, instead of ${branch.target === END ? "the end" : branch.target}`,
        edits: [{ type: "retarget_branch", graph: graph.name, source, router, label: branch.label, target }],
        label: `Lead ${branch.label} to ${to}`,
        rename: null,
      });
    }
    const label = map === "object" ? freeName(target === END ? "end" : target, known) : target;
    if (!known.has(label)) {
      ways.push({
        words: "A new way",
        edits: [{ type: "add_branch", graph: graph.name, source, router, label, target }],
        label: `Add a way to ${to}`,
        rename: map === "object" ? label : null,
      });
    }
  });
  if (ways.length > 0 && !graph.edges.some((edge) => edge.source === source && edge.target === target)) {
    ways.push({
      words: "Always, besides the ways",
      edits: [{ type: "add_edge", graph: graph.name, source, target }],
      label: `Connect ${source} to ${to}`,
      rename: null,
    });
  }
  return ways;
}
