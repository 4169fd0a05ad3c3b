import "server-only";
import type { z } from "zod";
import { RetrographError } from "../errors";
import { parseExpression } from "../expression/parse";
import { FindResultSchema, WatchResultSchema, type FindBodySchema, type FindResult, type WatchBodySchema, type WatchResult } from "../schema/travel";
import { getApp } from "./app";
import { requireThread } from "./threads";

/** Refuses what cannot be read before the runner is asked. Expressions are never evaluated here. */
function checkExpression(text: string, field: string): void {
  const parsed = parseExpression(text);
  if (parsed.ok) return;
  const { message, index } = parsed;
  throw new RetrographError("invalid_expression", `The expression cannot be read: ${message}`, { field, message, index });
}

/** Expressions over the states on the path to a checkpoint, until `signal` says that nobody waits for them. Throws `thread_not_found`, `checkpoint_not_found`, `invalid_expression` with the place. */
export async function watchExpressions(threadId: string, body: z.output<typeof WatchBodySchema>, signal?: AbortSignal): Promise<WatchResult> {
  const app = await getApp();
  body.expressions.forEach((text, index) => checkExpression(text, `expressions.${index}`));
  await requireThread(app, threadId);
  return WatchResultSchema.parse(await app.pool.ask({ type: "watch", thread_id: threadId, body }, signal));
}

/** The first checkpoint on a path at which a condition holds. Throws what `watchExpressions` throws. */
export async function findCheckpoint(threadId: string, body: z.output<typeof FindBodySchema>, signal?: AbortSignal): Promise<FindResult> {
  const app = await getApp();
  checkExpression(body.condition, "condition");
  await requireThread(app, threadId);
  return FindResultSchema.parse(await app.pool.ask({ type: "find", thread_id: threadId, body }, signal));
}
