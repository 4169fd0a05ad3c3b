import { tool } from "@langchain/core/tools";
import type { RunnableConfig } from "@langchain/core/runnables";
import { Annotation, END, START, StateGraph, interrupt, task } from "@langchain/langgraph";
import { z } from "zod";
import { effect } from "../../../../../lib/kit/effect";

const State = Annotation.Root({
  how: Annotation<string>,
  said: Annotation<string[]>({ reducer: (left, right) => left.concat(right), default: () => [] }),
});
const schema = z.object({ to: z.string(), idempotency_key: z.string().optional() });
const known = new Set<string>();

const send = tool(({ to }) => `sent to ${to}`, { name: "send_mail", description: "Sends.", schema });
const read = tool(({ to }) => `mail of ${to}`, { name: "read_mail", description: "Reads.", schema });
const marked = tool(({ to }) => to, { name: "touch", description: "Looks.", schema, metadata: { effect: false } });
const hinted = tool(({ to }) => to, { name: "get_turn", description: "Takes one.", schema, metadata: { annotations: { readOnlyHint: false } } });
const knowing = tool(
  ({ idempotency_key = "" }) => {
    const deduplicated = known.has(idempotency_key);
    known.add(idempotency_key);
    return JSON.stringify({ deduplicated });
  },
  { name: "send_once", description: "Sends once per key.", schema },
);
const asking = tool(({ to }) => interrupt<string, string>(`Send to ${to}?`), { name: "send_if_allowed", description: "Asks first.", schema });
const dying = tool(() => process.exit(7), { name: "send_and_die", description: "Ends the process.", schema });
const keeping = effect("deliver", ({ to }: { to: string }) => `delivered to ${to}`);
const wrapped = tool((args: { to: string }, config: RunnableConfig) => keeping(args, config), {
  name: "deliver_mail",
  description: "Delivers.",
  schema,
});
const sending = task("send_in_task", (to: string) => send.invoke({ to }));

let count = 0;
const WAYS: Record<string, (config: RunnableConfig) => Promise<unknown>> = {
  "with config": (config) => send.invoke({ to: "a" }, config),
  "without config": () => send.invoke({ to: "a" }),
  "only looking": async (config) => [await read.invoke({ to: "a" }, config), await marked.invoke({ to: "a" })],
  hinted: () => hinted.invoke({ to: "a" }),
  "with a key": () => knowing.invoke({ to: "a", idempotency_key: "k1" }),
  "another way each time": () => send.invoke({ to: String((count += 1)) }),
  asking: () => asking.invoke({ to: "a" }),
  dying: () => dying.invoke({ to: "a" }),
  effect: () => keeping({ to: "a" }),
  "effect in a tool": () => wrapped.invoke({ to: "a" }),
  task: () => sending("a"),
  twice: async () => [await send.invoke({ to: "a" }), await send.invoke({ to: "a" })],
  failing: async () => await send.invoke({ to: "a" }),
};

async function mail({ how }: typeof State.State, config: RunnableConfig) {
  await WAYS[how]?.(config);
  if (how === "failing" && (count += 1) % 2 === 1) throw new Error("It broke after sending.");
  return { said: how === "failing" ? [] : [interrupt<string, string>("Go on?")] };
}

export const graph = new StateGraph(State)
  .addNode("mail", mail, { retryPolicy: { maxAttempts: 2, initialInterval: 1, jitter: false } })
  .addNode("again", async () => {
    await send.invoke({ to: "z" });
    return {};
  })
  .addNode("once more", async () => {
    await send.invoke({ to: "z" });
    return {};
  })
  .addEdge(START, "mail")
  .addEdge("mail", "again")
  .addEdge("again", "once more")
  .addEdge("once more", END);
