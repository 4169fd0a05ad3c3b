import { convertToOpenAITool } from "@langchain/core/utils/function_calling";
import { isBag } from "../langgraph";

/** Tools are bound once and called often: their schemas are translated once. */
const described = new WeakMap<object, unknown>();

function describe(tool: object): unknown {
  try {
    return convertToOpenAITool(tool as Parameters<typeof convertToOpenAITool>[0]);
  } catch {
    // A tool in a provider's own form says what it is by itself.
    return tool;
  }
}

/** A tool as a model is told of it: name, description and parameters, whatever object the caller bound. */
export function describeTool(tool: unknown): unknown {
  if (!isBag(tool) || typeof tool["name"] !== "string" || typeof tool["invoke"] !== "function") return tool;
  const known = described.get(tool);
  if (known !== undefined) return known;
  const description = describe(tool);
  described.set(tool, description);
  return description;
}
