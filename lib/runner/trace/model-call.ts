import type { Tokens } from "../../schema/span";
import { asList, isBag, type Bag } from "../langgraph";
import { describeTool } from "./tool-schema";

/** Options of a call that say nothing about it, or that JSON cannot hold: LangChain's own, and what LangGraph adds for its nodes. */
const UNTOLD_OPTIONS = new Set([
  "signal",
  "callbacks",
  "metadata",
  "tags",
  "runName",
  "runId",
  "configurable",
  "store",
  "writer",
  "recursionLimit",
  "context",
  "control",
  "durability",
  "executionInfo",
  "heartbeat",
  "interrupt",
  "serverInfo",
  "streamMode",
]);

function countOf(value: unknown): number | null {
  return typeof value === "number" && Number.isFinite(value) ? Math.round(value) : null;
}

function detail(usage: Bag, group: string, name: string): number | null {
  const details = usage[group];
  return isBag(details) ? countOf(details[name]) : null;
}

/** The message of a model's answer, or null for a model of plain text. */
export function messageOf(result: unknown): Bag | null {
  const [generation] = asList(asList(isBag(result) ? result["generations"] : null)[0]);
  const message = isBag(generation) ? generation["message"] : undefined;
  return isBag(message) ? message : null;
}

/** What a model answered: its message, or the text of a model that has none. */
export function answerOf(result: unknown): unknown {
  const [generation] = asList(asList(isBag(result) ? result["generations"] : null)[0]);
  return messageOf(result) ?? (isBag(generation) ? generation["text"] : null) ?? null;
}

/** What the call used, as the provider says; null where it does not. */
export function tokensOf(result: unknown): Tokens | null {
  const usage = messageOf(result)?.["usage_metadata"];
  if (isBag(usage)) {
    const input = countOf(usage["input_tokens"]) ?? 0;
    const output = countOf(usage["output_tokens"]) ?? 0;
    return {
      input,
      output,
      total: countOf(usage["total_tokens"]) ?? input + output,
      cache_read: detail(usage, "input_token_details", "cache_read"),
      reasoning: detail(usage, "output_token_details", "reasoning"),
    };
  }
  const llmOutput = isBag(result) ? result["llmOutput"] : undefined;
  const counted = isBag(llmOutput) ? llmOutput["tokenUsage"] : undefined;
  if (!isBag(counted)) return null;
  const input = countOf(counted["promptTokens"]) ?? 0;
  const output = countOf(counted["completionTokens"]) ?? 0;
  return { input, output, total: countOf(counted["totalTokens"]) ?? input + output, cache_read: null, reasoning: null };
}

/** The model's name in the provider's answer, where it says one. */
export function answeringModel(result: unknown): string | null {
  const metadata = messageOf(result)?.["response_metadata"];
  if (!isBag(metadata)) return null;
  const name = metadata["model_name"] ?? metadata["model"] ?? metadata["model_id"];
  return typeof name === "string" && name !== "" ? name : null;
}

/** The model's name as it was asked for, else the name of the class that calls it. */
export function askedModel(model: unknown, parameters: Bag, metadata: Bag): string | null {
  const name = parameters["model"] ?? parameters["model_name"] ?? parameters["modelName"] ?? metadata["ls_model_name"];
  if (typeof name === "string" && name !== "") return name;
  const ids = asList(isBag(model) ? model["id"] : null);
  const last = ids.at(-1);
  return typeof last === "string" ? last : null;
}

/** What a model is called with beside its messages: temperature, tools, response format … */
export function parametersOf(extra: unknown): Bag {
  if (!isBag(extra)) return {};
  const { options, invocation_params: invocation } = extra;
  const all = Object.entries({ ...(isBag(options) ? options : {}), ...(isBag(invocation) ? invocation : {}) });
  const told = all.filter(([name, value]) => value !== undefined && typeof value !== "function" && !UNTOLD_OPTIONS.has(name));
  return Object.fromEntries(told.map(([name, value]) => [name, name === "tools" ? asList(value).map(describeTool) : value]));
}
