import { Annotation, InMemoryStore, START, StateGraph, type LangGraphRunnableConfig } from "@langchain/langgraph";

const State = Annotation.Root({ user: Annotation<string>, likes: Annotation<string>, known: Annotation<string[]> });

async function remember(state: typeof State.State, config: LangGraphRunnableConfig) {
  const { store } = config;
  if (store === undefined) throw new Error("There is no store");
  const namespace = ["people", state.user];
  if (state.likes !== undefined) await store.put(namespace, state.likes, { likes: state.likes, times: 1 });
  const found = await store.search(namespace, { filter: { times: 1 } });
  return { known: found.map(({ key }) => key) };
}

const builder = new StateGraph(State).addNode("remember", remember).addEdge(START, "remember");

/** Remembers from thread to thread, in Retrograph's store. */
export const graph = builder.compile();

/** Compiled with a store of its own, which it keeps. */
export const own = builder.compile({ store: new InMemoryStore() });
