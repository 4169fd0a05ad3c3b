import "server-only";
import type { z } from "zod";
import { levelDescription } from "../graph/levels";
import { planTasks, type Beginning, type DueLevel, type DueTask } from "../graph/rerun-tasks";
import { leadsTo, nodesAfter } from "../graph/rerun-then";
import { warningsOf } from "../graph/rerun-words";
import { toNodePrefix } from "../graph/visits";
import { RetrographError } from "../errors";
import type { GraphDescription } from "../schema/graph";
import { KEEP_NEXT } from "../schema/keep-next";
import type { PlannedTask, RerunPlan, RerunPlanBodySchema } from "../schema/rerun";
import type { Store } from "../store/open";
import { openSubgraphs } from "../store/open-subgraphs";
import { readDueStep, readRanAfter, readRanBefore, type DueStep, type RanAfter } from "../store/rerun-rows";
import { newestRevision, revisionAt } from "../store/revisions";
import { getThread } from "../store/threads";
import { latestCheckpointId } from "../store/timeline";
import { openNodeCode, type NodeCode } from "./rerun-plan-code";
import { laterCalls, readPast, type Repeating } from "./rerun-plan-past";
import type { RunnerPool } from "./runner-pool";
import { threadNotFound } from "./threads";

/** What planning needs of the app: the rows, and which workflows are loaded. */
export type RerunApp = { store: Store; pool: Pick<RunnerPool, "known"> };

type Body = z.output<typeof RerunPlanBodySchema>;
type Place = { thread_id: string; checkpoint_ns: string; checkpoint_id: string };

/** What has run and is not run again, at most. */
const MOST_KEPT = 50;

/** How a run from a place would begin. */
type Start = {
  place: Place;
  /** By namespace. */
  steps: Map<string, DueStep>;
  beginning: Beginning;
  /** The state is another one than the recorded: what is repeated may differ. */
  edited: boolean;
  /** Ids of tasks stay, so that what they have kept is found again. */
  sameTasks: boolean;
};

async function requireStep(app: RerunApp, place: Place): Promise<DueStep> {
  const step = await readDueStep(app.store, place);
  if (step !== null) return step;
  const { checkpoint_id } = place;
  throw new RetrographError("checkpoint_not_found", `The thread has no checkpoint ${checkpoint_id}. It may have been deleted.`, { checkpoint_id });
}

function toLevel(step: DueStep): DueLevel {
  const { checkpoint_ns, checkpoint_id } = step.entry;
  return { checkpoint_ns, checkpoint_id, tasks: step.tasks };
}

/** Where the thread stands, if the checkpoint is what it goes on with: the newest of its graph, and of all graphs around that. */
async function standsAt(app: RerunApp, place: Place): Promise<Place | null> {
  let at = place;
  for (;;) {
    if (latestCheckpointId(app.store, at.thread_id, at.checkpoint_ns) !== at.checkpoint_id) return null;
    if (at.checkpoint_ns === "") return at;
    const outer = (await readDueStep(app.store, at))?.entry.outer_checkpoint_id;
    if (outer === undefined) return null;
    at = { ...at, checkpoint_id: outer, checkpoint_ns: at.checkpoint_ns.split("|").slice(0, -1).join("|") };
  }
}

async function startOf(app: RerunApp, threadId: string, body: Body): Promise<Start> {
  const { action, checkpoint_id, checkpoint_ns } = body;
  const asked: Place = { thread_id: threadId, checkpoint_id, checkpoint_ns };
  await requireStep(app, asked);
  const standing = action === "fork" ? null : await standsAt(app, asked);
  const place = standing ?? asked;
  const own = await requireStep(app, place);
  const isResume = action === "resume";
  // An edit that leaves what is next keeps what is done beside it; LangGraph runs everything else anew on any older checkpoint.
  const anew = standing === null && !(action === "fork" && body.as_node === KEEP_NEXT);
  // Only a run with answers, or one that goes on where the thread stands, finds subgraphs as they were left.
  const entersSubgraphs = standing !== null || isResume;
  const steps = new Map<string, DueStep>([[place.checkpoint_ns, own]]);
  for (const inner of entersSubgraphs && place.checkpoint_ns === "" ? openSubgraphs(app.store, threadId, place.checkpoint_id) : []) {
    const step = await readDueStep(app.store, { thread_id: threadId, ...inner });
    if (step !== null) steps.set(inner.checkpoint_ns, step);
  }
  const answered = isResume ? (body.interrupt_ids === undefined ? null : new Set(body.interrupt_ids)) : new Set<string>();
  return {
    place,
    steps,
    beginning: { levels: [...steps.values()].map(toLevel), anew, answered },
    edited: action === "fork",
    sameTasks: standing !== null || isResume,
  };
}

