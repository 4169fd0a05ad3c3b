import { END, START, StateGraph } from "@langchain/langgraph";
import { approval } from "./nodes/approval";
import { draft } from "./nodes/draft";
import { note } from "./nodes/note";
import { plan } from "./nodes/plan";
import { publish } from "./nodes/publish";
import { read } from "./nodes/read";
import { search } from "./nodes/search";
import { ENOUGH_DOCUMENTS, ENOUGH_NOTES, MAX_ROUNDS } from "./settings";
import { ResearchInput, ResearchState, type Research } from "./state";

export const title = "Research";
export const description =
  "Answers a question from documents: searches, reads, takes notes with citations, drafts a report, and publishes it once a person approves.";
export const exampleInputs = [
  { question: "When are checkpoints persisted, and what does LangGraph do after a failure?" },
  { question: "How does a Next.js server action stay secure?" },
  { question: "What does human-in-the-loop mean in LangGraph?" },
];

/** Does what the model chose. */
function chosenAction(state: Research): "search" | "read" | "finish" {
  return state.action?.kind ?? "finish";
}

/** The software, not the model, says how much evidence a draft needs and how long the search for it may go on. */
function enoughEvidence({ round, notes }: Research): "more evidence" | "enough" {
  if (round >= MAX_ROUNDS) return "enough";
  const documents = new Set(notes.map(({ file }) => file)).size;
  return round >= 2 && notes.length >= ENOUGH_NOTES && documents >= ENOUGH_DOCUMENTS ? "enough" : "more evidence";
}

/** Nothing is published that a person has not approved. */
function reviewerChoice({ review }: Research): "approve" | "revise" | "reject" {
  return review?.choice ?? "reject";
}

/** How an interface draws the nodes that ask the model. */
const asksModel = { metadata: { kind: "agent" } };

export const graph = new StateGraph({ state: ResearchState, input: ResearchInput })
  .addNode("plan", plan, asksModel)
  .addNode("search", search)
  .addNode("read", read)
  .addNode("note", note, asksModel)
  .addNode("draft", draft, asksModel)
  .addNode("approval", approval)
  .addNode("publish", publish)
  .addEdge(START, "plan")
  .addConditionalEdges("plan", chosenAction, { search: "search", read: "read", finish: "draft" })
  .addEdge("search", "note")
  .addEdge("read", "note")
  .addConditionalEdges("note", enoughEvidence, { "more evidence": "plan", enough: "draft" })
  .addEdge("draft", "approval")
  .addConditionalEdges("approval", reviewerChoice, { approve: "publish", revise: "plan", reject: END })
  .addEdge("publish", END);
