import type { Stop, StopReason } from "../../schema/breakpoint";
import type { RunSpec, RunState, StopPlace } from "../../schema/run";
import { nodesAround } from "../graph-inside";
import type { PregelLike } from "../langgraph";
import { graphLevels } from "./graph-levels";
import { Level } from "./level";
import { hasNews, isLoop, isVisible, stopNames, type LoopLike, type StopNames, type TaskLike } from "./loop";
import { holds, toWatched, type Watched } from "./watched";

/** Where a run was stopped for the person who debugs it. */
export type Stopped = NonNullable<Extract<RunState, { status: "interrupted" }>["breakpoint"]>;

type When = StopPlace["when"];
type Match = { reason: StopReason; nodes: readonly string[] };
/** A breakpoint's place was reached by these nodes, and its condition holds or cannot be told. */
type Reached = { nodes: readonly string[]; failure: string | null };

/** What LangGraph asks in place of a list of names. One question per check: all of its tasks are answered alike. */
class Gate {
  /** Read for tasks that code calls itself: these are stopped at only where the workflow's own list says so. */
  readonly length: number;
  readonly #names: StopNames;
  readonly #ask: () => boolean;
  #answer: { checkpointId: string; stop: boolean } | null = null;
  readonly #loop: LoopLike;

  constructor(loop: LoopLike, names: StopNames, ask: () => boolean) {
    this.#loop = loop;
    this.#names = names;
    this.#ask = ask;
    this.length = names.length;
  }

  includes(_name: string): boolean {
    const checkpointId = this.#loop.checkpoint.id;
    if (this.#answer?.checkpointId !== checkpointId) this.#answer = { checkpointId, stop: this.#ask() };
    return this.#answer.stop;
  }

  /** The tasks that the workflow or the request itself stops at. */
  static(tasks: readonly TaskLike[]): TaskLike[] {
    const names = this.#names;
    return names === "*" ? tasks.filter(isVisible) : tasks.filter((task) => names.includes(task.name));
  }
}

/**
 * Decides where one run stops: at its breakpoints, at the end of a step, at a pause. It is asked by every graph of the
 * run between two supersteps. Once one graph has stopped, those that run beside it stop at their next superstep too.
 */
export class DebugSession {
  readonly #spec: RunSpec;
  readonly #watched: readonly Watched[];
  /** Channels whose value before a step a condition asks for. */
  readonly #compared: readonly string[];
  readonly #hits: Map<string, number>;
  readonly #attached = new WeakSet<object>();
  #graphLevels: readonly ReadonlySet<string>[] = [];
  #pausedBy: string | null = null;
  readonly #stops: StopPlace[] = [];

  constructor(spec: RunSpec) {
    this.#spec = spec;
    this.#watched = spec.debug.breakpoints.filter(({ enabled }) => enabled).map(toWatched);
    this.#compared = [...new Set(this.#watched.flatMap(({ program }) => program?.reads.previous.names ?? []))];
    this.#hits = new Map(Object.entries(spec.debug.hits));
  }

  /** False while nothing could stop the run: then nothing needs to be asked. */
  get isNeeded(): boolean {
    return this.#watched.length > 0 || this.#spec.debug.stop.at !== "end" || this.#pausedBy !== null;
  }

  /** Where and why the run was stopped; null when it was not. */
  get stopped(): Stopped | null {
    const [first, ...also] = this.#stops;
    if (first === undefined) return null;
    return also.length === 0 ? first : { ...first, also };
  }

