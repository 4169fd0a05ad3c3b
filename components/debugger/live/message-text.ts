/** What a streamed LangChain message chunk adds: text and the tool calls that begin in it. */
export type ChunkText = { id: string | null; text: string; tools: string[]; fromModel: boolean };

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** The text of a message's content: a string, or the text blocks of a list. */
export function contentText(content: unknown): string {
  if (typeof content === "string") return content;
  if (!Array.isArray(content)) return "";
  return content
    .map((block) => {
      if (typeof block === "string") return block;
      return isRecord(block) && typeof block.text === "string" ? block.text : "";
    })
    .join("");
}

/** Messages arrive as plain dictionaries, or in LangChain's `{lc, kwargs}` form. */
function fields(message: unknown): Record<string, unknown> | null {
  if (!isRecord(message)) return null;
  return isRecord(message.kwargs) ? { ...message.kwargs, type: message.kwargs.type ?? "AIMessageChunk" } : message;
}

/** Reads one chunk; null for what is not a message. */
export function readChunk(message: unknown): ChunkText | null {
  const chunk = fields(message);
  if (!chunk) return null;
  const calls = Array.isArray(chunk.tool_call_chunks) ? chunk.tool_call_chunks : Array.isArray(chunk.tool_calls) ? chunk.tool_calls : [];
  const tools = calls.flatMap((call) => (isRecord(call) && typeof call.name === "string" && call.name !== "" ? [call.name] : []));
  const type = typeof chunk.type === "string" ? chunk.type : "";
  return {
    id: typeof chunk.id === "string" ? chunk.id : null,
    text: contentText(chunk.content),
    tools,
    fromModel: type === "ai" || type.startsWith("AIMessage"),
  };
}

/** The node that a message belongs to, from the metadata beside it. */
export function chunkNode(metadata: unknown): string {
  return isRecord(metadata) && typeof metadata.langgraph_node === "string" ? metadata.langgraph_node : "";
}
