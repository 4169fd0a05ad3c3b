import type { PastCall, PlannedCall, PlannedTask, RerunPlan } from "../schema/rerun";

type Warning = RerunPlan["warnings"][number];
type Severity = Warning["severity"];

/** A call that was made behind the first superstep, on the way that was taken last. */
export type LaterCall = { kind: "model" | "tool" | "effect"; name: string; count: number; is_effect: boolean };

const ORDER: Record<Severity, number> = { danger: 0, warning: 1, info: 2 };

/** Sentences on what will run again, the most important first. `later` is left out where nothing ran behind. */
export function warningsOf(action: RerunPlan["action"], tasks: readonly PlannedTask[], later: readonly LaterCall[]): Warning[] {
  const warnings = [...tasks.flatMap((task) => (task.again ? ofTask(task) : [])), ...tasks.flatMap(ofUnanswered), ...ofLater(action, later)];
  // The order within one severity is that of the tasks.
  return warnings.sort((a, b) => ORDER[a.severity] - ORDER[b.severity]);
}

function warning(severity: Severity, text: string, call?: PastCall): Warning {
  return { severity, text, run_id: call?.run_id ?? null, span_id: call?.span_id ?? null };
}

const code = (text: string) => `\`${text}\``;

function times(count: number): string {
  return count === 1 ? "" : count === 2 ? " twice" : ` ${count} times`;
}

/** Where in its node a call stands that is made again. */
function standing(task: PlannedTask): string {
  const asks = task.why === "answered" || task.why === "unanswered";
  if (asks) return `before the question in ${code(task.node)}, which runs again from its first line`;
  if (task.why === "failed") return `in ${code(task.node)}, which failed and runs again from its first line`;
  if (task.why === "stopped") return `in ${code(task.node)}, which did not get to its end and runs again from its first line`;
  return `in ${code(task.node)}, which runs once more from its first line`;
}

function ofTask(task: PlannedTask): Warning[] {
  return [...ofPast(task), ...ofText(task)];
}

/** Calls of one name are one sentence. */
function groups(calls: readonly PastCall[]): PastCall[][] {
  const byName = new Map<string, PastCall[]>();
  for (const call of calls) {
    const key = `${call.kind} ${call.name} ${call.again} ${String(call.is_effect)}`;
    byName.set(key, [...(byName.get(key) ?? []), call]);
  }
  return [...byName.values()];
}

function ofPast(task: PlannedTask): Warning[] {
  return groups(task.past).flatMap((calls) => {
    const [first] = calls;
    if (first === undefined || first.kind === "task") return [];
    if (first.again === "repeats" || first.again === "may_repeat") return [repeated(task, first, calls)];
    if (!first.is_effect) return [];
    const what = `${code(first.name)} is not done again`;
    if (first.again === "kept") return [warning("info", `${what}: its result is kept.`, first)];
    return [warning("info", first.again === "recorded" ? `${what}: its recorded result is used.` : `${what}: a stub answers in its place.`, first)];
  });
}

function repeated(task: PlannedTask, first: PastCall, calls: readonly PastCall[]): Warning {
  const sure = first.again === "repeats";
  const count = times(calls.length);
  if (first.kind === "model") {
    const asked = sure ? "will be asked, and paid for, again" : "may be asked, and paid for, again";
    return warning("warning", `${code(first.name)} ${asked}${count}, and may answer otherwise. It stands ${standing(task)}.`, first);
  }
  const head = sure
    ? `${code(first.name)} will be called again${count} with the same arguments.`
    : `${code(first.name)} may be called again${count}.`;
  const text = `${head} It stands ${standing(task)}.`;
  if (!first.is_effect) return warning("info", text, first);
  return warning(first.deduplicated === true ? "warning" : "danger", `${text} ${keyWords(calls)}`, first);
}

function keyWords(calls: readonly PastCall[]): string {
  const withKey = calls.filter(({ idempotency_key }) => idempotency_key !== null).length;
  const kept = calls.some(({ deduplicated }) => deduplicated === true);
  const twice = calls.some(({ deduplicated }) => deduplicated === false);
  const before = kept ? "the service kept one the last time it was repeated" : twice ? "it happened twice the last time it was repeated" : null;
  if (withKey === calls.length)
    return `It carries an idempotency key${before === null ? "; whether the service honours it is not known" : `; ${before}`}.`;
  const without = withKey === 0 ? "It carries no idempotency key" : `Only ${withKey} of ${calls.length} carry an idempotency key`;
  return `${without}${before === null ? "" : `; ${before}`}.`;
}

/** Letters and digits alone: `calendar_create_event` and `calendarCreateEvent.invoke` begin alike. */
function plain(name: string): string {
  return name.toLowerCase().replace(/[^\p{L}\p{N}]/gu, "");
}

function isTold(call: PlannedCall, past: readonly PastCall[]): boolean {
  const own = plain(call.name.replace(/\.(invoke|call|stream|batch|generate|streamEvents)$/, ""));
  return past.some(({ name }) => {
    const told = plain(name);
    return told !== "" && own !== "" && (told.includes(own) || own.includes(told));
  });
}

/** Calls that the text shows and traces cannot: of a client, the file system, another process. */
function ofText(task: PlannedTask): Warning[] {
  const calls = (task.code?.calls ?? []).filter(({ kind, kept }) => kind === "effect" && !kept);
  const untold = calls.filter((call) => !isTold(call, task.past));
  return untold.map((call) =>
    warning(
      "danger",
      `${code(call.name)} (line ${call.place.line}${call.place.file === task.code?.file ? "" : ` of ${call.place.file}`}) stands ${standing(task)}. Traces do not show such calls: it is done again if it was reached.`,
    ),
  );
}

function ofUnanswered(task: PlannedTask): Warning[] {
  if (task.why !== "unanswered") return [];
  return [warning("info", `${code(task.node)} starts again too, up to its own question, which stays open.`)];
}

function counted(count: number, word: string): string {
  return `${count} ${word}${count === 1 ? "" : "s"}`;
}

/** What ran behind the point on the way that was taken last. */
function ofLater(action: RerunPlan["action"], later: readonly LaterCall[]): Warning[] {
  const effects = later.filter(({ is_effect }) => is_effect);
  const named = effects.map(({ name, count }) => `${code(name)}${times(count)}`);
  const list = named.length < 4 ? named.join(", ") : `${named.slice(0, 3).join(", ")} and ${named.length - 3} more`;
  const sum = (kind: LaterCall["kind"]) => later.reduce((total, call) => total + (call.kind === kind && !call.is_effect ? call.count : 0), 0);
  const parts = [...(sum("model") > 0 ? [counted(sum("model"), "model call")] : []), ...(sum("tool") > 0 ? [counted(sum("tool"), "tool call")] : [])];
  const total = sum("model") + sum("tool");
  const verb = action === "fork" ? "may be" : "will be";
  const them = total === 1 ? "it" : "they";
  return [
    ...(named.length === 0
      ? []
      : [
          warning(
            "danger",
            `${list} ran after this the last time and ${action === "fork" ? "may happen" : "will happen"} again, if the run goes the same way.`,
          ),
        ]),
    ...(parts.length === 0
      ? []
      : [
          warning(
            "warning",
            `${parts.join(" and ")} ran after this the last time; ${them} ${verb} made${sum("model") > 0 ? ", and paid for," : ""} again.`,
          ),
        ]),
  ];
}
