import "server-only";
import type { z } from "zod";
import { RetrographError } from "../errors";
import { goneNodes } from "../graph/gone";
import { Renamer, renameCheckpoint } from "../graph/rename-checkpoint";
import type { TimelineEntry } from "../schema/checkpoint";
import type { ForkResult } from "../schema/debug-api";
import type { MigrateBodySchema } from "../schema/explain";
import type { GraphDescription } from "../schema/graph";
import { writeRenamedCopy } from "../store/migrate";
import { channelsAt, getRevision, revisionAt } from "../store/revisions";
import { setThreadStatus } from "../store/threads";
import { getApp, type App } from "./app";
import { requireEntry } from "./revision";
import { requireThread } from "./threads";
import { requireGraph } from "./workflows";

type Body = z.output<typeof MigrateBodySchema>;
type Subject = { entry: TimelineEntry; channels: string[]; then: GraphDescription | null; now: GraphDescription };

function invalid(field: string, message: string): RetrographError {
  return new RetrographError("invalid_request", `${field}: ${message}`, { field });
}

function ownNodes(description: GraphDescription): string[] {
  return description.nodes.filter(({ kind, parent }) => parent === null && kind !== "start" && kind !== "end").map(({ name }) => name);
}

function checkNodes(nodes: Body["nodes"], { entry, then, now }: Subject): void {
  const names = ownNodes(now);
  for (const [from, to] of Object.entries(nodes)) {
    if (!names.includes(to)) {
      throw new RetrographError("node_not_found", `The workflow has no node "${to}". Its nodes: ${names.join(", ")}.`, { node: to });
    }
    const isKnown = entry.next.includes(from) || entry.nodes.includes(from) || (then === null ? true : ownNodes(then).includes(from));
    if (!isKnown) throw new RetrographError("node_not_found", `The checkpoint knows of no node "${from}".`, { node: from });
  }
  const due = new Set(entry.next.map((name) => nodes[name] ?? name));
  if (due.size < new Set(entry.next).size) {
    throw invalid("nodes", "two nodes that are next cannot become the same one. Give each its own, or skip one of them first.");
  }
}

function checkChannels(channels: Body["channels"], subject: Subject): void {
  const { now, then } = subject;
  const held = new Set(subject.channels);
  const taken = new Set<string>();
  for (const [from, to] of Object.entries(channels)) {
    const known = now.channels.map(({ name }) => name);
    if (!held.has(from)) throw invalid("channels", `the checkpoint holds nothing in "${from}".`);
    if (!known.includes(to)) throw invalid("channels", `the workflow has no channel "${to}". Its channels: ${known.join(", ")}.`);
    if (taken.has(to) || (held.has(to) && !Object.hasOwn(channels, to))) throw invalid("channels", `"${to}" holds a value already.`);
    const types = [then?.channels.find(({ name }) => name === from)?.type, now.channels.find(({ name }) => name === to)?.type];
    if (types.includes("DeltaChannel"))
      throw invalid("channels", `"${from}" is kept as differences over many checkpoints and cannot be renamed in one.`);
    taken.add(to);
  }
}

function checkBody(body: Body, subject: Subject): void {
  if (Object.keys(body.nodes).length + Object.keys(body.channels).length === 0)
    throw invalid("nodes", "name at least one node or channel to rename.");
  checkNodes(body.nodes, subject);
  checkChannels(body.channels, subject);
  const next = subject.entry.next.map((name) => body.nodes[name] ?? name);
  const [gone] = goneNodes({ checkpoint_ns: "", next }, subject.now);
  if (gone === undefined) return;
  throw new RetrographError(
    "revision_conflict",
    `"${gone}" runs next as well and is not in the workflow either. Say which node has taken its place.`,
    {
      node: gone,
    },
  );
}

async function subjectOf(app: App, threadId: string, graphId: string, checkpointId: string): Promise<Subject> {
  const place = { thread_id: threadId, checkpoint_ns: "", checkpoint_id: checkpointId };
  const entry = await requireEntry(app, threadId, place);
  const revision = revisionAt(app.store, place);
  const then = revision === null ? null : await getRevision(app.store, graphId, revision);
  return { entry, channels: channelsAt(app.store, place), then, now: await requireGraph(app, graphId) };
}

/**
 * Forks a checkpoint with nodes and channels under their new names, beside the old one, which stays as it was. Throws
 * `thread_busy`, `checkpoint_not_found`, `node_not_found`, `invalid_request`, `graph_failed`, `checkpoint_damaged`, and
 * `revision_conflict` when a node that is next would still be missing.
 */
export async function migrateCheckpoint(threadId: string, body: Body): Promise<ForkResult> {
  const app = await getApp();
  return app.threadLock.run(threadId, async () => {
    const thread = await requireThread(app, threadId);
    await app.scheduler.settled(threadId);
    const run_ids = app.scheduler.activeIds(threadId);
    if (run_ids.length > 0) {
      throw new RetrographError("thread_busy", "The thread is running. Wait for the run to end, or stop it, before you fork it.", {
        thread_id: threadId,
        run_ids,
      });
    }
    if (thread.graph_id === null) throw invalid("graph_id", "the thread belongs to no workflow yet: choose one for it first.");
    const subject = await subjectOf(app, threadId, thread.graph_id, body.checkpoint_id);
    checkBody(body, subject);
    const renamer = new Renamer(body, subject.now, [...(subject.then === null ? [] : ownNodes(subject.then)), ...ownNodes(subject.now)]);
    const place = { thread_id: threadId, checkpoint_id: body.checkpoint_id };
    const id = writeRenamedCopy(
      app.store,
      place,
      {
        checkpoint: (checkpoint) => renameCheckpoint(checkpoint, renamer),
        node: (name) => renamer.node(name),
        channel: (name) => renamer.channel(name),
        value: (channel, value) => renamer.value(channel, value),
      },
      { migrated_from: { checkpoint_id: body.checkpoint_id, nodes: body.nodes, channels: body.channels } },
    );
    if (id === null) {
      throw new RetrographError("checkpoint_not_found", `The thread has no checkpoint ${body.checkpoint_id}. It may have been deleted.`, {
        checkpoint_id: body.checkpoint_id,
      });
    }
    await setThreadStatus(app.store, threadId, subject.entry.next.length > 0 ? "interrupted" : "idle");
    app.live.publishThread(threadId, await requireThread(app, threadId));
    return { thread_id: threadId, checkpoint_id: id, checkpoint_ns: "" };
  });
}
