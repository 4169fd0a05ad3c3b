import { setTimeout as sleep } from "node:timers/promises";
import { Annotation, Command, END, START, StateGraph, interrupt } from "@langchain/langgraph";
import { InMemoryCache } from "@langchain/langgraph-checkpoint";

const State = Annotation.Root({
  mode: Annotation<string>,
  n: Annotation<number>({ reducer: (left, right) => left + right, default: () => 0 }),
});

let failures = 0;

/** What goes wrong, or does not happen at all. `mode` chooses. */
const builder = new StateGraph(State)
  .addNode("choose", ({ mode }) => new Command({ goto: mode }), { ends: ["flaky", "broken", "asks", "cached", "slow", "dies"] })
  .addNode(
    "flaky",
    () => {
      failures += 1;
      if (failures % 3 !== 0) throw new TypeError(`attempt ${failures} failed`);
      return { n: 1 };
    },
    { retryPolicy: { maxAttempts: 3, initialInterval: 5, jitter: false, logWarning: false } },
  )
  .addNode("broken", () => {
    throw new Error(`cannot reach https://example.test/?key=${process.env["TRACE_API_KEY"] ?? ""}`);
  })
  .addNode("asks", () => ({ n: Number(interrupt("how much?")) }))
  .addNode("cached", () => ({ n: 10 }), { cachePolicy: { keyFunc: () => "always" } })
  .addNode("slow", async () => {
    await sleep(60_000);
    return {};
  })
  .addNode("dies", () => {
    process.kill(process.pid, "SIGKILL");
    return {};
  })
  .addEdge(START, "choose");
for (const node of ["flaky", "broken", "asks", "cached", "slow", "dies"] as const) builder.addEdge(node, END);

export const graph = builder.compile({ cache: new InMemoryCache() });
