/** A workflow of about so many lines, as people write them: functions with comments, then one chain. */
export function longWorkflow(lines: number): string {
  const count = Math.floor((lines - 12) / 9);
  const names = Array.from({ length: count }, (_, index) => `step_${index}`);
  const functions = names.map((name, index) => {
    const read = index === 0 ? "topic" : "draft";
    return `/** Does part ${index} of the work. */\nasync function ${name}(state: typeof State.State) {\n  const before = state.${read};\n  if (before === "") return { notes: ["nothing"] };\n  return { draft: before + "${index}", notes: [before] };\n}\n`;
  });
  const chain = names.map((name, index) => `  .addNode("${name}", ${name})\n  .addEdge(${index === 0 ? "START" : `"step_${index - 1}"`}, "${name}")`);
  return `import { END, START, ReducedValue, StateGraph, StateSchema } from "@langchain/langgraph";
import { z } from "zod";

const State = new StateSchema({
  topic: z.string(),
  draft: z.string().default(""),
  notes: new ReducedValue(z.array(z.string()).default(() => []), { reducer: (a: string[], b: string[]) => a.concat(b) }),
});

${functions.join("\n")}
export const graph = new StateGraph(State)
${chain.join("\n")}
  .addEdge("step_${count - 1}", END)
  .compile();
`;
}
