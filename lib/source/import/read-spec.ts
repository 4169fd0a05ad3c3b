import { parse } from "yaml";
import { z } from "zod";
import { createDrawing, type DrawnEdge, type Drawing, type ReadDrawing } from "./drawing";

const Name = z.union([z.string(), z.number()]).transform(String);
const Label = Name.nullish().transform((label) => label ?? null);

/**
 * A node of a langgraph-builder specification (`name`), of LangGraph's own drawing (`id`, `data.name`), or of a canvas
 * (`id`, `data.label`, `type: "source"|"end"`).
 */
const NodeSchema = z.union([
  Name.transform((name) => ({ id: name, label: null, isDecision: false })),
  z
    .object({
      id: Name.optional(),
      name: Name.optional(),
      data: z.object({ name: Name.optional(), label: Name.optional() }).partial().optional().catch(undefined),
    })
    .refine(({ id, name }) => id !== undefined || name !== undefined, "has neither a name nor an id")
    .transform(({ id, name, data }) => ({ id: id ?? name ?? "", label: name ?? data?.label ?? data?.name ?? null, isDecision: false })),
]);

const Targets = z.union([z.array(Name).min(1), z.record(z.string(), Name)]);

/** `{from, to}`, `{from, condition, paths}`, or `{source, target, conditional?, animated?, label?, data?}`. */
const EdgeSchema = z.union([
  z.object({ from: Name, condition: Name.optional(), paths: Targets }).transform(({ from, condition, paths }): DrawnEdge[] => {
    const targets = Array.isArray(paths)
      ? paths.map((target) => ({ label: null, target }))
      : Object.entries(paths).map(([label, target]) => ({ label, target }));
    return targets.map(({ label, target }) => ({ source: from, target, label, isConditional: true, router: condition ?? null }));
  }),
  z
    .object({ from: Name, to: Name })
    .transform(({ from, to }): DrawnEdge[] => [{ source: from, target: to, label: null, isConditional: false, router: null }]),
  z
    .object({
      source: Name,
      target: Name,
      conditional: z.boolean().optional(),
      animated: z.boolean().optional(),
      label: Label,
      data: z
        .union([Name, z.object({ label: Name.optional() })])
        .nullish()
        .catch(null),
    })
    .transform(({ source, target, conditional, animated, label, data }): DrawnEdge[] => {
      const said = label ?? (typeof data === "string" ? data : (data?.label ?? null));
      return [{ source, target, label: said, isConditional: conditional ?? animated ?? false, router: null }];
    }),
]);

const SpecSchema = z.object({
  name: Name.nullish(),
  entrypoint: Name.nullish(),
  nodes: z.array(NodeSchema).min(1, "there are no nodes"),
  edges: z.array(EdgeSchema).default([]),
});

/** True for a value that has what a specification has at least. */
export function looksLikeSpec(value: unknown): boolean {
  return typeof value === "object" && value !== null && "nodes" in value && Array.isArray(value.nodes);
}

/** Reads YAML or JSON into plain data; undefined where it is neither. Aliases that would blow up are refused. */
export function parseData(text: string): unknown {
  try {
    return parse(text, { maxAliasCount: 100, logLevel: "error" });
  } catch {
    return undefined;
  }
}

/** Reads the specification of langgraph-builder (and langgraph-gen), or a list of nodes and edges as LangGraph draws it. */
export function readSpec(value: unknown): ReadDrawing {
  const parsed = SpecSchema.safeParse(value);
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    const place = issue?.path.join(".") ?? "";
    const hint = place.startsWith("edges") ? "An edge is `{from, to}` or `{from, condition, paths}`." : "A node is `{name}`.";
    return { error: `The specification could not be read${place === "" ? "" : ` at ${place}`}. ${hint}` };
  }
  const { name, entrypoint, nodes, edges } = parsed.data;
  const drawing = createDrawing(name ?? null);
  for (const node of nodes) drawing.nodes.set(node.id, { ...node, parent: null });
  const notes: string[] = [];
  if (entrypoint !== null && entrypoint !== undefined)
    addEdge(drawing, { source: "__start__", target: entrypoint, label: null, isConditional: false, router: null });
  for (const edge of edges.flat()) addEdge(drawing, edge);
  const undeclared = [...drawing.nodes.keys()].filter((id) => !nodes.some((node) => node.id === id) && !id.startsWith("__"));
  for (const id of undeclared) notes.push(`The node ${id} is not in the list of nodes, but an edge leads to or from it: it was added.`);
  return { drawing, notes };
}

function addEdge(drawing: Drawing, edge: DrawnEdge): void {
  for (const id of [edge.source, edge.target]) {
    if (!drawing.nodes.has(id)) drawing.nodes.set(id, { id, label: null, isDecision: false, parent: null });
  }
  drawing.edges.push(edge);
}
