import { expect } from "vitest";
import { EditSchema, type EditInput } from "../../../lib/schema/edit";
import type { SourceGraph } from "../../../lib/schema/source";
import { applyEdits, type EditOutcome } from "../../../lib/source/edit/apply-edits";
import { applyChanges, invertChanges, minimise } from "../../../lib/source/edit/text";
import { memoryHost } from "../../../lib/source/host";
import { readSource } from "../../../lib/source/read-source";

export const FILE = "graphs/flow.ts";

type GraphEditInput = Exclude<EditInput, { type: "replace_text" }>;
/** An edit without its graph, which is the last one of the file where it is left out. */
export type LooseEdit = GraphEditInput extends infer E ? (E extends { graph: string } ? Omit<E, "graph"> & { graph?: string } : never) : never;

/** The graph of a text; the last one where no name is given. */
export function graphIn(text: string, name?: string, files: Record<string, string> = {}): SourceGraph {
  const { graphs } = readSource(memoryHost({ ...files, [FILE]: text }), FILE);
  const graph = name === undefined ? graphs.at(-1) : graphs.find((each) => each.name === name);
  if (graph === undefined) throw new Error(`There is no graph ${name ?? ""} in the text.`);
  return graph;
}

export function outcomeOf(text: string, edits: LooseEdit | LooseEdit[], files: Record<string, string> = {}): EditOutcome {
  const graph = graphIn(text, undefined, files).name;
  const parsed = (Array.isArray(edits) ? edits : [edits]).map((edit) => EditSchema.parse({ graph, ...edit }));
  return applyEdits(memoryHost({ ...files, [FILE]: text }), FILE, parsed);
}

/** The text after edits that must succeed; that their inverse leads back is checked on the way. */
export function edited(text: string, edits: LooseEdit | LooseEdit[], files: Record<string, string> = {}): string {
  const outcome = outcomeOf(text, edits, files);
  if (outcome.status !== "done") throw new Error(`Not done: ${JSON.stringify(outcome)}`);
  const changed = outcome.files.get(FILE);
  if (changed === undefined) return text;
  expect(applyChanges(text, changed.changes)).toBe(changed.text);
  expect(minimise(text, changed.changes)).toEqual(changed.changes);
  expect(applyChanges(changed.text, invertChanges(text, changed.changes))).toBe(text);
  return changed.text;
}

export function notesOf(text: string, edits: LooseEdit | LooseEdit[]): string[] {
  const outcome = outcomeOf(text, edits);
  if (outcome.status !== "done") throw new Error(`Not done: ${JSON.stringify(outcome)}`);
  return outcome.notes;
}

/** Why an edit is refused. */
export function refusalOf(text: string, edit: LooseEdit): string {
  const outcome = outcomeOf(text, edit);
  if (outcome.status !== "refused") throw new Error(`Not refused: ${JSON.stringify(outcome)}`);
  return outcome.reason;
}

/** Lines that are new, and lines that are gone, each trimmed. */
export function difference(before: string, after: string): { gone: string[]; added: string[] } {
  const left = before.split(/\r?\n/).map((line) => line.trim());
  const right = after.split(/\r?\n/).map((line) => line.trim());
  const gone = [...left];
  const added: string[] = [];
  for (const line of right) {
    const index = gone.indexOf(line);
    if (index < 0) added.push(line);
    else gone.splice(index, 1);
  }
  return { gone: gone.filter((line) => line !== ""), added: added.filter((line) => line !== "") };
}

/** What a graph is, without where it stands. */
export type Shape = { nodes: string[]; edges: string[]; branches: string[] };

export function shapeOf(graph: SourceGraph): Shape {
  const routers = new Map<string, number>();
  const branches = graph.conditional.flatMap(({ source, branches: all }) => {
    const router = routers.get(source) ?? 0;
    routers.set(source, router + 1);
    return (all ?? [{ label: "?", target: "?" }]).map(({ label, target }) => `${source}#${router} ${label} > ${target}`);
  });
  return {
    nodes: graph.nodes.map(({ name }) => name).sort(),
    edges: [...new Set(graph.edges.map(({ source, target }) => `${source} > ${target}`))].sort(),
    branches: branches.sort(),
  };
}
