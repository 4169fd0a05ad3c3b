import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { z } from "zod";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { Workflow } from "../../lib/schema/graph";
import type { Run } from "../../lib/schema/run";
import { RerunPlanBodySchema, type PlannedTask, type RerunPlan, type RerunPlanBody } from "../../lib/schema/rerun";
import { planRerun } from "../../lib/server/rerun-plan";
import { readCheckpoint } from "../../lib/store/checkpoints";
import { readTimeline } from "../../lib/store/timeline";
import type { Spec } from "../support/graphs/rerun/graphs/generated";
import { RunnerHarness, lifecycleOf, projectOf } from "./harness";

const ToSchema = z.object({ to: z.string() });
const KeptSchema = z.tuple([z.string()]);

const GRAPHS = 12;
const RUNS = Number(process.env["RERUN_RUNS"] ?? "16");
const SEED = Number(process.env["RERUN_SEED"] ?? "5");

const kinds = fc.constantFrom("plain", "ask", "ask", "ask_twice", "keep_and_ask", "fail_once", "child", "calls_child", "fan") satisfies fc.Arbitrary<
  Spec["layers"][number][number]["kind"]
>;
const specs = fc
  .record({
    layers: fc.array(fc.array(kinds, { minLength: 1, maxLength: 3 }), { minLength: 1, maxLength: 3 }),
    links: fc.array(fc.constantFrom("all", "join", "route" as const), { minLength: 2, maxLength: 2 }),
    loops: fc.boolean(),
  })
  .map(({ layers, links, loops }): Spec => {
    const named = layers.map((layer, row) => layer.map((kind, column) => ({ name: `n${row}${column}`, kind })));
    return { layers: named, links: links.slice(0, named.length - 1), loops };
  });

/** Not left to chance: what is kept across a resume, and a second question in one node. */
const KEEPING: Spec = {
  layers: [
    [
      { name: "n00", kind: "keep_and_ask" },
      { name: "n01", kind: "ask_twice" },
    ],
  ],
  links: [],
  loops: false,
};

/** What a person does next on a thread. */
type Move = { kind: "resume_all" | "resume_one" | "continue" | "replay" | "resume_old" | "step" | "copy" | "edit"; pick: number };
const moves = fc.array(
  fc.record({
    kind: fc.constantFrom<Move["kind"]>(
      "resume_all",
      "resume_all",
      "resume_one",
      "resume_one",
      "continue",
      "replay",
      "resume_old",
      "step",
      "copy",
      "edit",
    ),
    pick: fc.nat(1000),
  }),
  { minLength: 3, maxLength: 7 },
);

const folder = mkdtempSync(join(tmpdir(), "retrograph-rerun-"));
const log = join(folder, "log.jsonl");
let runner: RunnerHarness;

beforeAll(async () => {
  writeFileSync(log, "");
  process.env["RETROGRAPH_PROJECT"] = projectOf("rerun");
  runner = new RunnerHarness("rerun", {
    env: { ...process.env, RERUN_LOG: log, RERUN_SPECS: JSON.stringify([KEEPING, ...fc.sample(specs, { numRuns: GRAPHS - 1, seed: SEED })]) },
  });
  const { workflows } = await runner.ready;
  known = new Map(workflows.map((workflow) => [workflow.graph_id, workflow]));
  expect(workflows.filter(({ status }) => status === "failed")).toEqual([]);
});
afterAll(async () => {
  await runner.close();
  rmSync(folder, { recursive: true, force: true });
});

/** A line that a node's own code wrote. `path` ends in the id of its task. */
type Line = { at: "start" | "effect" | "kept"; name: string; path: string; step: number };

function lines(): Line[] {
  return readFileSync(log, "utf8")
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => JSON.parse(line) as Line);
}

const taskOf = (path: string) => path.slice(path.lastIndexOf(":") + 1);
const levelOf = (path: string) => path.split("|").slice(0, -1).join("|");

let known: ReadonlyMap<string, Workflow> = new Map();
const app = () => ({ store: runner.store, pool: { known: () => ({ workflows: known, hashes: {} }) } });

type Executed = {
  plan: RerunPlan;
  before: Line[];
  ran: Line[];
  run: Run;
  /** By namespace: the first superstep that the run executed. */
  firstStep: Map<string, number>;
};

async function play(graphId: string, threadId: string, body: RerunPlanBody, spec: Parameters<RunnerHarness["run"]>[1]): Promise<Executed> {
  return executed(graphId, threadId, await planRerun(app(), threadId, RerunPlanBodySchema.parse(body)), spec);
}

async function executed(graphId: string, threadId: string, plan: RerunPlan, spec: Parameters<RunnerHarness["run"]>[1]): Promise<Executed> {
  const before = lines();
  const { run, events } = await runner.run(graphId, { thread_id: threadId, input: null, ...spec });
  const firstStep = new Map<string, number>();
  for (const event of lifecycleOf(events)) {
    if (event.type !== "task_started") continue;
    firstStep.set(event.checkpoint_ns, Math.min(event.step, firstStep.get(event.checkpoint_ns) ?? Infinity));
  }
  return { plan, before, ran: lines().slice(before.length), run, firstStep };
}

