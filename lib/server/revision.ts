import "server-only";
import { RetrographError } from "../errors";
import { channelBlocker, entersSubgraph, goneChannels, goneNodes, innerBlocker, nodeBlocker } from "../graph/gone";
import { alikeByName, likelyRenames } from "../graph/likeness";
import { diffRevisions } from "../graph/revision-diff";
import type { TimelineEntry } from "../schema/checkpoint";
import type { RevisionReport } from "../schema/explain";
import type { GraphDescription, Workflow } from "../schema/graph";
import { channelsAt, getRevision, newestRevision, revisionAt } from "../store/revisions";
import { openSubgraphs } from "../store/open-subgraphs";
import { latestCheckpointId, readEntry } from "../store/timeline";
import { getApp, type App } from "./app";
import { requireThread } from "./threads";

type Place = { checkpoint_id: string; checkpoint_ns: string };

/** The checkpoint's row of the index. Throws `checkpoint_not_found`. */
export async function requireEntry(app: App, threadId: string, place: Place): Promise<TimelineEntry> {
  const entry = await readEntry(app.store, threadId, place.checkpoint_ns, place.checkpoint_id);
  if (entry !== null) return entry;
  throw new RetrographError("checkpoint_not_found", `The thread has no checkpoint ${place.checkpoint_id}. It may have been deleted.`, {
    checkpoint_id: place.checkpoint_id,
  });
}

async function workflowOf(app: App, graphId: string | null): Promise<Workflow | null> {
  return graphId === null ? null : ((await app.pool.workflows()).get(graphId) ?? null);
}

/** The workflow as it was when a checkpoint was made; where that is not known, as it is or last was. Null when it was never loaded. */
export async function drawingAt(app: App, threadId: string, graphId: string | null, place: Place): Promise<GraphDescription | null> {
  if (graphId === null) return null;
  const revision = revisionAt(app.store, { thread_id: threadId, ...place });
  const then = revision === null ? null : await getRevision(app.store, graphId, revision);
  if (then !== null) return then;
  const workflow = await workflowOf(app, graphId);
  return workflow?.status === "loaded" ? workflow.description : newestRevision(app.store, graphId);
}

function withoutWorkflow(graphId: string | null, workflow: Workflow | null): RevisionReport["blockers"] {
  if (workflow?.status === "failed") {
    const { file, line, message } = workflow.error;
    const at = file === null ? "" : ` (${file}${line === null ? "" : `:${line}`})`;
    return [{ kind: "workflow_failed", name: workflow.graph_id, message: `The workflow ${workflow.graph_id} does not load${at}: ${message}` }];
  }
  const name = graphId ?? "";
  const message =
    graphId === null ? "The thread belongs to no workflow yet: choose one for it first." : `The project has no workflow ${graphId} any more.`;
  return [{ kind: "workflow_failed", name, message }];
}

function renamesOf(then: GraphDescription | null, now: GraphDescription, gone: { nodes: string[]; channels: string[] }): RevisionReport["renames"] {
  if (then !== null) return likelyRenames(then, now);
  const nodes = now.nodes.filter(({ kind }) => kind !== "start" && kind !== "end").map(({ id }) => id);
  const channels = now.channels.map(({ name }) => name);
  return [...alikeByName("node", gone.nodes, nodes), ...alikeByName("channel", gone.channels, channels)];
}

/**
 * Nodes that are gone inside of subgraphs that a run would enter where they stand: only from the thread's newest
 * checkpoint, anywhere else LangGraph starts a subgraph anew.
 */
function goneInside(app: App, threadId: string, entry: TimelineEntry, now: GraphDescription): string[] {
  if (entry.checkpoint_ns !== "" || !entersSubgraph(entry.next, now)) return [];
  if (latestCheckpointId(app.store, threadId, "") !== entry.checkpoint_id) return [];
  return [...new Set(openSubgraphs(app.store, threadId, entry.checkpoint_id).flatMap((inner) => goneNodes(inner, now)))];
}

async function reportFor(app: App, threadId: string, graphId: string | null, entry: TimelineEntry): Promise<RevisionReport> {
  const place = { thread_id: threadId, checkpoint_ns: entry.checkpoint_ns, checkpoint_id: entry.checkpoint_id };
  const thenRevision = revisionAt(app.store, place);
  const workflow = await workflowOf(app, graphId);
  if (graphId === null || workflow?.status !== "loaded") {
    return { then: thenRevision, now: null, changes: [], blockers: withoutWorkflow(graphId, workflow), renames: [] };
  }
  const now = workflow.description;
  const then = thenRevision === null ? null : await getRevision(app.store, graphId, thenRevision);
  // Where the workflow has ended nothing goes on, and what a channel held stays where it is.
  const held = entry.next.length === 0 ? [] : channelsAt(app.store, place);
  const gone = { nodes: goneNodes(entry, now), channels: goneChannels(entry.checkpoint_ns, held, now) };
  return {
    then: thenRevision,
    now: now.revision,
    changes: then === null ? [] : diffRevisions(then, now),
    blockers: [...gone.nodes.map(nodeBlocker), ...goneInside(app, threadId, entry, now).map(innerBlocker), ...gone.channels.map(channelBlocker)],
    renames: renamesOf(then, now, gone),
  };
}

/**
 * What of the workflow is not as it was when a checkpoint was made, what keeps it from going on, and what was probably
 * renamed. Throws `thread_not_found`, `checkpoint_not_found`, `checkpoint_damaged`.
 */
export async function reportRevision(threadId: string, place: Place): Promise<RevisionReport> {
  const app = await getApp();
  const thread = await requireThread(app, threadId);
  return reportFor(app, threadId, thread.graph_id, await requireEntry(app, threadId, place));
}

/**
 * Throws `revision_conflict`, with the report, for a checkpoint at which a node is next that the workflow does not have:
 * LangGraph would end the run at once as if all were well.
 */
export async function refuseGoneNodes(app: App, threadId: string, entry: TimelineEntry, now: GraphDescription): Promise<void> {
  const gone = goneNodes(entry, now);
  const [inside] = gone.length === 0 ? goneInside(app, threadId, entry, now) : [];
  if (inside !== undefined) {
    throw new RetrographError("revision_conflict", innerBlocker(inside).message, await reportFor(app, threadId, now.graph_id, entry));
  }
  if (gone.length === 0) return;
  const report = await reportFor(app, threadId, now.graph_id, entry);
  const names = gone.map((name) => `"${name}"`).join(" and ");
  const [verb, its, it] = gone.length === 1 ? ["runs", "its", "it"] : ["run", "their", "them"];
  throw new RetrographError(
    "revision_conflict",
    `The workflow ${now.graph_id} has no node ${names} any more, which ${verb} next at this checkpoint. Say which node has taken ${its} place and fork, put ${it} back into the code, or go on from another checkpoint.`,
    report,
  );
}