/** The workflow as it was loaded last, without waiting for a runner; where it does not load, as it last was. */
function drawingNow(app: RerunApp, graphId: string | null): GraphDescription | null {
  if (graphId === null) return null;
  const workflow = app.pool.known()?.workflows.get(graphId);
  return workflow?.status === "loaded" ? workflow.description : newestRevision(app.store, graphId);
}

function namesOf(checkpointNs: string, name: string): string[] {
  const around = checkpointNs === "" ? [] : checkpointNs.split("|").map((segment) => segment.replace(/:[^:]*$/, ""));
  return [...around, name];
}

async function toPlanned(app: RerunApp, start: Start, due: DueTask, context: { code: NodeCode; body: Body }): Promise<PlannedTask> {
  const { level, task, node, again, why } = due;
  const { checkpoint_ns, checkpoint_id } = level;
  const step = start.steps.get(checkpoint_ns);
  const asks = why === "answered" || why === "unanswered";
  const entered = task.checkpoint_ns !== null && start.steps.has(task.checkpoint_ns);
  const repeating: Repeating = {
    mode: context.body.replay,
    edited: start.edited,
    keepsTasks: !start.beginning.anew,
    keepsEffects: start.sameTasks,
  };
  const place = { thread_id: start.place.thread_id, checkpoint_ns, checkpoint_id };
  return {
    node,
    checkpoint_ns,
    task_id: task.id,
    again,
    why,
    code: again
      ? context.code.read(
          namesOf(checkpoint_ns, task.name),
          asks ? { until: "question", answered: step?.answers.get(task.id) ?? 0 } : { until: "end" },
        )
      : null,
    past: again ? await readPast(app.store, place, { id: task.id, deep: !entered }, repeating) : [],
  };
}

/** Tasks that follow an edit which is written as a node: those that its edges lead to for certain. */
function afterEdit(start: Start, drawing: GraphDescription, asNode: string, ran: RanAfter): { tasks: PlannedTask[]; possible: string[] } {
  const { checkpoint_ns } = start.place;
  const prefix = toNodePrefix(checkpoint_ns);
  const level = levelDescription(drawing, checkpoint_ns);
  const step = start.steps.get(checkpoint_ns);
  const leads = leadsTo(level, asNode, step?.arrived ?? new Map<string, string[]>());
  const before = new Set([...ran.nodes, ...(step?.tasks ?? []).flatMap(({ name, attempts }) => (attempts > 0 ? [name] : []))]);
  const tasks = leads.certain.map((name): PlannedTask => {
    const again = before.has(name);
    return { node: prefix + name, checkpoint_ns, task_id: null, again, why: again ? "replayed" : "next", code: null, past: [] };
  });
  return { tasks, possible: leads.possible };
}

function thenOf(
  start: Start,
  drawing: GraphDescription | null,
  starts: string[],
  { due, done }: { due: readonly DueTask[]; done: readonly DueTask[] },
): RerunPlan["then"] {
  if (drawing === null) return [];
  const arrived = new Map([...start.steps.values()].flatMap((step) => [...step.arrived]));
  // A subgraph that has begun goes on where it stands, or has ended: it does not start once more.
  const begun = due.filter(({ task }) => start.sameTasks && task.checkpoint_ns !== null);
  const entered = new Set([...begun, ...done].map(({ node }) => node));
  // Where the input is next, the workflow begins with what follows its start.
  const first = start.beginning.levels[0];
  const begins = first?.tasks.some(({ name }) => name === "__start__") === true ? [`${toNodePrefix(first.checkpoint_ns)}__start__`] : [];
  return nodesAfter(drawing, { starts: [...starts, ...begins], finished: done.map(({ node }) => node), entered, arrived });
}

