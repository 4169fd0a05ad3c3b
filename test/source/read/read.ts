import { memoryHost } from "../../../lib/source/host";
import { readSource } from "../../../lib/source/read-source";
import type { SourceGraph, SourceModel } from "../../../lib/schema/source";

/** Reads a text as the file `flow.ts` of a project; more files may stand beside it. */
export function read(text: string, files: Record<string, string> = {}, file = "flow.ts"): SourceModel {
  return readSource(memoryHost({ [file]: text, ...files }), file);
}

/** The one graph of a text. */
export function readOne(text: string, files: Record<string, string> = {}, file = "flow.ts"): SourceGraph {
  const { graphs } = read(text, files, file);
  const [graph, ...others] = graphs;
  if (graph === undefined || others.length > 0) throw new Error(`The text has ${graphs.length} graphs: ${graphs.map(({ name }) => name).join(", ")}`);
  return graph;
}

/** `a->b` for every plain edge. */
export function edgesOf(graph: SourceGraph): string[] {
  return graph.edges.map(({ source, target }) => `${source}->${target}`);
}

export function namesOf(graph: SourceGraph): string[] {
  return graph.nodes.map(({ name }) => name);
}

/** `label=>target` for every way of a source's conditional edge, `null` where they are not known. */
export function waysOf(graph: SourceGraph, source: string): string[] | null {
  const found = graph.conditional.find((each) => each.source === source);
  if (found === undefined) throw new Error(`No conditional edge leaves ${source}`);
  return found.branches?.map(({ label, target, send }) => `${label === target ? "" : `${label}=>`}${target}${send ? " (send)" : ""}`) ?? null;
}

/** The name of every channel, with the kind of its reducer. */
export function channelsOf(graph: SourceGraph): Record<string, string | null> {
  return Object.fromEntries(graph.channels.map(({ name, reducer }) => [name, reducer?.kind ?? null]));
}

export const IMPORTS = `import { Annotation, Command, END, MessagesAnnotation, MessagesValue, ReducedValue, Send, START, StateGraph, StateSchema } from "@langchain/langgraph";
import { z } from "zod";
`;
