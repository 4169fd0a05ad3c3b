import { entrypoint, getPreviousState, interrupt, task } from "@langchain/langgraph";

const calls = { fetch: 0 };

const fetchNumber = task("fetchNumber", async (n: number) => {
  calls.fetch += 1;
  return { value: n * 2, calls: calls.fetch };
});
const label = task("label", (value: number) => `value ${value}`);

/** Two tasks, then a question; what the next run on the thread finds is not what this one returns. */
export const graph = entrypoint("flow", async (input: { n: number }) => {
  const previous = getPreviousState<{ total: number }>();
  const [fetched, other] = await Promise.all([fetchNumber(input.n), label(input.n)]);
  const approved: unknown = interrupt({ question: "Add it?", fetched, other });
  const total = (previous?.total ?? 0) + (approved === "yes" ? fetched.value : 0);
  return entrypoint.final({ value: { total, before: previous?.total ?? null, calls: fetched.calls }, save: { total } });
});
