import type { Cause, Why, WhyFacts, WriteFacts } from "../schema/explain";
import type { GraphDescription, GraphEdge, GraphNode } from "../schema/graph";
import { JOIN, joinStarts } from "./join-starts";

/** The graph that the checkpoint belongs to, with ids as it names its nodes itself (`levelDescription`); null where it is not known. */
type Drawing = Pick<GraphDescription, "nodes" | "edges">;
type Scope = { drawing: Drawing | null; node: string };

const BRANCH = "branch:to:";

/** Names as a sentence has them: `a, b and c`. */
function listNames(names: readonly string[]): string {
  const shown = names.map((name) => (name === "__start__" ? "the start" : name === "__end__" ? "the end" : name));
  return shown.length < 2 ? (shown[0] ?? "") : `${shown.slice(0, -1).join(", ")} and ${shown.at(-1)}`;
}

function edgesBetween(scope: Scope, source: string): GraphEdge[] {
  return scope.drawing?.edges.filter((edge) => edge.source === source && edge.target === scope.node) ?? [];
}

/** An edge as declared writes nothing into its channel, a router and a `Command` write the node that they left. */
function viaOf(scope: Scope, channel: string, write: WriteFacts): Pick<Cause, "via" | "label"> {
  if (write.by !== "task") return { via: write.by, label: null };
  if (channel === "__pregel_tasks") return { via: "send", label: null };
  if (channel.startsWith(JOIN)) return { via: "join", label: null };
  if (write.value === null) return { via: "edge", label: null };
  const edges = edgesBetween(scope, write.source ?? "");
  const conditional = edges.find(({ kind }) => kind === "conditional");
  if (conditional !== undefined) return { via: "conditional", label: conditional.labels.length === 0 ? null : conditional.labels.join(" or ") };
  if (edges.some(({ kind }) => kind === "command")) return { via: "command", label: null };
  return { via: scope.drawing === null ? "unknown" : "command", label: null };
}

function toCause(scope: Scope, channel: string, write: WriteFacts): Cause {
  const { source, checkpoint_id, task_id } = write;
  return { ...viaOf(scope, channel, write), source, checkpoint_id, task_id };
}

function namesIn({ drawing }: Scope): string[] {
  return drawing?.nodes.map(({ id }) => id) ?? [];
}

/** Why a join has not opened: who has arrived and who has not. */
function joinReason(scope: Scope, channel: string, arrived: readonly string[]): string {
  const starts = joinStarts(channel, namesIn(scope));
  const missing = starts.filter((start) => !arrived.includes(start));
  const came = arrived.length === 0 ? "" : `; ${listNames(arrived)} ${arrived.length === 1 ? "has" : "have"} arrived`;
  return missing.length === 0 ? `It waits for all of ${listNames(starts)} again.` : `It waits for ${listNames(missing)}${came}.`;
}

const WORDS: Record<GraphEdge["kind"], string> = { static: "edge", conditional: "conditional edge", command: "command" };

/** Why an edge did not lead to the node, in one sentence. */
function edgeReason(scope: Scope, facts: WhyFacts, edge: GraphEdge): string {
  const { source } = edge;
  const ran = facts.before.find(({ node }) => node === source);
  if (ran === undefined)
    return `${edge.kind === "static" ? "An" : "A"} ${WORDS[edge.kind]} leads here from ${listNames([source])}, which did not run in the step before.`;
  const others = ran.targets.filter((target) => target !== scope.node);
  if (edge.kind === "static") return `The edge from ${listNames([source])} was not there when it ran.`;
  const chose = others.length === 0 ? "the end" : listNames(others);
  const label = edge.labels.length === 0 ? "" : `; "${edge.labels.join('" or "')}" would have led here`;
  return `The ${WORDS[edge.kind]} from ${listNames([source])} picked ${chose} instead${label}.`;
}

function deferReason(facts: WhyFacts, node: string): string {
  const others = facts.next.filter((name) => name !== node);
  return `It is deferred: it runs when nothing else is left${others.length === 0 ? "" : `, and ${listNames(others)} ${others.length === 1 ? "is" : "are"} next`}.`;
}

function missingOf(scope: Scope, facts: WhyFacts): Why["missing"] {
  const { node, drawing } = scope;
  const drawn: GraphNode | undefined = drawing?.nodes.find(({ id }) => id === node);
  const waiting = new Map(facts.waiting.map((one) => [one.channel, one]));
  const channels = new Set([...(drawn?.triggers ?? []), ...waiting.keys()]);
  const missing: Why["missing"] = [];
  for (const channel of channels) {
    const found = waiting.get(channel);
    if (found?.finished === false) missing.push({ channel, reason: deferReason(facts, node) });
    else if (channel.startsWith(JOIN)) missing.push({ channel, reason: joinReason(scope, channel, found?.arrived ?? []) });
  }
  const incoming = drawing?.edges.filter((edge) => edge.target === node) ?? [];
  const joins = [...channels].filter((channel) => channel.startsWith(JOIN));
  const joined = new Set(joins.flatMap((channel) => joinStarts(channel, namesIn(scope))));
  const isDeferred = missing.some(({ channel }) => channel === BRANCH + node);
  for (const edge of isDeferred ? [] : incoming) {
    if (edge.kind === "static" && joined.has(edge.source)) continue;
    missing.push({ channel: BRANCH + node, reason: edgeReason(scope, facts, edge) });
  }
  if (missing.length === 0) missing.push({ channel: BRANCH + node, reason: "Nothing wrote the channel that makes it run." });
  return missing;
}

/**
 * Why a node ran (which channels opened it, and which task opened them in what way), or what would have made it run.
 * `facts` are the rows' own; the drawing tells edges, routers and commands apart and has their labels.
 */
export function explainWhy(facts: WhyFacts, scope: Scope): Why {
  const tasks = facts.tasks.map((task) => ({
    task_id: task.task_id,
    kind: task.kind,
    triggers: task.triggers.map(({ channel, version, seen, writes }) => ({
      channel,
      version,
      seen,
      causes: writes.map((write) => toCause(scope, channel, write)),
    })),
    ...(task.input === undefined ? {} : { input: task.input }),
  }));
  return { node: scope.node, tasks, missing: tasks.length > 0 ? [] : missingOf(scope, facts) };
}
