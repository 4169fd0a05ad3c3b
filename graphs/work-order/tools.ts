import { randomUUID } from "node:crypto";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { InMemoryTransport } from "@modelcontextprotocol/sdk/inMemory.js";
import { tool } from "@langchain/core/tools";
import type { LangGraphRunnableConfig } from "@langchain/langgraph";
import { z } from "zod";
import { DEFINITIONS, RecordEntrySchema, StepSchema, type RecordEntry } from "./definitions";
import { createServer, type RunRecord } from "./server";

/** A call of the tool layer that failed, with the tool's name. */
export class ToolLayerError extends Error {
  override readonly name = "ToolLayerError";
}

/** How long the layer may take to answer, in milliseconds. */
const DEADLINE_MS = 2000;

/** The run record in LangGraph's store: what one run writes, the next one reads. */
function recordOf(config: LangGraphRunnableConfig): RunRecord {
  const { store } = config;
  const thread: unknown = config.configurable?.thread_id;
  if (store === undefined || typeof thread !== "string") {
    throw new ToolLayerError("The tool layer keeps its record in LangGraph's store: compile the workflow with one, and run it on a thread.");
  }
  const namespace = ["work-order", thread, "record"];
  const read = async () => {
    const items = await store.search(namespace, { limit: 10_000 });
    const entries = items.map(({ value }) => z.object({ place: z.number(), entry: RecordEntrySchema }).parse(value));
    return entries.sort((a, b) => a.place - b.place).map(({ entry }) => entry);
  };
  return { read, append: async (entry) => store.put(namespace, randomUUID(), { place: (await read()).length, entry }) };
}

/** One call through a client and a server of the protocol: both check it against the definitions. */
async function callLayer(name: string, args: object, config: LangGraphRunnableConfig): Promise<unknown> {
  const [here, there] = InMemoryTransport.createLinkedPair();
  const server = createServer(recordOf(config));
  const client = new Client({ name: "work-order", version: "1.0.0" });
  await Promise.all([server.connect(there), client.connect(here)]);
  try {
    await client.listTools();
    const signal = config.signal === undefined ? {} : { signal: config.signal };
    const { structuredContent } = await client.callTool({ name, arguments: { ...args } }, undefined, { timeout: DEADLINE_MS, ...signal });
    return structuredContent;
  } catch (cause) {
    throw new ToolLayerError(`The tool ${name} failed: ${cause instanceof Error ? cause.message : String(cause)}`, { cause });
  } finally {
    await client.close();
  }
}

/** A tool of the layer as LangChain's, so that its calls are seen in traces like those of any other. */
function layered<T>(name: string, result: z.ZodType<T>) {
  const definition = DEFINITIONS.find((one) => one.name === name);
  if (definition === undefined) throw new ToolLayerError(`There is no tool ${name}.`);
  return async (args: object, config: LangGraphRunnableConfig): Promise<T> => {
    const call = tool(() => callLayer(name, args, config), {
      name,
      description: definition.description,
      schema: structuredClone(definition.inputSchema),
    });
    return result.parse(await call.invoke({ ...args }, config));
  };
}

export const loadPlan = layered("load_plan", z.object({ steps: z.array(StepSchema), budget_usd: z.number() }));
export const act = layered("act", z.object({ cost_usd: z.number(), note: z.string() }));
export const verifyStep = layered("verify_step", z.object({ ok: z.boolean(), note: z.string() }));
const writeEntry = layered("write_record", z.object({ entries: z.number() }));
export const readRecord = layered("read_record", z.object({ entries: z.array(RecordEntrySchema) }));

export function writeRecord(entry: RecordEntry, config: LangGraphRunnableConfig): Promise<{ entries: number }> {
  return writeEntry({ entry }, config);
}
