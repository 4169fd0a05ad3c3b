import { entrypoint, interrupt, task } from "@langchain/langgraph";

const double = task("double", async (n: number) => n * 2);

/** The functional API: doubles a number, and asks whether that was right. */
export const flow = entrypoint("flow", async (input: { n: number }) => {
  const doubled = await double(input.n);
  const right: unknown = interrupt({ doubled });
  return { doubled, right };
});
