import "server-only";
import { z } from "zod";
import { RetrographError } from "../errors";
import { ThreadIdSchema } from "../schema/ids";
import type { RunSpec } from "../schema/run";
import type { Thread } from "../schema/thread";
import { isHiddenThread } from "../store/hidden-threads";
import type { Store } from "../store/open";

const ForkedSchema = z.object({ forked_from: z.object({ thread_id: ThreadIdSchema }) });

/**
 * How a run treats its calls, with the thread whose recordings it uses: that of a fork is the one it was forked from. Throws
 * `invalid_request` for an answer that would be given in a dry run: it would be spent though nothing happened. And
 * `not_allowed` for anything but a dry run on a copy that answers are tried on: nobody has approved them.
 */
export function replayOf(store: Store, thread: Thread, request: { replay?: RunSpec["replay"]; command: RunSpec["command"] }): RunSpec["replay"] {
  const { replay, command } = request;
  const isCopy = isHiddenThread(store, thread.thread_id);
  if (isCopy && replay?.mode !== "dry")
    throw new RetrographError("not_allowed", "This is a copy that answers are tried on. Only dry runs go on from it.");
  if (replay === undefined || replay.mode === "live") return undefined;
  if (replay.mode === "dry" && command?.resume !== undefined && !isCopy) {
    throw new RetrographError(
      "invalid_request",
      "replay: an answer cannot be given in a dry run, for the request would be answered though nothing happened. Try it with what-if, on a copy.",
      { field: "replay" },
    );
  }
  if (replay.from_thread_id !== null) return replay;
  const forked = ForkedSchema.safeParse(thread.metadata);
  return { ...replay, from_thread_id: forked.success ? forked.data.forked_from.thread_id : null };
}
