import { Annotation, Command, END, MemorySaver, START, StateGraph } from "@langchain/langgraph";
import { describe, expect, it } from "vitest";
import { ApprovalRequestSchema, askApproval, type ApprovalAnswer, type ApprovalRule } from "../../lib/kit/approval";

const State = Annotation.Root({ answer: Annotation<ApprovalAnswer | null> });
const choices = [
  { value: "yes", label: "Yes", style: "primary" as const },
  { value: "no", label: "No", comment: "required" as const },
];
const build = () =>
  new StateGraph(State)
    .addNode("ask", () => ({
      answer: askApproval({ title: "Send it?", description: "A mail goes out.", choices, details: { to: "ann@example.org" } }),
    }))
    .addEdge(START, "ask")
    .addEdge("ask", END)
    .compile({ checkpointer: new MemorySaver() });
const config = { configurable: { thread_id: "t" } };

describe("askApproval", () => {
  it("shows the question, its choices and what is needed to decide", async () => {
    const graph = build();
    await graph.invoke({}, config);
    const [interrupt] = (await graph.getState(config)).tasks.flatMap((task) => task.interrupts);
    expect(ApprovalRequestSchema.parse(interrupt?.value)).toEqual({
      type: "approval",
      title: "Send it?",
      description: "A mail goes out.",
      choices,
      to: "ann@example.org",
    });
  });

  it.each([
    ["a bare choice", "yes", { choice: "yes", comment: null }],
    ["a choice in an object", { choice: "yes" }, { choice: "yes", comment: null }],
    ["a choice with a comment", { choice: "no", comment: " Too long. " }, { choice: "no", comment: "Too long." }],
  ])("takes %s", async (_name, resume, answer) => {
    const graph = build();
    await graph.invoke({}, config);
    expect(await graph.invoke(new Command({ resume }), config)).toEqual({ answer });
  });

  it.each([
    ["an unknown choice", "maybe", "give one of yes, no"],
    ["a choice without the comment it needs", "no", "A comment is required"],
    ["an empty comment where one is needed", { choice: "no", comment: "  " }, "A comment is required"],
    ["something else", 7, "give one of yes, no"],
  ])("refuses %s, says why and keeps the question open", async (_name, resume, why) => {
    const graph = build();
    await graph.invoke({}, config);
    await expect(graph.invoke(new Command({ resume }), config)).rejects.toThrow(why);
    expect((await graph.getState(config)).next).toEqual(["ask"]);
    expect(await graph.invoke(new Command({ resume: "yes" }), config)).toEqual({ answer: { choice: "yes", comment: null } });
  });
});

describe("a rule of an approval", () => {
  const ask = (approval: ApprovalRule) =>
    new StateGraph(State)
      .addNode("ask", () => ({ answer: askApproval({ title: "Send it?", description: "", choices, approval }) }))
      .addEdge(START, "ask")
      .addEdge("ask", END)
      .compile({ checkpointer: new MemorySaver() });

  it("is part of what is asked, so that whoever shows it can keep to it", async () => {
    const approval: ApprovalRule = { group: "finance", approvers: 2, deadline: { seconds: 3600, answer: { choice: "no", comment: "Too late." } } };
    const graph = ask(approval);
    await graph.invoke({}, config);
    const [interrupt] = (await graph.getState(config)).tasks.flatMap((task) => task.interrupts);
    expect(ApprovalRequestSchema.parse(interrupt?.value).approval).toEqual(approval);
  });

  it.each([
    ["no choice", "maybe", /default answer of the deadline cannot be given.*give one of yes, no/],
    ["a choice without the comment that it needs", "no", /default answer of the deadline cannot be given.*comment is required/],
  ])("with a default answer that is %s is found out when it is asked", async (_name, answer, why) => {
    await expect(ask({ deadline: { seconds: 60, answer } }).invoke({}, config)).rejects.toThrow(why);
  });
});
