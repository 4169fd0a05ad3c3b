import "server-only";
import type { z } from "zod";
import { RetrographError } from "../../errors";
import type { ChangeRequestsBodySchema } from "../../schema/inbox";
import { changeItems } from "../../store/inbox-changes";
import { getApp } from "../app";
import type { Caller } from "../http/handle";
import { answererOf } from "./answerer";
import { getFeed } from "./feed";

const MAX_SNOOZE_MS = 10 * 366 * 24 * 60 * 60 * 1000;

/** The moment as the database has it. Throws `invalid_request` for the past, where it would change nothing, and beyond ten years. */
function toMoment(text: string): string {
  const at = Date.parse(text);
  const ahead = at - Date.now();
  if (ahead > 0 && ahead <= MAX_SNOOZE_MS) return new Date(at).toISOString();
  throw new RetrographError("invalid_request", "snoozed_until: must be in the future, and at most ten years ahead", { field: "snoozed_until" });
}

/**
 * Assigns or snoozes waiting requests, all or none. Throws `interrupt_not_found`, `already_answered` for one that no longer
 * waits, `invalid_request`.
 */
export async function changeRequests(body: z.output<typeof ChangeRequestsBodySchema>, caller: Caller): Promise<void> {
  const { store } = await getApp();
  const { requests, assignee, snoozed_until } = body;
  if (assignee === undefined && snoozed_until === undefined) {
    throw new RetrographError("invalid_request", "body: must have an assignee or snoozed_until", { field: "body" });
  }
  changeItems(
    store,
    {
      requests,
      ...(assignee === undefined ? {} : { assignee }),
      ...(snoozed_until === undefined ? {} : { snoozed_until: snoozed_until === null ? null : toMoment(snoozed_until) }),
    },
    answererOf(caller),
  );
  (await getFeed()).look();
}
