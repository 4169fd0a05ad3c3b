import type { RunnableConfig } from "@langchain/core/runnables";
import { Annotation, END, Send, START, StateGraph } from "@langchain/langgraph";
import type { ChannelName, NodeUpdate } from "./node-types";

export type MapNodeOptions<State extends object, Item, Result> = {
  /** The list to work through. */
  over: (state: State) => readonly Item[];
  /** What is done with one item; all are worked on side by side. */
  each: (item: NoInfer<Item>, state: NoInfer<State>, config: RunnableConfig) => Result | Promise<Result>;
  /** The channel for the results, in the order of the list. */
  into: NoInfer<ChannelName<State>>;
};

/** One piece of work on its way to `each`. */
type Piece = { index: number; item: unknown };

const MapState = Annotation.Root({
  pieces: Annotation<Piece[]>,
  /** Whoever is done first writes first: each result keeps the place of its item. */
  results: Annotation<{ index: number; value: unknown }[]>({ reducer: (done, more) => [...done, ...more], default: () => [] }),
});

/**
 * A node that fans a list out, one task per item with `Send`, and gathers the results with a reducer.
 *
 * ```ts
 * const summaries = mapNode({
 *   over: (state: typeof State.State) => state.sections,
 *   each: async (section) => summarise(section),
 *   into: "summaries",
 * });
 * ```
 */
export function mapNode<State extends object, Item, Result>({ over, each, into }: MapNodeOptions<State, Item, Result>) {
  return async (state: State, config?: RunnableConfig): Promise<NodeUpdate> => {
    const items = over(state);
    const work = async (piece: Piece, itemConfig: RunnableConfig) => {
      const item = items[piece.index];
      return item === undefined ? {} : { results: [{ index: piece.index, value: await each(item, state, itemConfig) }] };
    };
    const map = new StateGraph(MapState)
      .addNode("each", work)
      .addConditionalEdges(START, ({ pieces }) => (pieces.length === 0 ? END : pieces.map((piece) => new Send("each", piece))), ["each", END])
      .addEdge("each", END)
      .compile();
    const { results } = await map.invoke({ pieces: items.map((item, index) => ({ index, item })) }, config);
    return { [into]: results.sort((a, b) => a.index - b.index).map(({ value }) => value) };
  };
}
