import type { SourceChannel, SourceNode } from "../../schema/source";
import { langgraphModule, rootOf } from "./builder";
import type { EditContext } from "./context";
import type { Draft } from "./draft";
import { propertyKey } from "./names";
import { stateExpression, stateName } from "./state-type";
import { importName } from "./text";
import ts from "typescript";

/** How a subgraph over the same state is constructed: what `new StateGraph` is given, and lines before it. */
export type SubgraphState = { argument: string; lines: string[]; notes: string[] };

/**
 * The state of a subgraph made of some nodes. It gives its whole output to the graph around it, where the reducers take
 * that as an update: a channel that appends must not come out unless it went in empty. Gives the reason where the meaning
 * cannot be kept.
 */
export function subgraphState(context: EditContext, draft: Draft, nodes: readonly SourceNode[], prefix: string): SubgraphState | { reason: string } {
  const expression = stateExpression(context);
  const root = rootOf(context);
  if (expression === null || root === null || !ts.isNewExpression(root)) return { reason: "The state of this workflow was not found in its text." };
  const state = expression.getText(draft.sourceFile);
  const rest = contextText(draft, root);
  const growing = context.graph.channels.filter(({ reducer }) => reducer?.kind === "append" || reducer?.kind === "custom");
  if (growing.length === 0 && !runsInParallel(context)) return { argument: rest === "" ? state : `${state}, ${rest}`, lines: [], notes: [] };
  const writes = unionOf(nodes.map(({ writes: names }) => names));
  const reads = unionOf(nodes.map(({ reads: names }) => names));
  if (writes === null || reads === null) {
    if (growing.length === 0) return { argument: rest === "" ? state : `${state}, ${rest}`, lines: [], notes: [] };
    return {
      reason: `Which channels these nodes read and write is not to be read from their code, and ${names(growing)} would get the subgraph's whole list a second time.`,
    };
  }
  const both = growing.filter(({ name }) => writes.has(name) && reads.has(name));
  const twice = both.find(({ reducer }) => reducer?.kind === "append");
  if (twice !== undefined) {
    return {
      reason: `These nodes read and write ${twice.name}, whose reducer appends: a subgraph would give back the whole list, and all of it would be appended again.`,
    };
  }
  const outputs = context.graph.channels.filter(({ name }) => writes.has(name));
  const excluded = growing.filter(({ name }) => writes.has(name) && !reads.has(name));
  const inputs = excluded.length === 0 ? [] : context.graph.channels.filter((channel) => !excluded.includes(channel));
  const written = restricted(context, draft, prefix, { inputs, outputs });
  if (written === null)
    return { reason: `The state is written in a way in which ${names(growing)} cannot be kept out of what the subgraph gives back.` };
  const notes = both.map(({ name }) => `The reducer of ${name} gets the subgraph's whole value on top of what is there: see that it can take that.`);
  return { ...written, notes };
}

function unionOf(lists: readonly (string[] | null)[]): Set<string> | null {
  return lists.some((list) => list === null) ? null : new Set(lists.flatMap((list) => list ?? []));
}

function names(channels: readonly SourceChannel[]): string {
  return channels.map(({ name }) => name).join(", ");
}

/** Two nodes may write in one step: then a subgraph must not give back what it did not write. */
function runsInParallel({ graph }: EditContext): boolean {
  const sources = graph.edges.map(({ source }) => source);
  return (
    sources.some((source, index) => sources.indexOf(source) !== index) || graph.conditional.some(({ branches }) => branches?.some(({ send }) => send))
  );
}

/** A context schema, as second argument of the constructor. */
function contextText(draft: Draft, root: ts.NewExpression): string {
  const [first, second] = root.arguments ?? [];
  if (first !== undefined && ts.isObjectLiteralExpression(first)) {
    const property = first.properties.find((each) => each.name?.getText(draft.sourceFile) === "context");
    if (property === undefined) return "";
    return ts.isPropertyAssignment(property) ? property.initializer.getText(draft.sourceFile) : (property.name?.getText(draft.sourceFile) ?? "");
  }
  return second === undefined || ts.isObjectLiteralExpression(second) ? "" : second.getText(draft.sourceFile);
}

type Restriction = { inputs: readonly SourceChannel[]; outputs: readonly SourceChannel[] };

/** `{ state: State, output: Output }` with the schemas of the output (and input) as constants before it. */
function restricted(context: EditContext, draft: Draft, prefix: string, { inputs, outputs }: Restriction): Omit<SubgraphState, "notes"> | null {
  const state = stateName(context);
  if (state === null) return null;
  const end = draft.style.semicolons ? ";" : "";
  const lines: string[] = [];
  const parts = [`state: ${state}`];
  for (const [key, channels] of [
    ["input", inputs],
    ["output", outputs],
  ] as const) {
    if (channels.length === 0) continue;
    const schema = picked(context, draft, state, channels);
    if (schema === null) return null;
    const name = `${prefix}${key === "input" ? "Input" : "Output"}`;
    lines.push(`const ${name} = ${schema}${end}`);
    parts.push(`${key}: ${name}`);
  }
  const root = rootOf(context);
  const rest = root !== null && ts.isNewExpression(root) ? contextText(draft, root) : "";
  if (rest !== "") parts.push(`context: ${rest}`);
  return { argument: `{ ${parts.join(", ")} }`, lines };
}

/** Some channels of the state as a schema of their own. */
function picked(context: EditContext, draft: Draft, state: string, channels: readonly SourceChannel[]): string | null {
  const { kind } = context.graph.state;
  const member = (of: string, name: string) =>
    propertyKey(name, draft.style) === name ? `${state}.${of}.${name}` : `${state}.${of}[${propertyKey(name, draft.style)}]`;
  const fields = (of: string) => channels.map(({ name }) => `${propertyKey(name, draft.style)}: ${member(of, name)}`).join(", ");
  const imported = (name: string) => {
    const { local, changes } = importName(draft.sourceFile, { from: langgraphModule(draft.sourceFile), name });
    draft.add(changes);
    return local;
  };
  if (kind === "state_schema") return `new ${imported("StateSchema")}({ ${fields("fields")} })`;
  if (kind === "annotation" || kind === "messages_annotation") return `${imported("Annotation")}.Root({ ${fields("spec")} })`;
  if (kind === "zod" || kind === "messages_zod")
    return `${state}.pick({ ${channels.map(({ name }) => `${propertyKey(name, draft.style)}: true`).join(", ")} })`;
  return null;
}
