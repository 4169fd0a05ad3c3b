import type { AIMessageChunk } from "@langchain/core/messages";
import { HumanMessage } from "@langchain/core/messages";
import { MessagesAnnotation, StateGraph, START } from "@langchain/langgraph";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { ScriptedChatModel } from "../../lib/kit/scripted-model";

const echo = (delayMs = 0) => new ScriptedChatModel({ delayMs, script: ({ messages }) => `You said: ${messages.at(-1)?.text ?? ""}` });
const lookup = { name: "lookup", description: "Looks up", schema: z.object({ id: z.string() }) };

describe("The scripted model", () => {
  it("answers from what it is told, the same each time", async () => {
    expect((await echo().invoke("one two")).text).toBe("You said: one two");
    expect((await echo().invoke("one two")).text).toBe("You said: one two");
  });

  it("streams token by token and loses no white space", async () => {
    const tokens: string[] = [];
    for await (const chunk of await echo().stream("a\n\n- b  c\n")) tokens.push(chunk.text);
    expect(tokens.filter((token) => token !== "")).toEqual(["You ", "said: ", "a\n\n", "- ", "b  ", "c\n"]);
  });

  it("waits before each token", async () => {
    const times: number[] = [];
    const start = performance.now();
    for await (const chunk of await echo(20).stream("x y")) if (chunk.text !== "") times.push(performance.now() - start);
    expect(times).toHaveLength(4);
    expect(times[0]).toBeLessThan(70);
    expect(times[3]).toBeGreaterThan(70);
  });

  it("sees the tools it may call and streams its calls in pieces", async () => {
    const model = new ScriptedChatModel({
      delayMs: 0,
      script: ({ tools, requiredTool }) => ({
        text: `${tools[0]?.description}, ${requiredTool}`,
        toolCalls: [{ name: "lookup", args: { id: "0123456789012345678901234567" } }],
      }),
    }).bindTools([lookup], { tool_choice: "lookup" });
    let whole: AIMessageChunk | null = null;
    let pieces = 0;
    for await (const chunk of await model.stream("go")) {
      pieces += chunk.tool_call_chunks?.length ?? 0;
      whole = whole === null ? chunk : whole.concat(chunk);
    }
    expect(pieces).toBeGreaterThan(2);
    expect(whole?.text).toBe("Looks up, lookup");
    expect(whole?.tool_calls).toEqual([{ name: "lookup", args: { id: "0123456789012345678901234567" }, id: "call_1", type: "tool_call" }]);
  });

  it("reports its usage", async () => {
    const { usage_metadata } = await echo().invoke("12345678");
    expect(usage_metadata).toMatchObject({ input_tokens: 2, output_tokens: 5, total_tokens: 7 });
  });

  it("gives structured output", async () => {
    const model = new ScriptedChatModel({
      delayMs: 0,
      script: ({ tools }) => ({ toolCalls: [{ name: tools[0]?.name ?? "", args: { colour: "blue" } }] }),
    });
    expect(await model.withStructuredOutput(z.object({ colour: z.string() })).invoke("sky")).toEqual({ colour: "blue" });
  });

  it("stops at once when its signal fires", async () => {
    const controller = new AbortController();
    const start = performance.now();
    setTimeout(() => controller.abort(), 30);
    await expect(echo(10_000).invoke("x", { signal: controller.signal })).rejects.toThrow(/abort/i);
    expect(performance.now() - start).toBeLessThan(2_000);
  });

  it("streams through a graph's messages mode", async () => {
    const graph = new StateGraph(MessagesAnnotation)
      .addNode("model", async ({ messages }) => ({ messages: [await echo().invoke(messages)] }))
      .addEdge(START, "model")
      .compile();
    const tokens: string[] = [];
    for await (const [message] of await graph.stream({ messages: [new HumanMessage("hi")] }, { streamMode: "messages" })) tokens.push(message.text);
    expect(tokens.filter((token) => token !== "")).toEqual(["You ", "said: ", "hi"]);
  });
});
