import { Command, MemorySaver } from "@langchain/langgraph";
import { createAgent } from "langchain";
import { beforeEach, describe, expect, it } from "vitest";
import { z } from "zod";
import { answerActions, type ActionAnswer } from "../../lib/request/build-answer";
import { checkAnswer } from "../../lib/request/check-answer";
import { readRequest } from "../../lib/request/read-request";
import type { Json } from "../../lib/schema/json";
import { done, agent } from "../support/graphs/requests/graphs/review";

const InterruptedSchema = z.object({ __interrupt__: z.array(z.object({ value: z.json() })).min(1) });

/** Asks LangChain's middleware to run tools, and answers as the form does. */
async function review(request: string, answers: ActionAnswer[]) {
  const { options } = agent;
  const own = createAgent({ ...options, checkpointer: new MemorySaver() });
  const config = { configurable: { thread_id: "1" } };
  const asked = InterruptedSchema.parse(await own.invoke({ messages: [{ role: "user", content: request }] }, config));
  const value: Json = asked.__interrupt__[0]?.value ?? null;
  const view = readRequest(value);
  const answer = answerActions(view, answers);
  expect(checkAnswer(value, answer)).toBeNull();
  const { messages } = await own.invoke(new Command({ resume: answer }), config);
  return { view, said: messages.at(-1)?.text };
}

describe("LangChain's human-in-the-loop middleware", () => {
  beforeEach(() => {
    done.length = 0;
  });

  it("asks what the form shows", async () => {
    const { view } = await review("delete_records", [{ decision: "approve" }]);
    expect(view).toMatchObject({ kind: "tool_review", title: "May it run delete_records?", spelling: "camel" });
    expect(view.actions).toMatchObject([
      {
        name: "delete_records",
        description: "Tool execution requires approval",
        args: { table: "orders", where: "1=1" },
        decisions: ["approve", "edit", "reject"],
        schema: { type: "object", required: ["table", "where"] },
      },
    ]);
  });

  it("runs what was approved", async () => {
    await review("delete_records", [{ decision: "approve" }]);
    expect(done).toEqual(["delete_records orders 1=1"]);
  });

  it("runs what was edited as it was edited", async () => {
    await review("delete_records", [{ decision: "edit", args: { table: "orders", where: "status = 'test'" } }]);
    expect(done).toEqual(["delete_records orders status = 'test'"]);
  });

  it("tells the model why it was refused", async () => {
    const { said } = await review("delete_records", [{ decision: "reject", reason: "Too many rows" }]);
    expect(done).toEqual([]);
    expect(said).toBe("It came to this: Too many rows");
  });

  it("takes a decision for each of several calls", async () => {
    await review("delete_records send_email", [{ decision: "approve" }, { decision: "approve" }]);
    expect([...done].sort()).toEqual(["delete_records orders 1=1", "send_email ann@example.com"]);
  });

  it("runs none of them when one is refused, as the form says", async () => {
    await review("delete_records send_email", [{ decision: "reject", reason: "no" }, { decision: "approve" }]);
    expect(done).toEqual([]);
  });
});
