import { z } from "zod";

/** The checks that know LangGraph, each explained in `docs/lint/<code>.md`. */
export const LINT_CODES = [
  "channel-never-read",
  "channel-never-written",
  "command-without-ends",
  "cycle-without-exit",
  "dead-end",
  "effect-before-interrupt",
  "goto-outside-ends",
  "guard-bypassed",
  "interrupt-in-try",
  "interrupt-without-checkpointer",
  "memory-checkpointer",
  "messages-without-reducer",
  "mixed-exits",
  "name-clash",
  "no-way-to-end",
  "parallel-writes",
  "recursion-limit",
  "route-not-in-map",
  "thread-id-missing",
  "tool-without-description",
  "tool-without-schema",
  "unknown-node",
  "unreachable-node",
  "unused-route",
] as const;

export const LintCodeSchema = z.enum(LINT_CODES);
export type LintCode = z.infer<typeof LintCodeSchema>;

export const LintParamsSchema = z.object({ code: LintCodeSchema });

/** `GET /api/design/lint/{code}`: the check's page as Markdown. */
export const LintPageSchema = z.object({ code: LintCodeSchema, text: z.string() });
export type LintPage = z.infer<typeof LintPageSchema>;