/** Starts of the first superstep of each graph that the plan tells of. */
function firstStarts({ plan, ran, firstStep }: Executed, sameTasks: boolean): string[] {
  const levels = new Set(["", ...plan.tasks.map(({ checkpoint_ns }) => checkpoint_ns)]);
  const starts = ran.filter(({ at }) => at === "start");
  return starts
    .filter(({ path, step }) => levels.has(levelOf(path)) && step === firstStep.get(levelOf(path)))
    .map(({ path, name }) => (sameTasks ? taskOf(path) : name))
    .sort();
}

/** What the plan says of the calls that were made before, against what the code did. */
function checkCalls({ past, task_id, checkpoint_ns }: PlannedTask, ran: readonly Line[]): void {
  const effects = ran
    .filter(({ at, path }) => at === "effect" && taskOf(path) === task_id && levelOf(path) === checkpoint_ns)
    .map(({ name }) => name);
  const repeats = past.filter(({ again, kind }) => again === "repeats" && kind === "tool").map(({ input }) => ToSchema.parse(input).to);
  expect(effects.slice(0, repeats.length)).toEqual(repeats);
  const kept = ran.filter(({ at }) => at === "kept").map(({ name }) => name);
  for (const { kind, again, input } of past) if (kind === "task") expect(kept.includes(KeptSchema.parse(input)[0])).toBe(again === "repeats");
}

function check(executed: Executed, isFrame: (node: string) => boolean, sameTasks: boolean): void {
  const { plan, before, ran, run } = executed;
  const own = plan.tasks.filter(({ node }) => !isFrame(node));
  const planned = own.map((task) => (sameTasks ? (task.task_id ?? "") : (task.node.split(":").at(-1) ?? ""))).sort();
  const started = firstStarts(executed, sameTasks);
  expect(started).toEqual(planned);
  for (const task of own) {
    expect([task.node, task.again]).toEqual([task.node, before.some(({ at, path }) => at === "start" && taskOf(path) === task.task_id)]);
    if (sameTasks && task.again) checkCalls(task, ran);
  }
  if (run.state.status !== "success") return;
  const certain = plan.then.filter((one) => one.certain && !isFrame(one.node)).map(({ node }) => node.split(":").at(-1));
  const names = new Set(ran.map(({ name }) => name));
  for (const name of certain) expect([...names]).toContain(name);
}

/** Where an edit's node has a router, that decides; everything else is planned. */
function checkFork(plan: RerunPlan, executed: Executed, isFrame: (node: string) => boolean): void {
  const started = firstStarts(executed, false);
  const planned = plan.tasks.flatMap(({ node }) => (isFrame(node) ? [] : [node])).sort();
  const decides = plan.unknown.find((text) => text.startsWith("Where "));
  if (decides === undefined) expect(started).toEqual(planned);
  else {
    expect(started).toEqual(expect.arrayContaining(planned));
    for (const name of started) expect(`${planned.join(" ")} ${decides}`).toContain(name);
  }
}

