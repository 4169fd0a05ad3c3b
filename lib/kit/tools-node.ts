import { isAIMessage } from "@langchain/core/messages";
import type { RunnableConfig } from "@langchain/core/runnables";
import type { StructuredToolInterface } from "@langchain/core/tools";
import { ToolNode } from "@langchain/langgraph/prebuilt";
import { conversationOf } from "./model-node";
import type { NodeUpdate } from "./node-types";

/** A server of the Model Context Protocol: a program that is started, or an address. */
export type McpServer = { command: string; args?: string[]; env?: Record<string, string> } | { url: string; headers?: Record<string, string> };

export type ToolsNodeOptions = {
  /** Functions of the workflow that a model may call. */
  tools?: StructuredToolInterface[];
  /** Servers by name; their tools are called `<server>__<tool>`. They are reached when a tool is called for the first time. */
  mcpServers?: Record<string, McpServer>;
};

/**
 * A node that runs the tools which the last message asks for: LangGraph's `ToolNode`, with the tools of MCP servers too.
 * Where the last message asks for none it does nothing.
 *
 * ```ts
 * const tools = toolsNode({ tools: [getOrder], mcpServers: { files: { command: "my-mcp-server", args: ["docs"] } } });
 * ```
 */
export function toolsNode(options: ToolsNodeOptions) {
  let ready: Promise<ToolNode> | null = null;
  const load = async () => new ToolNode(await allTools(options));
  return async (state: object, config?: RunnableConfig): Promise<NodeUpdate> => {
    const messages = conversationOf(state, "messages");
    const last = messages.at(-1);
    if (last === undefined || !isAIMessage(last) || (last.tool_calls?.length ?? 0) === 0) return {};
    // A server that could not be reached is tried again by the next call.
    ready ??= load().catch((error: unknown) => {
      ready = null;
      throw error;
    });
    const result: unknown = await (await ready).invoke({ messages }, config);
    return typeof result === "object" && result !== null ? { ...result } : {};
  };
}

/** The tools of these options, those of MCP servers among them; a model that may call them needs the same list. */
export async function allTools({ tools = [], mcpServers = {} }: ToolsNodeOptions): Promise<StructuredToolInterface[]> {
  if (Object.keys(mcpServers).length === 0) return tools;
  const { MultiServerMCPClient } = await import("@langchain/mcp-adapters").catch((error: unknown) => {
    throw new Error(`MCP servers need a package that is not installed: run "npm install @langchain/mcp-adapters" and start again.`, { cause: error });
  });
  const servers = Object.entries(mcpServers).map(([name, server]) => [name, "command" in server ? { args: [], ...server } : server] as const);
  const client = new MultiServerMCPClient({
    mcpServers: Object.fromEntries(servers),
    prefixToolNameWithServerName: true,
    additionalToolNamePrefix: "",
  });
  return [...tools, ...(await client.getTools())];
}
