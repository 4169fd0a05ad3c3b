import { Server } from "@modelcontextprotocol/sdk/server/index.js";
import { CallToolRequestSchema, ErrorCode, ListToolsRequestSchema, McpError } from "@modelcontextprotocol/sdk/types.js";
import { CfWorkerJsonSchemaValidator } from "@modelcontextprotocol/sdk/validation/cfworker";
import { z } from "zod";
import { DEFINITIONS, RecordEntrySchema, ScenarioSchema, type RecordEntry } from "./definitions";
import { isRight, planOf } from "./world";

/** The run record: it belongs to the tool layer, and no checkpoint holds it. */
export type RunRecord = { append: (entry: RecordEntry) => Promise<void>; read: () => Promise<RecordEntry[]> };

type Result = Record<string, unknown>;
const validators = new CfWorkerJsonSchemaValidator();
const AttemptSchema = z.object({ scenario: ScenarioSchema, step_id: z.string(), attempt: z.number(), fault: z.string().default("none") });

function act(args: unknown): Result | Promise<Result> {
  const { scenario, step_id, attempt, fault } = AttemptSchema.parse(args);
  const step = planOf(scenario).steps.find(({ id }) => id === step_id);
  if (step === undefined) throw new McpError(ErrorCode.InvalidParams, `The plan has no step ${step_id}.`);
  const result = { cost_usd: step.cost_usd, note: `${step.title}: attempt ${attempt}` };
  if (fault === "wrong type") return { ...result, cost_usd: step.cost_usd.toFixed(2) };
  if (fault === "no answer") return new Promise(() => undefined);
  if (fault === "throws") throw new Error("The service that does the step is down.");
  return result;
}

async function perform(name: string, args: unknown, record: RunRecord): Promise<Result> {
  switch (name) {
    case "load_plan":
      return planOf(z.object({ scenario: ScenarioSchema }).parse(args).scenario);
    case "act":
      return act(args);
    case "verify_step": {
      const { scenario, step_id, attempt } = AttemptSchema.parse(args);
      const ok = isRight(scenario, step_id, attempt);
      return { ok, note: ok ? "right" : `attempt ${attempt} is not right yet` };
    }
    case "write_record":
      await record.append(z.object({ entry: RecordEntrySchema }).parse(args).entry);
      return { entries: (await record.read()).length };
    default:
      return { entries: await record.read() };
  }
}

function requireFit(schema: object, value: unknown, what: string): void {
  // The validator writes into the schema that it is given.
  const { valid, errorMessage } = validators.getValidator(structuredClone(schema))(value);
  if (!valid) throw new McpError(ErrorCode.InvalidParams, `${what}: ${errorMessage ?? "it does not fit its schema"}`);
}

/** An MCP server over the frozen definitions: what does not fit them neither comes in nor goes out. */
export function createServer(record: RunRecord): Server {
  const server = new Server({ name: "work-order", version: "1.0.0" }, { capabilities: { tools: {} } });
  server.setRequestHandler(ListToolsRequestSchema, () => ({ tools: [...DEFINITIONS] }));
  server.setRequestHandler(CallToolRequestSchema, async ({ params: { name, arguments: args = {} } }) => {
    const definition = DEFINITIONS.find((one) => one.name === name);
    if (definition === undefined) throw new McpError(ErrorCode.InvalidParams, `There is no tool ${name}.`);
    requireFit(definition.inputSchema, args, `The arguments of ${name} do not fit`);
    const result = await perform(name, args, record);
    requireFit(definition.outputSchema, result, `The result of ${name} does not fit`);
    return { content: [{ type: "text", text: JSON.stringify(result) }], structuredContent: result };
  });
  return server;
}