it("plans exactly the tasks that a run really starts with, and which of them had begun before", async () => {
  await fc.assert(
    fc.asyncProperty(fc.nat(GRAPHS - 1), moves, async (index, list) => {
      const graphId = `generated.g${index}`;
      const description = await runner.describe(graphId);
      const frames = new Set(description.nodes.flatMap(({ id, kind }) => (kind === "subgraph" ? [id] : [])));
      const isFrame = (node: string) => frames.has(node);
      const first = await runner.run(graphId, { input: { log: [] } });
      const { threadId } = first;
      for (const { kind, pick } of list) {
        const { checkpoints } = await readTimeline(runner.store, threadId, { checkpoint_ns: "", limit: 500 });
        const [head] = checkpoints;
        if (head === undefined) throw new Error("There is no checkpoint");
        if (kind === "copy" || kind === "edit") {
          const at = checkpoints.filter(({ next, step }) => next.length > 0 && step >= 0)[pick % checkpoints.length];
          const names = description.nodes.flatMap(({ name, parent, kind: own }) =>
            parent === null && own !== "start" && own !== "end" ? [name] : [],
          );
          const asNode = kind === "copy" ? undefined : names[pick % names.length];
          if (at === undefined) continue;
          const body = RerunPlanBodySchema.parse({ action: "fork", checkpoint_id: at.checkpoint_id, as_node: asNode });
          const plan = await planRerun(app(), threadId, body);
          const values = asNode === undefined ? null : { log: ["edited"] };
          await runner.ask({
            type: "update_state",
            graph_id: graphId,
            thread_id: threadId,
            checkpoint: { checkpoint_id: at.checkpoint_id, checkpoint_ns: "" },
            supersteps: [[{ values, command: null, as_node: asNode ?? "__copy__" }]],
          });
          checkFork(plan, await executed(graphId, threadId, plan, { cause: "fork" }), isFrame);
          continue;
        }
        if (kind === "resume_old") {
          const old = checkpoints.filter(({ has_interrupt }) => has_interrupt).slice(1);
          const at = old[pick % Math.max(old.length, 1)];
          const ids = at === undefined ? [] : await waitingAt(threadId, at.checkpoint_id);
          if (at === undefined || ids.length === 0) continue;
          const body: RerunPlanBody = { action: "resume", checkpoint_id: at.checkpoint_id, interrupt_ids: ids };
          const resume = Object.fromEntries(ids.map((id) => [id, "yes"]));
          check(await play(graphId, threadId, body, { cause: "resume", checkpoint_id: at.checkpoint_id, command: { resume } }), isFrame, true);
          continue;
        }
        if (kind === "replay") {
          const older = checkpoints.filter(({ next, step }) => next.length > 0 && step >= 0).slice(1);
          const at = older[pick % Math.max(older.length, 1)];
          if (at === undefined) continue;
          const body: RerunPlanBody = { action: "replay", checkpoint_id: at.checkpoint_id };
          check(await play(graphId, threadId, body, { cause: "replay", checkpoint_id: at.checkpoint_id }), isFrame, false);
          continue;
        }
        if (head.next.length === 0) continue;
        if (kind === "step" || kind === "continue") {
          const body: RerunPlanBody = { action: "continue", checkpoint_id: head.checkpoint_id };
          check(
            await play(graphId, threadId, body, { cause: "resume", ...(kind === "step" ? { interrupt_after: "*" as const } : {}) }),
            isFrame,
            true,
          );
          continue;
        }
        const waiting = await waitingAt(threadId, head.checkpoint_id);
        if (waiting.length === 0) continue;
        const chosen = kind === "resume_one" ? [waiting[pick % waiting.length] ?? ""] : waiting;
        const body: RerunPlanBody = { action: "resume", checkpoint_id: head.checkpoint_id, interrupt_ids: chosen };
        const resume = Object.fromEntries(chosen.map((id) => [id, "yes"]));
        check(await play(graphId, threadId, body, { cause: "resume", command: { resume } }), isFrame, true);
      }
    }),
    { numRuns: RUNS, seed: SEED, endOnFailure: true },
  );
});

async function waitingAt(threadId: string, checkpointId: string): Promise<string[]> {
  const view = await readCheckpoint(runner.store, { thread_id: threadId, checkpoint_id: checkpointId });
  return (view?.tasks ?? []).filter(({ status }) => status === "interrupted").flatMap(({ interrupts }) => interrupts.map(({ id }) => id));
}

async function planAtHead(threadId: string, ids: string[]): Promise<RerunPlan> {
  const view = await readCheckpoint(runner.store, { thread_id: threadId });
  const body = { action: "resume", checkpoint_id: view?.checkpoint_id ?? "", interrupt_ids: ids };
  return planRerun(app(), threadId, RerunPlanBodySchema.parse(body));
}

it("knows what stands before a second question, what is kept, and who asks again", async () => {
  const { threadId, run } = await runner.run("generated.g0", { input: { log: [] } });
  const asked = run.state.status === "interrupted" ? run.state.interrupts : [];
  const idOf = (node: string) => asked.find((one) => one.node === node)?.id ?? "";
  const first = await planAtHead(threadId, [idOf("n01")]);
  expect(first.tasks.map(({ node, why, again }) => [node, why, again])).toEqual([
    ["n00", "unanswered", true],
    ["n01", "answered", true],
  ]);
  expect(first.tasks[0]?.past.map(({ name, again, is_effect }) => [name, again, is_effect])).toEqual([
    ["send_note", "repeats", true],
    ["keep_note", "kept", false],
  ]);
  expect(first.warnings[0]).toMatchObject({
    severity: "danger",
    text: expect.stringContaining("`send_note` will be called again with the same arguments."),
  });
  await runner.run("generated.g0", { thread_id: threadId, input: null, cause: "resume", command: { resume: { [idOf("n01")]: "yes" } } });
  const view = await readCheckpoint(runner.store, { thread_id: threadId });
  const second = await planAtHead(threadId, view?.tasks.find(({ name }) => name === "n01")?.interrupts.map(({ id }) => id) ?? []);
  expect(second.tasks[1]?.past.map(({ input, again }) => [input, again])).toEqual([
    [{ to: "n01 first" }, "repeats"],
    [{ to: "n01 answered 0" }, "repeats"],
  ]);
  expect(second.tasks[0]?.past.map(({ name, again }) => [name, again])).toEqual([
    ["send_note", "repeats"],
    ["keep_note", "kept"],
  ]);
  expect(second.warnings[0]?.text).toContain("will be called again");
  expect(second.kept).toEqual([]);
});
