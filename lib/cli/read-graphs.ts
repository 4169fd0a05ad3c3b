import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { readSource } from "../source/read-source";
import type { SourceConditional, SourceEdge, SourceGraph, SourceModel, SourceNode } from "../schema/source";
import { diskHost, projectOf } from "./disk-host";

type Line = {
  file: string;
  graphs: {
    name: string;
    nodes: { name: string; line: number }[];
    edges: { source: string; target: string }[];
    conditional: { source: string; targets: string[] | null; labels: string[] }[];
    channels: { name: string; reducer: boolean }[];
    locked: { reason: string; line: number }[];
  }[];
  errors: { message: string; line: number }[];
};

/** Prints what was read of each file as one line of JSON. Gives the exit code: 1 when a file was not there. */
export function runGraphRead(files: readonly string[], print: (line: string) => void): number {
  if (files.length === 0) {
    process.stderr.write("Usage: npm run -s graph:read -- FILE…\n");
    return 1;
  }
  let code = 0;
  for (const path of files) {
    const { root, file } = projectOf(whereAsked(path));
    const host = diskHost(root);
    if (host.read(file) === null) code = 1;
    print(JSON.stringify({ ...toLine(readSource(host, file)), file: path }));
  }
  return code;
}

/** npm runs a script in its package's folder, and tells where it was called: a path means a file there, if there is one. */
function whereAsked(path: string): string {
  const asked = resolve(process.env["INIT_CWD"] ?? ".", path);
  return existsSync(asked) ? asked : path;
}

/** A model as scripts read it: names and lines alone. */
export function toLine(model: SourceModel): Line {
  return {
    file: model.file,
    graphs: model.graphs.map(graphLine),
    errors: model.errors.map(({ message, place }) => ({ message, line: place.line })),
  };
}

function graphLine(graph: SourceGraph): Line["graphs"][number] {
  return {
    name: graph.name,
    nodes: graph.nodes.map(({ name, place, name_place }) => ({ name, line: (name_place ?? place).line })),
    edges: uniqueEdges(graph.edges),
    conditional: [...graph.conditional.map(waysLine), ...graph.nodes.flatMap(commandLine)],
    channels: graph.channels.map(({ name, reducer }) => ({ name, reducer: reducer !== null })),
    locked: graph.locked.map(({ reason, place }) => ({ reason, line: place.line })),
  };
}

function waysLine({ source, branches }: SourceConditional): Line["graphs"][number]["conditional"][number] {
  return {
    source,
    targets: branches === null ? null : unique(branches.map(({ target }) => target)),
    labels: branches?.map(({ label }) => label) ?? [],
  };
}

/** The ways that a node names itself: its `ends`, else what its `Command`s say. */
function commandLine(node: SourceNode): Line["graphs"][number]["conditional"] {
  if (node.ends === null && node.goes_elsewhere === true) return [{ source: node.name, targets: null, labels: [] }];
  const named = node.gotos.flatMap(({ kind, target }) => (kind === "parent" ? [] : [target]));
  const targets = unique(node.ends ?? named);
  return targets.length === 0 ? [] : [{ source: node.name, targets, labels: targets }];
}

/** An edge that is added twice, e.g. in both ways of a condition, is one edge. */
function uniqueEdges(edges: readonly SourceEdge[]): { source: string; target: string }[] {
  return edges
    .map(({ source, target }) => ({ source, target }))
    .filter((edge, index, all) => all.findIndex(({ source, target }) => source === edge.source && target === edge.target) === index);
}

function unique(names: readonly string[]): string[] {
  return [...new Set(names)];
}
