import "server-only";
import { RetrographError } from "../errors";
import type { RunCreateBody } from "../schema/agent-server";
import type { StartRunBodySchema } from "../schema/debug-api";
import { CheckpointIdSchema } from "../schema/ids";
import type { Json, JsonObject } from "../schema/json";
import type { CommandBody, StreamMode } from "../schema/run";
import type { z } from "zod";
import type { App } from "./app";
import { resolveGraphId } from "./assistants";
import type { Caller } from "./http/handle";
import type { RunRequest } from "./start-run";

/** What the workbench draws from while a run goes on. */
const WORKBENCH_MODES: StreamMode[] = ["updates", "messages-tuple", "custom"];

/** Programs stop where they say themselves: breakpoints are for the person at the workbench. */
const NO_STOPS: RunRequest["debug"] = { breakpoints: false, stop: { at: "end" } };

/** Keys that say where a run goes on; they are taken from the request's own fields, not from the configuration. */
const PLACE_KEYS = new Set(["thread_id", "run_id", "checkpoint_id", "checkpoint_ns", "checkpoint_map"]);

function splitConfigurable(configurable: JsonObject): { rest: JsonObject; checkpointId: string | null } {
  const rest = Object.fromEntries(Object.entries(configurable).filter(([key]) => !PLACE_KEYS.has(key) && !key.startsWith("__")));
  const given = configurable.checkpoint_id;
  if (given == null) return { rest, checkpointId: null };
  const parsed = CheckpointIdSchema.safeParse(given);
  if (parsed.success) return { rest, checkpointId: parsed.data };
  throw new RetrographError("invalid_request", "config.configurable.checkpoint_id: must be a checkpoint id", {
    field: "config.configurable.checkpoint_id",
  });
}

function toCommand(body: RunCreateBody["command"]): CommandBody | null {
  if (body == null) return null;
  const command: CommandBody = {
    ...(body.resume === undefined ? {} : { resume: body.resume }),
    ...(body.update == null ? {} : { update: body.update }),
    ...(body.goto == null ? {} : { goto: body.goto }),
  };
  return Object.keys(command).length === 0 ? null : command;
}

/** The Agent Server's run body as a request. Throws `graph_not_found`, `invalid_request`. */
export async function fromRunCreate(app: App, threadId: string | null, body: RunCreateBody, caller: Caller): Promise<RunRequest> {
  const { rest, checkpointId } = splitConfigurable(body.config?.configurable ?? {});
  if (body.checkpoint?.thread_id != null && threadId !== null && body.checkpoint.thread_id !== threadId) {
    throw new RetrographError("invalid_request", "checkpoint.thread_id: is another thread", { field: "checkpoint.thread_id" });
  }
  return {
    graph_id: await resolveGraphId(app, body.assistant_id),
    thread_id: threadId,
    if_not_exists: body.if_not_exists ?? "reject",
    input: body.input ?? null,
    command: toCommand(body.command),
    checkpoint_id: body.checkpoint_id ?? body.checkpoint?.checkpoint_id ?? checkpointId,
    checkpoint_ns: body.checkpoint?.checkpoint_ns ?? "",
    config: { tags: body.config?.tags ?? [], recursion_limit: body.config?.recursion_limit ?? null, configurable: rest },
    ...(body.context == null ? {} : { context: body.context }),
    metadata: body.metadata ?? {},
    stream_modes: body.stream_mode ?? ["values"],
    stream_subgraphs: body.stream_subgraphs ?? false,
    stream_resumable: body.stream_resumable ?? false,
    interrupt_before: body.interrupt_before ?? [],
    interrupt_after: body.interrupt_after ?? [],
    durability: body.durability ?? "sync",
    debug: NO_STOPS,
    multitask_strategy: body.multitask_strategy ?? "enqueue",
    delay_ms: Math.round((body.after_seconds ?? 0) * 1000),
    must_run: false,
    caller,
  };
}

/** The workbench's run body as a request. Throws `invalid_request` when it has both an input and answers. */
export function fromStartRun(body: z.output<typeof StartRunBodySchema>, caller: Caller): RunRequest {
  if (body.input !== undefined && body.answers !== undefined) {
    throw new RetrographError("invalid_request", "answers: cannot be given together with an input", { field: "answers" });
  }
  if (body.answers !== undefined && Object.keys(body.answers).length === 0) {
    throw new RetrographError("invalid_request", "answers: must have at least one answer", { field: "answers" });
  }
  const answers: Json | undefined = body.answers;
  return {
    graph_id: body.graph_id,
    thread_id: body.thread_id,
    if_not_exists: "reject",
    input: body.input ?? null,
    command: answers === undefined ? null : { resume: answers },
    checkpoint_id: body.checkpoint_id,
    checkpoint_ns: body.checkpoint_ns,
    config: { tags: [], recursion_limit: body.recursion_limit, configurable: {} },
    metadata: {},
    stream_modes: WORKBENCH_MODES,
    stream_subgraphs: true,
    stream_resumable: true,
    interrupt_before: body.interrupt_before,
    interrupt_after: body.interrupt_after,
    durability: "sync",
    debug: { breakpoints: body.breakpoints, stop: body.stop },
    multitask_strategy: "reject",
    delay_ms: 0,
    must_run: body.input === undefined && body.answers === undefined,
    ...(body.replay === "live" ? {} : { replay: { mode: body.replay, from_thread_id: null } }),
    caller,
  };
}
