import { END, START, StateGraph, StateSchema } from "@langchain/langgraph";
import { z } from "zod";
import { approvalNode } from "../approval-node";
import { modelNode } from "../model-node";
import { retrieve } from "../retrieve";

export const title = "Research with approval";
export const description = "Looks a question up in a folder, drafts an answer, and publishes it once a person approves.";
export const exampleInputs = [{ question: "How do I get started?" }];

const State = new StateSchema({
  question: z.string().default("").meta({ title: "Question", description: "What do you want to know?" }),
  /** The passages that fit the question best. */
  documents: z.array(z.object({ file: z.string(), line: z.number(), text: z.string(), score: z.number() })).default(() => []),
  draft: z.string().default(""),
  /** What the reviewer decided: approve, revise or stop. */
  decision: z.string().default(""),
  comment: z.string().default(""),
  published: z.string().default(""),
});
const Input = new StateSchema({ question: State.fields.question });

/** Finds what the documents say about the question. */
const search = retrieve({
  folder: ".",
  query: (state: typeof State.State) => state.question,
  k: 4,
  into: "documents",
});

/** Writes an answer from what was found. */
const write = modelNode({
  system: (state: typeof State.State) => `Answer from these passages, and name their files.

${state.documents.map(({ file, line, text }) => `${file}:${line}\n${text}`).join("\n\n")}`,
  prompt: (state: typeof State.State) => `${state.question}\n${state.comment}`,
  into: "draft",
});

/** A person decides what becomes of the draft. */
const review = approvalNode({
  title: (state: typeof State.State) => `Publish the answer to “${state.question}”?`,
  description: "Approving publishes the draft as it is.",
  show: ["draft", "documents"],
  edit: ["draft"],
  choices: [
    { value: "approve", label: "Publish", style: "primary" },
    { value: "revise", label: "Revise", comment: "required" },
    { value: "stop", label: "Stop", style: "danger" },
  ],
  into: "decision",
  comment: "comment",
});

/** Publishes what was approved. */
function publish(state: typeof State.State) {
  return { published: state.draft };
}

export const graph = new StateGraph({ state: State, input: Input })
  .addNode("search", search)
  .addNode("write", write)
  .addNode("review", review)
  .addNode("publish", publish, { metadata: { guarded: true } })
  .addEdge(START, "search")
  .addEdge("search", "write")
  .addEdge("write", "review")
  .addConditionalEdges("review", review.route, { approve: "publish", revise: "write", stop: END })
  .addEdge("publish", END);
