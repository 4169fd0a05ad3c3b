import { Command, MemorySaver } from "@langchain/langgraph";
import { describe, expect, it } from "vitest";
import * as approvalPipeline from "../../lib/kit/templates/approval-pipeline";
import * as blank from "../../lib/kit/templates/blank";
import * as chatAgent from "../../lib/kit/templates/chat-agent";
import * as mapReduce from "../../lib/kit/templates/map-reduce";
import * as research from "../../lib/kit/templates/research-approval";
import * as supervisor from "../../lib/kit/templates/supervisor";

process.env.RETROGRAPH_SCRIPTED_DELAY_MS = "0";
const config = () => ({ configurable: { thread_id: crypto.randomUUID() } });
const compile = { checkpointer: new MemorySaver() };

describe("the templates", () => {
  it("blank: gives back what it was given", async () => {
    const { messages } = await blank.graph.compile(compile).invoke(blank.exampleInputs[0] ?? {}, config());
    expect(messages.map(({ text }) => text)).toEqual(["Hello"]);
  });

  it("chat agent: calls a tool and answers with what it said", async () => {
    const { messages } = await chatAgent.graph.compile(compile).invoke(chatAgent.exampleInputs[0] ?? {}, config());
    expect(messages.map(({ type }) => type)).toEqual(["human", "ai", "tool", "ai"]);
    expect(messages.at(-1)?.text).toBe("It is 408.");
  });

  it("research: drafts from passages, goes back for a revision, and publishes what was approved", { timeout: 60_000 }, async () => {
    const graph = research.graph.compile(compile);
    const at = config();
    const asked = await graph.invoke(research.exampleInputs[0] ?? {}, at);
    expect(asked.documents.length).toBeGreaterThan(0);
    await graph.invoke(new Command({ resume: { choice: "revise", comment: "Shorter" } }), at);
    const done = await graph.invoke(new Command({ resume: { choice: "approve", changes: { draft: "Run npm start." } } }), at);
    expect(done).toMatchObject({ decision: "approve", comment: "", published: "Run npm start." });
  });

  it("map and reduce: one summary per paragraph, in order", async () => {
    const { report } = await mapReduce.graph.compile(compile).invoke(mapReduce.exampleInputs[0] ?? {}, config());
    expect(report.split("\n")).toHaveLength(3);
    expect(report).toMatch(/^- The moon pulls/);
    expect((await mapReduce.graph.compile(compile).invoke({ text: "" }, config())).report).toBe("");
  });

  it("supervisor: first the researcher, then the writer", async () => {
    const { messages, next } = await supervisor.graph.compile(compile).invoke(supervisor.exampleInputs[0] ?? {}, config());
    expect(next).toBe("finish");
    expect(messages.map(({ type }) => type)).toEqual(["human", "ai", "tool", "ai", "ai"]);
    expect(messages.at(-1)?.text).toMatch(/^Here is the text: The moon/);
  });

  it("approval pipeline: asks about large amounts only", async () => {
    const graph = approvalPipeline.graph.compile(compile);
    expect(await graph.invoke(approvalPipeline.exampleInputs[1] ?? {}, config())).toMatchObject({ amount: 5, refunded: 5 });
    const at = config();
    await graph.invoke(approvalPipeline.exampleInputs[0] ?? {}, at);
    expect(await graph.invoke(new Command({ resume: { choice: "refuse", comment: "No receipt" } }), at)).toMatchObject({
      order_id: "123",
      amount: 80,
      refunded: 0,
      comment: "No receipt",
    });
  });
});