  /** How often each breakpoint was reached since the last input. */
  get hits(): Record<string, number> {
    return Object.fromEntries(this.#hits);
  }

  /** Stops the run at its next superstep, in whichever graph that is. */
  pause(by: string): void {
    this.#pausedBy ??= by;
  }

  /** Tells which channels the workflow and its subgraphs have, so that a condition is asked where its names are known. */
  setGraph(graph: PregelLike): void {
    this.#graphLevels = graphLevels(graph);
  }

  /** Takes part in a loop of the run, from its current superstep on. */
  attach(loop: unknown): void {
    if (!isLoop(loop) || this.#attached.has(loop) || loop.checkpointer === undefined) return;
    this.#attached.add(loop);
    const level = new Level(loop);
    const before: Gate = new Gate(loop, stopNames(loop.interruptBefore), () => this.#before(level, before));
    const after: Gate = new Gate(loop, stopNames(loop.interruptAfter), () => this.#after(level, after));
    loop.interruptBefore = before;
    loop.interruptAfter = after;
  }

  #before(level: Level, gate: Gate): boolean {
    const due = Object.values(level.loop.tasks).filter((task) => task.writes.length === 0);
    const visible = due.filter(isVisible);
    level.look();
    this.#remember(level);
    if (!hasNews(level.loop)) return false;
    const matches = this.#matches((watched) => this.#reachedBefore(watched, level, visible));
    if (matches.length > 0) return this.#stop(level, "before", matches);
    const own = gate.static(due);
    if (own.length > 0) return this.#stop(level, "before", [{ reason: { kind: "static" }, nodes: names(own) }]);
    if (visible.length === 0) return false;
    if (this.#stops.length > 0) return true;
    const reason = this.#reasonBefore(level, visible);
    if (reason === null) return false;
    const nodes = reason.kind === "node" ? visible.filter((task) => this.#isTarget(level, task)) : visible;
    return this.#stop(level, "before", [{ reason, nodes: names(nodes) }]);
  }

  #after(level: Level, gate: Gate): boolean {
    const done = Object.values(level.loop.tasks);
    const visible = done.filter(isVisible);
    level.look();
    if (visible.length === 0) {
      // The input is no step: what it changed is where the first step starts from.
      level.held.clear();
      return false;
    }
    level.completed += 1;
    if (!hasNews(level.loop)) return false;
    const matches = this.#matches((watched) => this.#reachedAfter(watched, level, visible));
    const { stop } = this.#spec.debug;
    const targets = stop.at === "node" && stop.when === "after" ? visible.filter((task) => this.#isTarget(level, task)) : [];
    if (targets.length > 0) matches.push({ reason: { kind: "node" }, nodes: names(targets) });
    if (matches.length > 0) return this.#stop(level, "after", matches);
    const own = gate.static(done);
    return own.length > 0 && this.#stop(level, "after", [{ reason: { kind: "static" }, nodes: names(own) }]);
  }

  #stop(level: Level, when: When, matches: readonly Match[]): boolean {
    const [first] = matches;
    if (first === undefined) return false;
    this.#stops.push({
      nodes: [...new Set(matches.flatMap(({ nodes }) => nodes))],
      when,
      checkpoint_ns: level.namespace,
      checkpoint_id: level.loop.checkpoint.id,
      reason: first.reason,
    });
    return true;
  }

  /** Why the run stops before these tasks although no breakpoint says so. */
  #reasonBefore(level: Level, visible: readonly TaskLike[]): StopReason | null {
    if (this.#pausedBy !== null) return { kind: "pause", by: this.#pausedBy };
    const { stop } = this.#spec.debug;
    switch (stop.at) {
      case "end":
        return null;
      case "node":
        return stop.when === "before" && visible.some((task) => this.#isTarget(level, task)) ? { kind: "node" } : null;
      case "into":
        return level.completed > 0 || level.path.length > 0 ? { kind: "step" } : null;
      case "step":
        return level.completed > 0 && (this.#isAt(level, stop) || this.#isAround(level, stop)) ? { kind: "step" } : null;
      case "out":
        return level.completed > 0 && this.#isAround(level, stop) ? { kind: "step" } : null;
    }
  }

  #isTarget(level: Level, task: TaskLike): boolean {
    const { stop } = this.#spec.debug;
    return stop.at === "node" && level.drawnId(task) === stop.node;
  }

  /** A fork gives its tasks new ids, so that the namespace goes by the names of the nodes on its way. */
  #isAt(level: Level, { checkpoint_ns }: Extract<Stop, { checkpoint_ns: string }>): boolean {
    if (this.#spec.checkpoint_id === null) return level.namespace === checkpoint_ns;
    return level.path.join("|") === nodesAround(checkpoint_ns).join("|");
  }

  #isAround(level: Level, { checkpoint_ns }: Extract<Stop, { checkpoint_ns: string }>): boolean {
    const inner = nodesAround(checkpoint_ns);
    return level.path.length < inner.length && level.path.every((name, index) => name === inner[index]);
  }

  #remember(level: Level): void {
    if (this.#watched.length === 0) return;
    level.remember(this.#compared);
    for (const watched of this.#watched) {
      const { breakpoint_id, spec } = watched.breakpoint;
      if (spec.kind !== "condition" || level.held.has(breakpoint_id) || !this.#isAsked(watched, level)) continue;
      const now = holds(watched, level.scope(null));
      level.held.set(breakpoint_id, now.ok && now.holds);
    }
  }

  /** Asks every breakpoint, counts those that were reached, and gives those that stop. */
  #matches(reach: (watched: Watched) => Reached | null): Match[] {
    return this.#watched.flatMap((watched): Match[] => {
      const reached = reach(watched);
      if (reached === null) return [];
      const { breakpoint_id, spec } = watched.breakpoint;
      const { nodes, failure } = reached;
      if (failure !== null) return [{ reason: { kind: "failed_condition", breakpoint_id, spec, message: failure }, nodes }];
      const hits = (this.#hits.get(breakpoint_id) ?? 0) + 1;
      this.#hits.set(breakpoint_id, hits);
      return spec.hits === null || hits >= spec.hits ? [{ reason: { kind: "breakpoint", breakpoint_id, spec, hits }, nodes }] : [];
    });
  }

  #reachedBefore(watched: Watched, level: Level, visible: readonly TaskLike[]): Reached | null {
    const { spec } = watched.breakpoint;
    if ((spec.kind !== "node" && spec.kind !== "all") || spec.when !== "before") return null;
    const here = this.#placed(watched, level, visible);
    if (here.length === 0) return null;
    const result = holds(watched, level.scope(null));
    return result.ok ? (result.holds ? { nodes: names(here), failure: null } : null) : { nodes: names(here), failure: result.message };
  }

  #reachedAfter(watched: Watched, level: Level, visible: readonly TaskLike[]): Reached | null {
    const { spec } = watched.breakpoint;
    switch (spec.kind) {
      case "node":
      case "all":
        return spec.when === "after" ? reachedByTask(watched, level, this.#placed(watched, level, visible)) : null;
      case "channel": {
        if (!level.changed(spec.channel)) return null;
        const result = holds(watched, level.scope({ task: null }));
        return result.ok ? (result.holds ? { nodes: names(visible), failure: null } : null) : { nodes: names(visible), failure: result.message };
      }
      case "condition":
        return this.#becameTrue(watched, level, visible);
    }
  }

  #becameTrue(watched: Watched, level: Level, visible: readonly TaskLike[]): Reached | null {
    if (!this.#isAsked(watched, level)) return null;
    const { breakpoint_id } = watched.breakpoint;
    const held = level.held.get(breakpoint_id) === true;
    const now = holds(watched, level.scope({ task: null }));
    level.held.set(breakpoint_id, now.ok && now.holds);
    if (!now.ok) return { nodes: names(visible), failure: now.message };
    return now.holds && !held ? { nodes: names(visible), failure: null } : null;
  }

  /** The tasks at which a breakpoint on nodes stands. */
  #placed(watched: Watched, level: Level, visible: readonly TaskLike[]): readonly TaskLike[] {
    const { spec } = watched.breakpoint;
    if (spec.kind === "node") return visible.filter((task) => level.drawnId(task) === spec.node);
    return this.#isAsked(watched, level) ? visible : [];
  }

  /**
   * A condition for the whole workflow is asked in each graph that has the channels it names. Where no graph has them, the
   * workflow itself is asked, and says so.
   */
  #isAsked(watched: Watched, level: Level): boolean {
    const isKnown = (channels: ReadonlySet<string>) => watched.names.every((name) => channels.has(name));
    if (isKnown(new Set(level.channels))) return true;
    return level.path.length === 0 && !this.#graphLevels.some(isKnown);
  }
}

function names(tasks: readonly TaskLike[]): string[] {
  return [...new Set(tasks.map((task) => task.name))];
}

/** Each task is asked for itself: the condition may look at what it wrote. */
function reachedByTask(watched: Watched, level: Level, tasks: readonly TaskLike[]): Reached | null {
  const results = tasks.map((task) => ({ task, result: holds(watched, level.scope({ task })) }));
  const holding = results.filter(({ result }) => result.ok && result.holds).map(({ task }) => task);
  if (holding.length > 0) return { nodes: names(holding), failure: null };
  for (const { task, result } of results) if (!result.ok) return { nodes: [task.name], failure: result.message };
  return null;
}
