/** Parallel nodes, a join, Sends, a deferred node, a node that fails and one that asks. */
import { setTimeout as sleep } from "node:timers/promises";
import { Annotation, END, START, Send, StateGraph, interrupt } from "@langchain/langgraph";

function atMost(value: number, limit: number): number {
  if (value > limit) throw new RangeError(`It is at most ${limit}, not ${value}`);
  return value;
}

const State = Annotation.Root({
  mode: Annotation<string>,
  log: Annotation<string[]>({ reducer: (left, right) => left.concat(right), default: () => [] }),
  score: Annotation<number>,
  strict: Annotation<number>({ reducer: (_, next) => atMost(next, 10), default: () => 0 }),
});

export const graph = new StateGraph(State)
  .addNode("plan", () => ({ log: ["plan"] }))
  .addNode("left", () => ({ log: ["left"] }))
  .addNode("right", async ({ mode }) => {
    // What runs beside it comes to its end first.
    await sleep(20);
    if (mode === "fail") throw new Error("The right one fails");
    if (mode === "ask") interrupt({ question: "Go right?" });
    return { log: ["right"] };
  })
  .addNode("beside", () => ({ log: ["beside"] }))
  .addNode("follow", () => ({ log: ["follow"] }))
  .addNode("join", () => ({ log: ["join"] }))
  .addNode("item", (task: { word: string }) => ({ log: [`item ${task.word}`] }))
  .addNode("late", () => ({ log: ["late"] }), { defer: true })
  .addNode("low", () => ({ log: ["low"] }))
  .addNode("high", () => ({ log: ["high"] }))
  .addEdge(START, "plan")
  .addEdge("plan", "left")
  .addEdge("plan", "right")
  .addConditionalEdges("plan", ({ mode }) => (mode === "send" ? ["a", "b"].map((word) => new Send("item", { word })) : "beside"), ["item", "beside"])
  .addEdge("left", "follow")
  .addEdge(["left", "right"], "join")
  .addEdge("join", "late")
  .addConditionalEdges("late", ({ score }) => ((score ?? 0) > 5 ? "high" : "low"), ["high", "low"])
  .addEdge("low", END)
  .addEdge("high", END);
