import { END, START, StateGraph } from "@langchain/langgraph";
import { check, choose, load, perform, settle, verify } from "./nodes";
import { WorkOrderInput, WorkOrderState, type WorkOrder } from "./state";

export const title = "Work order";
export const description =
  "Works off a plan through a tool layer that checks everything against frozen definitions, and stops at tripwires: what cannot be undone, costs too much, or is never right.";
export const exampleInputs = [
  { scenario: "baseline" },
  { scenario: "irreversible" },
  { scenario: "irreversible", escalation: "below interrupt()" },
  { scenario: "overspend" },
  { scenario: "verify_stuck" },
];

function afterCheck({ status }: WorkOrder): "may be done" | "stopped" {
  return status === "escalated" ? "stopped" : "may be done";
}

function afterVerify({ verified }: WorkOrder): "right" | "again" {
  return verified ? "right" : "again";
}

function afterSettle({ status }: WorkOrder): "done" | "next step" {
  return status === "done" ? "done" : "next step";
}

export const graph = new StateGraph({ state: WorkOrderState, input: WorkOrderInput })
  .addNode("load", load)
  .addNode("choose", choose)
  .addNode("check", check)
  .addNode("act", perform)
  .addNode("verify", verify)
  .addNode("settle", settle)
  .addEdge(START, "load")
  .addEdge("load", "choose")
  .addEdge("choose", "check")
  .addConditionalEdges("check", afterCheck, { "may be done": "act", stopped: END })
  .addEdge("act", "verify")
  .addConditionalEdges("verify", afterVerify, { right: "settle", again: "choose" })
  .addConditionalEdges("settle", afterSettle, { done: END, "next step": "choose" });
