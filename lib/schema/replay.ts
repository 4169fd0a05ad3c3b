import { z } from "zod";

/**
 * How a run treats model and tool calls. `live`: everything runs. `recorded`: calls with the input of a recorded one return
 * what that returned, others go live. `strict`: others stop the run. `dry`: calls return recorded results, side effects
 * without one a stub, and nothing leaves the process.
 */
export const ReplayModeSchema = z.enum(["live", "recorded", "strict", "dry"]);
export type ReplayMode = z.infer<typeof ReplayModeSchema>;
