import "server-only";
import type { z } from "zod";
import type { AccessLevel } from "../../schema/access";
import type { RunCreateBody } from "../../schema/agent-server";
import type { StartRunBodySchema } from "../../schema/debug-api";

/** Fields of a run of the Agent Server API with which an answer remains an answer. */
const OF_AN_ANSWER: ReadonlySet<string> = new Set([
  "assistant_id",
  "input",
  "command",
  "stream_mode",
  "stream_subgraphs",
  "stream_resumable",
  "on_disconnect",
  "durability",
  "checkpoint",
  "checkpoint_id",
  "metadata",
]);

function isGiven(value: unknown): boolean {
  return value !== undefined && value !== null;
}

/** Who answers need not be allowed to start runs: nothing but answers may be in the body then. */
export function levelOfApiRun({ body }: { body: RunCreateBody }): AccessLevel {
  const others = Object.entries(body).filter(([name, value]) => isGiven(value) && !OF_AN_ANSWER.has(name));
  const answers = isGiven(body.command?.resume) && !isGiven(body.command?.update) && !isGiven(body.command?.goto) && !isGiven(body.input);
  const mayWait = others.every(([name, value]) => name === "multitask_strategy" && (value === "reject" || value === "enqueue"));
  return answers && mayWait ? "approver" : "editor";
}

/** As `levelOfApiRun`, for the workbench. */
export function levelOfWorkbenchRun({ body }: { body: z.output<typeof StartRunBodySchema> }): AccessLevel {
  return body.answers !== undefined && body.input === undefined && body.recursion_limit === null ? "approver" : "editor";
}

/** Watching a run is looking; having it stopped when the connection ends is not. */
export function levelOfJoin({ query }: { query: { cancel_on_disconnect: boolean } }): AccessLevel {
  return query.cancel_on_disconnect ? "editor" : "viewer";
}