function keptOf(app: RerunApp, start: Start, done: readonly DueTask[]): RerunPlan["kept"] {
  const kept = done.map(({ node, level }) => ({ node, step: (start.steps.get(level.checkpoint_ns)?.entry.step ?? -1) + 1 }));
  for (const { checkpoint_ns, checkpoint_id } of [...start.beginning.levels].reverse()) {
    if (kept.length >= MOST_KEPT) break;
    const prefix = toNodePrefix(checkpoint_ns);
    const before = readRanBefore(app.store, { thread_id: start.place.thread_id, checkpoint_ns, checkpoint_id }, MOST_KEPT - kept.length);
    kept.push(...before.map(({ node, step }) => ({ node: prefix + node, step })));
  }
  return kept.slice(0, MOST_KEPT);
}

function unknownOf(
  start: Start,
  tasks: readonly PlannedTask[],
  context: { code: NodeCode; drawing: GraphDescription | null; changed: boolean },
): string[] {
  const frames = new Set(context.drawing?.nodes.flatMap(({ id, kind }) => (kind === "subgraph" ? [id] : [])) ?? []);
  const again = tasks.filter((task) => task.again && !frames.has(task.node));
  const names = (list: readonly PlannedTask[]) => [...new Set(list.map(({ node }) => `\`${node}\``))].join(", ");
  const unread = again.filter(({ code }) => code === null);
  const untraced = again.filter(({ task_id, past }) => task_id !== null && past.length === 0).filter((task) => isUntraced(start, task));
  // LangGraph goes through the step around it once more, and differently by where the thread stands.
  const inside = start.place.checkpoint_ns !== "" && !start.sameTasks;
  const around = "From a moment inside of a subgraph the step around it is gone through again too: nodes beside the subgraph may start once more.";
  return [
    ...(inside ? [around] : []),
    ...(context.code.reason === null ? [] : [context.code.reason]),
    ...(context.code.reason !== null || unread.length === 0 ? [] : [`The code of ${names(unread)} cannot be looked into from the workflow's text.`]),
    ...(untraced.length === 0 ? [] : [`No run here recorded what ${names(untraced)} did the last time.`]),
    ...(context.changed ? ["The workflow has changed since: its code is shown as it is now, and that is what will run."] : []),
  ];
}

function isUntraced(start: Start, { checkpoint_ns, task_id }: PlannedTask): boolean {
  const task = start.steps.get(checkpoint_ns)?.tasks.find(({ id }) => id === task_id);
  return task !== undefined && task.attempts === 0 && task.ms === undefined;
}

/**
 * What a resume, a continuation, a replay or a fork would run, and run again, from the rows, the workflow's drawing and its
 * text: none of its code is loaded. Throws `thread_not_found`, `checkpoint_not_found`, `checkpoint_damaged`.
 */
export async function planRerun(app: RerunApp, threadId: string, body: Body): Promise<RerunPlan> {
  const thread = await getThread(app.store, threadId);
  if (thread === null) throw threadNotFound(threadId);
  const start = await startOf(app, threadId, body);
  const drawing = drawingNow(app, thread.graph_id);
  const code = await openNodeCode(thread.graph_id);
  const { due, done } = planTasks(start.beginning);
  const nothing: RanAfter = { nodes: new Set(), calls: [] };
  const ran = start.beginning.anew ? await readRanAfter(app.store, start.place) : nothing;
  const unknown: string[] = [];
  let tasks: PlannedTask[] = [];
  for (const task of due) tasks.push(await toPlanned(app, start, task, { code, body }));
  let kept: readonly DueTask[] = done;
  let starts = tasks.map(({ node }) => node);
  if (body.action === "fork" && body.as_node !== undefined && body.as_node !== KEEP_NEXT) {
    kept = [];
    starts = [toNodePrefix(start.place.checkpoint_ns) + body.as_node];
    const after = drawing === null ? { tasks: [], possible: [] } : afterEdit(start, drawing, body.as_node, ran);
    tasks = after.tasks;
    if (after.possible.length > 0)
      unknown.push(`Where \`${body.as_node}\` leads is decided when the edit is written: ${after.possible.map((name) => `\`${name}\``).join(", ")}.`);
  }
  const then = thenOf(start, drawing, starts, { due, done: kept }).filter(({ node }) => tasks.every((task) => task.node !== node));
  const revision = revisionAt(app.store, start.place);
  const changed = drawing !== null && revision !== null && revision !== drawing.revision;
  return {
    action: body.action,
    tasks,
    then,
    kept: keptOf(app, start, kept),
    warnings: warningsOf(body.action, tasks, laterCalls(app.store, threadId, ran, body.replay)),
    unknown: [...unknown, ...unknownOf(start, tasks, { code, drawing, changed })],
  };
}
