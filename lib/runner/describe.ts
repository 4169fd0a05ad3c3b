import { createHash } from "node:crypto";
import type { Channel, GraphDescription } from "../schema/graph";
import type { Json, JsonObject } from "../schema/json";
import { toDisplayJson } from "../store/display";
import { readAnnotationTypes } from "./annotation-types";
import { describeChannels } from "./describe-channels";
import { MESSAGES_INPUT_SCHEMA, MESSAGES_STATE_SCHEMA, completeSchema, readSchemas, type SchemaReaders } from "./describe-schemas";
import { describeStructure, type Structure } from "./describe-structure";
import type { FunctionLocator } from "./function-places";
import { asList, isBag, isBuilder, type Bag, type PregelLike } from "./langgraph";
import type { Sources } from "./source-text";

export type DescribeContext = { locator: FunctionLocator; sources: Sources; readers: SchemaReaders | null };

export type DescribeSubject = {
  graphId: string;
  graph: PregelLike;
  /** Exports of the workflow's file. */
  module: Bag;
  /** True for the only or main workflow of its file: the file's title and examples are then its own. */
  isMain: boolean;
  /** Absolute, and relative to the project folder. */
  path: string;
  file: string;
};

/** Everything that the interface shows of a workflow's structure. Throws what the graph's own parts throw. */
export function describeWorkflow(subject: DescribeSubject, context: DescribeContext): GraphDescription {
  const { graph, module, isMain } = subject;
  const structure = describeStructure(graph, context);
  const declared = readSchemas(graph, context.readers);
  const bare = describeChannels(graph, declared.state, context);
  const annotated = readAnnotationTypes(context.sources, subject.path);
  const known = knownSchemas(bare, annotated, MESSAGES_STATE_SCHEMA);
  const state = completeSchema(
    declared.state,
    names(bare, () => true),
    known,
  );
  const input = completeSchema(
    declared.input,
    names(bare, (channel) => channel.input),
    knownSchemas(bare, annotated, MESSAGES_INPUT_SCHEMA),
  );
  const channels = bare.map((channel) => ({ ...channel, schema: propertyOf(state, channel.name) ?? channel.schema }));
  return {
    graph_id: subject.graphId,
    api: isBuilder(graph.builder) ? "graph" : "entrypoint",
    title: (isMain ? text(module["title"]) : null) ?? titleOf(subject.graphId),
    description:
      (isMain ? text(module["description"]) : null) ?? text(graph.description) ?? (isMain ? context.sources.leadingComment(subject.path) : null),
    file: subject.file,
    ...structure,
    channels,
    schemas: {
      input,
      output: completeSchema(
        declared.output,
        names(bare, (channel) => channel.output),
        known,
      ),
      state,
      context: declared.context,
    },
    example_inputs: isMain ? exampleInputs(module) : [],
    revision: revisionOf(structure, channels),
  };
}

function names(channels: readonly Channel[], keep: (channel: Channel) => boolean): string[] {
  return channels.filter(keep).map(({ name }) => name);
}

function knownSchemas(channels: readonly Channel[], annotated: Record<string, JsonObject>, messages: JsonObject): Record<string, JsonObject> {
  return Object.fromEntries(
    channels.flatMap(({ name, reducer }) => {
      const schema = reducer.kind === "messages" ? messages : annotated[name];
      return schema === undefined ? [] : [[name, schema]];
    }),
  );
}

function propertyOf(schema: JsonObject | null, name: string): JsonObject | null {
  const properties = schema?.["properties"];
  if (properties === null || typeof properties !== "object" || Array.isArray(properties)) return null;
  const property = properties[name];
  return property !== null && typeof property === "object" && !Array.isArray(property) ? property : null;
}

function text(value: unknown): string | null {
  return typeof value === "string" && value.trim() !== "" ? value.trim() : null;
}

/** `order_status` → `Order status`. */
function titleOf(graphId: string): string {
  const words = graphId.replaceAll(/[-_.]+/g, " ").trim();
  return words === "" ? graphId : words.charAt(0).toUpperCase() + words.slice(1);
}

function exampleInputs(module: Bag): Json[] {
  const many: unknown = module["exampleInputs"];
  const one: unknown = module["exampleInput"];
  const list = [...(one === undefined ? [] : [one]), ...asList(isBag(many) && !Array.isArray(many) ? Object.values(many) : many)];
  return list.map((input) => toDisplayJson(input));
}

/** Changes when the structure, a reducer or the code of a node or router changes, and only then. */
function revisionOf(structure: Structure, channels: readonly Channel[]): string {
  const content = {
    nodes: structure.nodes.map(({ id, kind, ends, triggers, defer, source, channels: own = [], routers = [] }) => ({
      ...{ id, kind, ends, triggers, defer, text: source?.text ?? null },
      routers: routers.map((router) => ({ name: router.name, text: router.source?.text ?? null })),
      channels: own.map(({ name, type, reducer }) => ({ name, type, reducer })),
    })),
    edges: structure.edges.map(({ id, labels }) => ({ id, labels })),
    channels: channels.map(({ name, type, reducer }) => ({ name, type, reducer })),
  };
  return createHash("sha256").update(JSON.stringify(content)).digest("hex").slice(0, 16);
}
