import { Annotation, START, StateGraph } from "@langchain/langgraph";

type Config = { configurable?: { by?: number } };

/** Made anew for every run, with the run's config. */
export async function makeGraph(config: Config) {
  const by = config.configurable?.by ?? 1;
  const State = Annotation.Root({ n: Annotation<number> });
  return new StateGraph(State).addNode("add", (state) => ({ n: (state.n ?? 0) + by })).addEdge(START, "add");
}
