import { readdirSync } from "node:fs";
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { describe, expect, it } from "vitest";
import { diskHost } from "../../../lib/cli/disk-host";
import { readSource } from "../../../lib/source/read-source";
import type { SourceGraph } from "../../../lib/schema/source";
import { waysOf } from "./read";

/** Workflows that can be loaded here: those that fail on purpose are left out. */
const FILES = ["graphs", "test/support/graphs", "test/bench/project/graphs"]
  .flatMap((folder) => readdirSync(folder, { recursive: true, encoding: "utf8" }).map((file) => `${folder}/${file.replaceAll("\\", "/")}`))
  .filter((file) => /^graphs\/([\w-]+|research\/graph)\.ts$|\/(graphs|flows)\/[\w-]+\.ts$/.test(file))
  .filter((file) => !/\/(faulty|hanging|tracing)\//.test(file));

type Builder = {
  nodes: Record<string, { ends?: string[]; isErrorHandler?: boolean }>;
  allEdges: Set<[string | string[], string]>;
  branches: Record<string, Record<string, { ends?: Record<string, string> }>>;
  channels: Record<string, { lc_graph_name?: string }>;
};

function isBuilder(value: unknown): value is Builder {
  return typeof value === "object" && value !== null && "nodes" in value && "branches" in value && "allEdges" in value;
}

/** What LangGraph itself says of what a file exports. */
async function truthOf(file: string): Promise<Map<string, Builder>> {
  const module: Record<string, unknown> = await import(/* @vite-ignore */ pathToFileURL(resolve(file)).href);
  const found = new Map<string, Builder>();
  for (const [name, exported] of Object.entries(module)) {
    const graph: unknown =
      typeof exported === "function" && name !== "State" && exported.length === 0
        ? // A class is a function too.
          await (async (): Promise<unknown> => exported())().catch(() => null)
        : await exported;
    const builder = typeof graph === "object" && graph !== null && "builder" in graph ? graph.builder : graph;
    if (isBuilder(builder)) found.set(name, builder);
  }
  return found;
}

function expectTruth(graph: SourceGraph, builder: Builder): void {
  const nodes = Object.entries(builder.nodes).filter(([, node]) => node.isErrorHandler !== true);
  expect(graph.nodes.map(({ name }) => name)).toEqual(nodes.map(([name]) => name));
  const edges = [...builder.allEdges].flatMap(([sources, target]) => [sources].flat().map((source) => `${source}->${target}`));
  expect(graph.edges.map(({ source, target }) => `${source}->${target}`).sort()).toEqual(edges.sort());
  const ends = Object.fromEntries(nodes.flatMap(([name, node]) => (node.ends?.length ? [[name, node.ends]] : [])));
  expect(Object.fromEntries(graph.nodes.flatMap((node) => (node.ends === null ? [] : [[node.name, node.ends]])))).toEqual(ends);
  const channels = Object.entries(builder.channels).map(([name, channel]) => [name, /BinaryOperator|Delta/.test(channel.lc_graph_name ?? "")]);
  expect(Object.fromEntries(graph.channels.map(({ name, reducer }) => [name, reducer !== null]))).toEqual(Object.fromEntries(channels));
  const branches = Object.entries(builder.branches).flatMap(([source, routers]) =>
    Object.values(routers).map((router) => ({ source, ends: router.ends })),
  );
  expect(graph.conditional.map(({ source }) => source).sort()).toEqual(branches.map(({ source }) => source).sort());
  for (const { source, ends } of branches) {
    if (ends === undefined || branches.filter((other) => other.source === source).length > 1) continue;
    expect(waysOf(graph, source)).toEqual(Object.entries(ends).map(([label, target]) => (label === target ? target : `${label}=>${target}`)));
  }
}

describe("Every workflow of this repository", () => {
  it.each(FILES)("%s is read as LangGraph builds it", async (file) => {
    const model = readSource(diskHost(resolve(".")), file.replaceAll("\\", "/"));
    expect(model.errors).toEqual([]);
    const truth = await truthOf(file);
    const compared = [...truth].flatMap(([name, builder]) => {
      const graph = model.graphs.find((each) => each.api !== "entrypoint" && each.exported_as.includes(name));
      if (graph?.api === "graph" && graph.locked.length === 0) expectTruth(graph, builder);
      return graph === undefined ? [] : [graph];
    });
    expect(compared.length).toBe(truth.size);
  });

  it("is found at all", () => {
    expect(FILES.length).toBeGreaterThan(40);
  });
});
