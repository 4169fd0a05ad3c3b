/** A way with a loop, a subgraph and a fan-out: everything that can be stopped at. */
import { setTimeout as sleep } from "node:timers/promises";
import { Annotation, END, Send, START, StateGraph } from "@langchain/langgraph";

const list = () => Annotation<string[]>({ reducer: (left, right) => left.concat(right), default: () => [] });

const Inner = Annotation.Root({ notes: list(), topic: Annotation<string> });

const review = new StateGraph(Inner)
  .addNode("check", (state) => ({ notes: [`checked ${state.topic}`] }))
  .addNode("polish", (state) => ({ notes: [`polished ${state.topic}`] }))
  .addEdge(START, "check")
  .addEdge("check", "polish")
  .addEdge("polish", END)
  .compile();

const State = Annotation.Root({ topic: Annotation<string>, rounds: Annotation<number>, notes: list(), text: Annotation<string> });

export const exampleInput = { topic: "maps", rounds: 2 };

/** Adds a note. */
const gather = (state: typeof State.State) => ({ notes: [`note ${state.notes.length + 1}`] });

/** Writes what was gathered into one text. */
const draft = (state: typeof State.State) => ({ text: `${state.topic}: ${state.notes.join(", ")}` });

/** Reads one word of the text. */
async function study(packet: { word: string }) {
  await sleep(5);
  return { notes: [`studied ${packet.word}`] };
}

/** Ends the way. */
const publish = () => ({});

export const graph = new StateGraph(State)
  .addNode("gather", gather)
  .addNode("review", review)
  .addNode("draft", draft)
  .addNode("study", study)
  .addNode("publish", publish)
  .addEdge(START, "gather")
  .addConditionalEdges("gather", (state) => (state.notes.length < state.rounds ? "again" : "enough"), { again: "gather", enough: "review" })
  .addEdge("review", "draft")
  .addConditionalEdges("draft", (state) => (state.text ?? "").split(" ").map((word) => new Send("study", { word })), ["study"])
  .addEdge("study", "publish")
  .addEdge("publish", END);
