/**
 * The other side of each ratio: LangGraph.js with its own SqliteSaver in one process, without Retrograph.
 * A program of its own, told what to do by messages, so that it shares nothing with the benchmark's client.
 */
import { SqliteSaver } from "@langchain/langgraph-checkpoint-sqlite";
import { loop } from "./project/graphs/loop";

export type BareRequest = { kind: "run"; threadId: string; steps: number } | { kind: "history"; threadId: string };
export type BareReply = { ms: number; items: number };

const file = process.argv[2];
if (file === undefined) throw new Error("usage: bare.ts <database file>");
const graph = loop.compile({ checkpointer: SqliteSaver.fromConnString(file) });

async function run(threadId: string, steps: number): Promise<number> {
  let items = 0;
  const config = { configurable: { thread_id: threadId }, recursionLimit: steps + 10, streamMode: "updates" as const };
  for await (const _update of await graph.stream({ target: steps, keep: 1 }, config)) items++;
  return items;
}

async function history(threadId: string): Promise<number> {
  let items = 0;
  for await (const _snapshot of graph.getStateHistory({ configurable: { thread_id: threadId } })) items++;
  return items;
}

async function answer(request: BareRequest): Promise<void> {
  const start = performance.now();
  const items = request.kind === "run" ? await run(request.threadId, request.steps) : await history(request.threadId);
  process.send?.({ ms: performance.now() - start, items } satisfies BareReply);
}

process.on("message", (request: BareRequest) => void answer(request));
process.on("disconnect", () => process.exit(0));
