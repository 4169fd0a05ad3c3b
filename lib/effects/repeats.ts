import type { Repeat } from "../schema/effect";

/** What is looked at of an effect; `deduplicated` as the schema or as a row has it. */
export type Execution = {
  run_id: string;
  span_id: string;
  attempt: number;
  task_id: string | null;
  name: string;
  input_hash: string;
  idempotency_key: string | null;
  source: string;
  status: string;
  deduplicated: boolean | number | null;
};

/** How a later effect stands to an earlier one of another task: further on the same branch, of the same work begun again, or on another branch. */
export type Relation = "after" | "again" | "apart";

export type FoundRepeat<Effect> = Pick<Repeat, "cause" | "times" | "same_input" | "key" | "happened" | "uncertain"> & { effects: Effect[] };

/** One call as the workflow means it: its first execution, and those that repeat it for the same task. */
type Call<Effect> = { effects: Effect[] };

/**
 * Finds effects that were executed more than once. `effects` are those of one thread, in order, without any that did not run:
 * of a replay with recorded results, or that stopped to ask.
 *
 * Executions for one task are matched by their arguments and their turn; what is left over, by its turn alone. Calls of
 * different tasks are the same when their arguments are: further along a branch that is a `loop`, on another one a `replay`.
 */
export function groupRepeats<Effect extends Execution>(
  effects: readonly Effect[],
  relate: (earlier: Effect, later: Effect) => Relation,
): FoundRepeat<Effect>[] {
  const calls = callsOf(effects);
  const loops: Effect[][] = [];
  const replays: Effect[][] = [];
  for (const same of groupBy(calls, ({ effects: [first] }) => (first === undefined ? "" : `${first.name}\n${first.input_hash}`))) {
    if (same.length < 2) continue;
    const found = followCalls(same, relate);
    loops.push(...found.loops);
    replays.push(...found.replays);
  }
  const repeated = calls.filter((call) => call.effects.length > 1).map((call) => describe(causeWithin(call.effects), call.effects));
  return [...repeated, ...replays.map((list) => describe("replay", list)), ...loops.map((list) => describe("loop", list))];
}

function causeWithin(effects: readonly Execution[]): "resume" | "retry" {
  return effects.some(({ run_id }) => run_id !== effects[0]?.run_id) ? "resume" : "retry";
}

function groupBy<Item>(items: Iterable<Item>, keyOf: (item: Item) => string): Item[][] {
  const groups = new Map<string, Item[]>();
  for (const item of items) {
    const key = keyOf(item);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [item]);
    else group.push(item);
  }
  return [...groups.values()];
}

/** Puts together what the executions of one task repeat of each other. */
function callsOf<Effect extends Execution>(effects: readonly Effect[]): Call<Effect>[] {
  const alone = (effect: Effect) => effect.task_id === null;
  const ofTasks = groupBy(
    effects.filter((effect) => !alone(effect)),
    ({ task_id, name }) => `${task_id}\n${name}`,
  );
  const calls = [...effects.filter(alone).map((effect) => ({ effects: [effect] })), ...ofTasks.flatMap(matchExecutions)];
  const order = new Map(effects.map((effect, index) => [effect, index]));
  const firstOf = (call: Call<Effect>) => order.get(call.effects[0] ?? effects[0] ?? ({} as Effect)) ?? 0;
  return calls.sort((a, b) => firstOf(a) - firstOf(b));
}

function matchExecutions<Effect extends Execution>(effects: readonly Effect[]): Call<Effect>[] {
  const executions = groupBy(effects, ({ run_id, attempt }) => `${run_id}\n${attempt}`);
  if (executions.length === 1) return effects.map((effect) => ({ effects: [effect] }));
  const turns = numbered(executions, ({ input_hash }) => input_hash);
  const byInput = groupBy(turns, ({ effect, turn }) => `${effect.input_hash}\n${turn}`).map((group) => group.map(({ effect }) => effect));
  const leftOver = new Set(byInput.filter((group) => group.length === 1).flat());
  const rest = executions.map((execution) => execution.filter((effect) => leftOver.has(effect)));
  const byTurn = groupBy(
    numbered(rest, () => ""),
    ({ turn }) => String(turn),
  ).map((group) => group.map(({ effect }) => effect));
  return [...byInput.filter((group) => group.length > 1), ...byTurn].map((group) => ({ effects: group }));
}

/** Each effect with how many of the same kind its own execution had before it. */
function numbered<Effect>(executions: readonly Effect[][], kindOf: (effect: Effect) => string): { effect: Effect; turn: number }[] {
  return executions.flatMap((execution) => {
    const counts = new Map<string, number>();
    return execution.map((effect) => {
      const turn = counts.get(kindOf(effect)) ?? 0;
      counts.set(kindOf(effect), turn + 1);
      return { effect, turn };
    });
  });
}

type Step<Effect> = { call: Call<Effect>; first: Effect; depth: number; next: Step<Effect> | null; root: boolean };

/** Follows equal calls along their branches: one after the other is a loop, at the same turn of different branches a replay. */
function followCalls<Effect extends Execution>(
  calls: readonly Call<Effect>[],
  relate: (earlier: Effect, later: Effect) => Relation,
): { loops: Effect[][]; replays: Effect[][] } {
  const steps: Step<Effect>[] = [];
  for (const call of calls) {
    const [first] = call.effects;
    if (first === undefined) continue;
    const before = newestBefore(steps, first, relate);
    if (before?.relation === "again") {
      // The same work in a subgraph that keeps nothing has other tasks each time.
      before.step.call.effects.push(...call.effects.splice(0));
      continue;
    }
    const step: Step<Effect> = { call, first, depth: before === null ? 0 : before.step.depth + 1, next: null, root: before === null };
    if (before !== null) before.step.next ??= step;
    steps.push(step);
  }
  const loops = steps.filter(({ root, next }) => root && next !== null).map(chainOf);
  const replays = groupBy(steps, ({ depth }) => String(depth)).map((group) => group.map(({ first }) => first));
  return { loops, replays: replays.filter((group) => group.length > 1) };
}

function newestBefore<Effect>(
  steps: readonly Step<Effect>[],
  effect: Effect,
  relate: (earlier: Effect, later: Effect) => Relation,
): { step: Step<Effect>; relation: "after" | "again" } | null {
  for (const step of steps.toReversed()) {
    const relation = relate(step.first, effect);
    if (relation !== "apart") return { step, relation };
  }
  return null;
}

function chainOf<Effect>(root: Step<Effect>): Effect[] {
  const chain: Effect[] = [];
  for (let step: Step<Effect> | null = root; step !== null; step = step.next) chain.push(step.first);
  return chain;
}

function describe<Effect extends Execution>(cause: Repeat["cause"], effects: Effect[]): FoundRepeat<Effect> {
  const [first] = effects;
  const keys = effects.map(({ idempotency_key }) => idempotency_key);
  const counted = effects.filter(({ source, deduplicated }) => source === "live" && deduplicated !== true && deduplicated !== 1);
  return {
    cause,
    times: effects.length,
    effects,
    same_input: effects.every(({ input_hash }) => input_hash === first?.input_hash),
    key: keys.includes(null) ? "missing" : keys.every((key) => key === keys[0]) ? "equal" : "different",
    happened: counted.filter(({ status }) => status === "done").length,
    uncertain: counted.filter(({ status }) => status !== "done").length,
  };
}
