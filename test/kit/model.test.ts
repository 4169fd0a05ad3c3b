import { HumanMessage, ToolMessage } from "@langchain/core/messages";
import { tool } from "@langchain/core/tools";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { z } from "zod";
import { createModel, ModelUnavailableError } from "../../lib/kit/model";
import { ScriptedChatModel, type Script } from "../../lib/kit/scripted-model";
import { startOpenAiServer, type OpenAiServer } from "./openai-server";

const weather = tool(({ city }) => `Sunny in ${city}`, {
  name: "weather",
  description: "The weather of a city",
  schema: z.object({ city: z.string() }),
});

const script: Script = ({ messages, tools }) => {
  const last = messages.at(-1);
  if (ToolMessage.isInstance(last)) return `It is: ${last.text}.`;
  if (tools.length > 0) return { text: "Let me look.", toolCalls: [{ name: "weather", args: { city: "Oslo" } }] };
  return "Hello to you too.";
};

beforeEach(() => vi.stubEnv("RETROGRAPH_SCRIPTED_DELAY_MS", "0"));
afterEach(() => vi.unstubAllEnvs());

describe("createModel", () => {
  it("gives the scripted model when no model is named", async () => {
    vi.stubEnv("RETROGRAPH_MODEL", undefined);
    expect(await createModel({ script })).toBeInstanceOf(ScriptedChatModel);
    vi.stubEnv("RETROGRAPH_MODEL", "scripted");
    expect(await createModel({ script })).toBeInstanceOf(ScriptedChatModel);
  });

  it.each(["openai:gpt-5", "gpt-5"])("says which key is missing and what to do: %s", async (name) => {
    vi.stubEnv("RETROGRAPH_MODEL", name);
    vi.stubEnv("OPENAI_API_KEY", undefined);
    const failure = createModel({ script });
    await expect(failure).rejects.toThrow(ModelUnavailableError);
    await expect(failure).rejects.toThrow(/OPENAI_API_KEY is not set.*scripted/);
  });

  it("says which package is missing and how to install it", async () => {
    await expect(createModel({ script, name: "cohere:command-r", fields: { apiKey: "x" } })).rejects.toThrow(/npm install @langchain\/cohere/);
  });

  it("says how names look when one is not known", async () => {
    await expect(createModel({ script, name: "no-such-model" })).rejects.toThrow(/"no-such-model".*openai:gpt-5/);
    await expect(createModel({ script, name: "nobody:no-such-model" })).rejects.toThrow(ModelUnavailableError);
  });
});

describe("A real model by its provider's protocol", () => {
  let server: OpenAiServer;
  beforeEach(async () => {
    server = await startOpenAiServer(script);
    vi.stubEnv("RETROGRAPH_MODEL", "openai:gpt-4o-mini");
    vi.stubEnv("OPENAI_API_KEY", "sk-test");
    vi.stubEnv("OPENAI_BASE_URL", server.baseURL);
  });
  afterEach(() => server.close());

  it("proposes tool calls and answers from their results", async () => {
    const model = (await createModel({ script })).bindTools([weather], { tool_choice: "any" });
    const question = new HumanMessage("How is the weather?");
    const call = await model.invoke([question]);
    expect(call.tool_calls).toMatchObject([{ name: "weather", args: { city: "Oslo" } }]);
    const [proposed] = call.tool_calls ?? [];
    if (proposed === undefined) throw new Error("No call was proposed.");
    const result = await weather.invoke({ ...proposed, type: "tool_call" });
    const answer = await model.invoke([question, call, result]);
    expect(answer.text).toBe("It is: Sunny in Oslo.");
    expect(server.requests).toHaveLength(2);
    expect(server.requests[0]?.body).toMatchObject({ model: "gpt-4o-mini", tool_choice: "required", tools: [{ function: { name: "weather" } }] });
  });

  it("streams token by token", async () => {
    const tokens: string[] = [];
    for await (const chunk of await (await createModel({ script })).stream("Hello")) if (chunk.text !== "") tokens.push(chunk.text);
    expect(tokens).toEqual(["Hello ", "to ", "you ", "too."]);
  });

  it("passes on the provider's refusal", async () => {
    vi.stubEnv("OPENAI_API_KEY", "sk-wrong");
    const model = await createModel({ script, fields: { maxRetries: 0 } });
    await expect(model.invoke("Hello")).rejects.toThrow(/Incorrect API key/);
  });
});
