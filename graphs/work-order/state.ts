import { ReducedValue, StateSchema } from "@langchain/langgraph";
import { z } from "zod";
import { RecordEntrySchema, ScenarioSchema, StepSchema } from "./definitions";

/** Where the escalation is written into the run record: before the person is asked, or after. */
export const EscalationSchema = z.enum(["above interrupt()", "below interrupt()"]);

const scenario = ScenarioSchema.default("baseline").meta({
  title: "Scenario",
  description: "What goes wrong: nothing, a step that cannot be undone, one that costs too much, or one that is never right.",
});
const escalation = EscalationSchema.default("above interrupt()").meta({
  title: "Escalation is written",
  description: "Above interrupt() it is written twice, because an answered node runs again from its first line; below it once.",
});
const fault = z.enum(["none", "wrong type", "no answer", "throws"]).default("none").meta({
  title: "Fault of the tool layer",
  description: "What the tool that acts does wrong the first time.",
});

export const WorkOrderState = new StateSchema({
  scenario,
  escalation,
  fault,
  steps: z.array(StepSchema).default(() => []),
  budget_usd: z.number().default(0),
  /** The step at hand; empty when all are settled. */
  current: z.string().default(""),
  settled: z.array(z.string()).default(() => []),
  /** How often each step was done. */
  attempts: z.record(z.string(), z.number().int()).default(() => ({})),
  /** Steps that a person let go on past a tripwire. */
  waived: z.array(z.string()).default(() => []),
  verified: z.boolean().default(false),
  spent_usd: z.number().default(0),
  status: z.enum(["running", "done", "escalated"]).default("running"),
  reason: z.string().default(""),
  history: new ReducedValue(
    z.array(z.string()).default(() => []),
    { inputSchema: z.string(), reducer: (before: string[], line: string) => [...before, line] },
  ),
  /** What the tool layer has in its own record when the work order ends. */
  record: z.array(RecordEntrySchema).default(() => []),
});
export type WorkOrder = typeof WorkOrderState.State;

export const WorkOrderInput = new StateSchema({ scenario, escalation, fault });
