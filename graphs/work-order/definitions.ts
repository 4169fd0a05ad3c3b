import { z } from "zod";

export const ScenarioSchema = z.enum(["baseline", "irreversible", "overspend", "verify_stuck"]);
export type Scenario = z.infer<typeof ScenarioSchema>;

export const StepSchema = z.object({
  id: z.string(),
  title: z.string(),
  cost_usd: z.number(),
  irreversible: z.boolean(),
});
export type Step = z.infer<typeof StepSchema>;

export const RecordEntrySchema = z.object({ kind: z.enum(["acted", "settled", "escalated"]), step_id: z.string(), note: z.string() });
export type RecordEntry = z.infer<typeof RecordEntrySchema>;

type ObjectSchema = { type: "object"; properties: Record<string, object>; required: string[]; additionalProperties: boolean };
export type ToolDefinition = { name: string; description: string; inputSchema: ObjectSchema; outputSchema: ObjectSchema };

const STEP = {
  type: "object",
  properties: { id: { type: "string" }, title: { type: "string" }, cost_usd: { type: "number" }, irreversible: { type: "boolean" } },
  required: ["id", "title", "cost_usd", "irreversible"],
  additionalProperties: false,
};
const ENTRY = {
  type: "object",
  properties: { kind: { enum: ["acted", "settled", "escalated"] }, step_id: { type: "string" }, note: { type: "string" } },
  required: ["kind", "step_id", "note"],
  additionalProperties: false,
};

function object(properties: Record<string, object>): ObjectSchema {
  return { type: "object", properties, required: Object.keys(properties), additionalProperties: false };
}

function deepFreeze<T>(value: T): T {
  if (typeof value === "object" && value !== null) for (const inner of Object.values(value)) deepFreeze(inner);
  return Object.freeze(value);
}

/**
 * The tools of the layer as its contract says them, verbatim: the server offers these very objects, refuses arguments that
 * do not fit, and refuses results of its own that do not. Nothing can change them at run time.
 */
export const DEFINITIONS = deepFreeze([
  {
    name: "load_plan",
    description: "The steps of the work order, and what may be spent on it.",
    inputSchema: object({ scenario: { enum: ScenarioSchema.options } }),
    outputSchema: object({ steps: { type: "array", items: STEP }, budget_usd: { type: "number" } }),
  },
  {
    name: "act",
    description: "Does a step of the work order.",
    inputSchema: object({
      scenario: { enum: ScenarioSchema.options },
      step_id: { type: "string" },
      attempt: { type: "integer" },
      fault: { type: "string" },
    }),
    outputSchema: object({ cost_usd: { type: "number" }, note: { type: "string" } }),
  },
  {
    name: "verify_step",
    description: "Looks whether a step that was done is right.",
    inputSchema: object({ scenario: { enum: ScenarioSchema.options }, step_id: { type: "string" }, attempt: { type: "integer" } }),
    outputSchema: object({ ok: { type: "boolean" }, note: { type: "string" } }),
  },
  {
    name: "write_record",
    description: "Adds an entry to the run record, which only ever grows.",
    inputSchema: object({ entry: ENTRY }),
    outputSchema: object({ entries: { type: "integer" } }),
  },
  {
    name: "read_record",
    description: "The run record, oldest entry first.",
    inputSchema: object({}),
    outputSchema: object({ entries: { type: "array", items: ENTRY } }),
  },
] satisfies ToolDefinition[]);
