import { isBag } from "../langgraph";
import type { Redactor } from "./secrets";

/** LangGraph throws to stop, and to go elsewhere: neither is a failure. Nor is it one of the code that a person stopped it. */
export function statusOf(error: unknown, isStopped: boolean): "done" | "failed" | "interrupted" | "lost" {
  if (!isBag(error) || error["is_bubble_up"] !== true) return isStopped ? "lost" : "failed";
  return error["name"] === "ParentCommand" ? "done" : "interrupted";
}

/** What is kept of anything that was thrown. */
export function errorOf(thrown: unknown, redactor: Redactor): { name: string; message: string } {
  const { name, message } = isBag(thrown) ? thrown : { name: "Error", message: String(thrown) };
  return { name: typeof name === "string" ? name : "Error", message: redactor.text(typeof message === "string" ? message : "") };
}
