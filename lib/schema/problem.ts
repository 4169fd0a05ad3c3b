import { z } from "zod";
import { PlaceSchema } from "./source";

/** What a problem is shown at, besides its line. Several where it concerns several. */
export const ProblemTargetSchema = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("graph") }),
  z.object({ kind: z.literal("node"), node: z.string() }),
  z.object({ kind: z.literal("edge"), source: z.string(), target: z.string() }),
  z.object({ kind: z.literal("branch"), source: z.string(), router: z.number().int(), label: z.string().nullable() }),
  z.object({ kind: z.literal("channel"), channel: z.string() }),
  /** An option or setting of a node, e.g. `ends` or `system`. */
  z.object({ kind: z.literal("field"), node: z.string(), field: z.string() }),
]);
export type ProblemTarget = z.infer<typeof ProblemTargetSchema>;

/** A way to mend a problem: edits of `lib/schema/edit.ts` (unparsed, so that this file stays below it). */
export const QuickFixSchema = z.object({ title: z.string(), edits: z.array(z.record(z.string(), z.unknown())).min(1) });
export type QuickFix = z.infer<typeof QuickFixSchema>;

/**
 * Something wrong with a workflow's text. `code`: of a check that knows LangGraph its kebab-case name, explained in
 * `docs/lint/<code>.md`; of TypeScript `ts2345`; `syntax`; `describe` where the runner reports another graph than the text.
 */
export const ProblemSchema = z.object({
  origin: z.enum(["lint", "types", "syntax", "runner"]),
  code: z.string(),
  severity: z.enum(["error", "warning", "info"]),
  /** What is wrong and why, and what to do. */
  message: z.string(),
  /** The graph of the file that it concerns; null for the file. */
  graph: z.string().nullable(),
  targets: z.array(ProblemTargetSchema),
  place: PlaceSchema,
  fixes: z.array(QuickFixSchema),
});
export type Problem = z.infer<typeof ProblemSchema>;
