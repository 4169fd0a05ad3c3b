import { Annotation, END, MessagesAnnotation, START, StateGraph } from "@langchain/langgraph";

const State = Annotation.Root({
  ...MessagesAnnotation.spec,
  title: Annotation<string>,
  notes: Annotation<string[]>({ reducer: (all, more) => all.concat(more), default: () => [] }),
  /** Grows its list in place, as a reducer should not. */
  careless: Annotation<number[]>({
    reducer: (all, more) => {
      all.push(...more);
      return all;
    },
    default: () => [0],
  }),
  /** Takes numbers alone. */
  total: Annotation<number>({
    reducer: (sum, next) => {
      if (typeof next !== "number") throw new Error(`${JSON.stringify(next)} is no number`);
      return sum + next;
    },
    default: () => 0,
  }),
  later: Annotation<unknown>({ reducer: async (_: unknown, next: unknown) => next, default: () => 0 }),
});

export const graph = new StateGraph(State)
  .addNode("only", () => ({ notes: ["ran"] }))
  .addEdge(START, "only")
  .addEdge("only", END);
