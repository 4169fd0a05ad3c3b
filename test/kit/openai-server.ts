import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { AIMessage, HumanMessage, SystemMessage, ToolMessage, type BaseMessage } from "@langchain/core/messages";
import { z } from "zod";
import type { Script } from "../../lib/kit/scripted-model";

const ToolCallSchema = z.object({ id: z.string(), function: z.object({ name: z.string(), arguments: z.string() }) });
const RequestSchema = z.object({
  model: z.string(),
  stream: z.boolean().optional(),
  messages: z.array(
    z.object({
      role: z.enum(["system", "developer", "user", "assistant", "tool"]),
      content: z.string().nullish(),
      tool_calls: z.array(ToolCallSchema).optional(),
      tool_call_id: z.string().optional(),
    }),
  ),
  tools: z
    .array(
      z.object({
        type: z.literal("function"),
        function: z.object({ name: z.string(), description: z.string().optional(), parameters: z.unknown() }),
      }),
    )
    .optional(),
  tool_choice: z.union([z.string(), z.object({ type: z.literal("function"), function: z.object({ name: z.string() }) })]).optional(),
});
export type OpenAiRequest = z.infer<typeof RequestSchema>;

export type OpenAiServer = { baseURL: string; requests: { body: OpenAiRequest; authorization: string | undefined }[]; close: () => Promise<void> };

/** A provider on loopback: it speaks OpenAI's chat completions protocol, streamed and whole, and answers by a script. */
export async function startOpenAiServer(script: Script, key = "sk-test"): Promise<OpenAiServer> {
  const requests: OpenAiServer["requests"] = [];
  const server = createServer((request, response) => {
    answer(request, response).catch((error: unknown) =>
      sendJson(response, 400, { error: { message: String(error), type: "invalid_request_error" } }),
    );
  });

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (request.method !== "POST" || request.url !== "/v1/chat/completions")
      return sendJson(response, 404, { error: { message: `No such path: ${request.url}` } });
    const { authorization } = request.headers;
    if (authorization !== `Bearer ${key}`)
      return sendJson(response, 401, { error: { message: "Incorrect API key provided.", type: "invalid_request_error", code: "invalid_api_key" } });
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(Buffer.from(chunk));
    const body = RequestSchema.parse(JSON.parse(Buffer.concat(chunks).toString()));
    requests.push({ body, authorization });
    const reply = await runScript(script, body, requests.length);
    if (body.stream === true) streamReply(response, body.model, reply);
    else
      sendJson(response, 200, {
        ...envelope(body.model, "chat.completion"),
        choices: [{ index: 0, finish_reason: reply.finish, message: { role: "assistant", content: reply.text, tool_calls: reply.calls } }],
        usage: USAGE,
      });
  }

  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("The server has no port.");
  return {
    baseURL: `http://127.0.0.1:${address.port}/v1`,
    requests,
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}

type Reply = { text: string; calls: { id: string; type: "function"; function: { name: string; arguments: string } }[] | undefined; finish: string };
const USAGE = { prompt_tokens: 11, completion_tokens: 7, total_tokens: 18 };

async function runScript(script: Script, { messages, tools = [], tool_choice }: OpenAiRequest, count: number): Promise<Reply> {
  const turn = {
    messages: messages.map(toMessage),
    tools: tools.map(({ function: { name, description } }) => ({ name, description: description ?? "" })),
    requiredTool: typeof tool_choice === "object" ? tool_choice.function.name : null,
  };
  const reply = await script(turn);
  const { text = "", toolCalls = [] } = typeof reply === "string" ? { text: reply } : reply;
  const calls = toolCalls.map(({ name, args }, index) => ({
    id: `call_${count}_${index}`,
    type: "function" as const,
    function: { name, arguments: JSON.stringify(args) },
  }));
  return { text, calls: calls.length === 0 ? undefined : calls, finish: calls.length === 0 ? "stop" : "tool_calls" };
}

function toMessage({ role, content, tool_calls, tool_call_id }: OpenAiRequest["messages"][number]): BaseMessage {
  const text = content ?? "";
  if (role === "user") return new HumanMessage(text);
  if (role === "tool") return new ToolMessage({ content: text, tool_call_id: tool_call_id ?? "" });
  if (role === "assistant")
    return new AIMessage({
      content: text,
      tool_calls: tool_calls?.map(({ id, function: { name, arguments: args } }) => ({ id, name, args: JSON.parse(args) })),
    });
  return new SystemMessage(text);
}

function streamReply(response: ServerResponse, model: string, { text, calls, finish }: Reply): void {
  response.writeHead(200, { "content-type": "text/event-stream" });
  const send = (delta: unknown, finish_reason: string | null = null) =>
    response.write(`data: ${JSON.stringify({ ...envelope(model, "chat.completion.chunk"), choices: [{ index: 0, delta, finish_reason }] })}\n\n`);
  send({ role: "assistant", content: "" });
  for (const token of text.match(/\s*\S+\s*/g) ?? []) send({ content: token });
  for (const [index, { id, type, function: call }] of (calls ?? []).entries()) {
    send({ tool_calls: [{ index, id, type, function: { name: call.name, arguments: "" } }] });
    for (const part of call.arguments.match(/[\s\S]{1,9}/g) ?? []) send({ tool_calls: [{ index, function: { arguments: part } }] });
  }
  send({}, finish);
  response.write(`data: ${JSON.stringify({ ...envelope(model, "chat.completion.chunk"), choices: [], usage: USAGE })}\n\n`);
  response.end("data: [DONE]\n\n");
}

function envelope(model: string, object: string) {
  return { id: "chatcmpl-1", object, created: 1, model };
}

function sendJson(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
}
