import { setTimeout as sleep } from "node:timers/promises";
import { entrypoint, interrupt, task } from "@langchain/langgraph";

const double = task("double", async (n: number) => {
  await sleep(2);
  return n * 2;
});

/** Two tasks, the second with what the first gave, then a person is asked. */
export const graph = entrypoint("flow", async (input: { n: number }) => {
  const once = await double(input.n);
  const twice = await double(once);
  const more: unknown = interrupt("How much more?");
  return { n: twice + Number(more) };
});
