import { answerActions, answerChoice, type ActionAnswer } from "./build-answer";
import { checkAnswer } from "./check-answer";
import { readRequest } from "./read-request";
import { isRefusal } from "./refusal";
import type { RequestChoice, RequestView } from "./request-view";
import type { Json } from "../schema/json";

export type Verdict = "approve" | "refuse";
export type QuickAnswer = { answer: Json; problem: null } | { answer: null; problem: string };

const CANNOT: Record<Verdict, string> = { approve: "It has no answer that simply approves.", refuse: "It has no answer that simply refuses." };

/** The plain yes or no to a request, as its own shape wants it; or why there is none. */
export function quickAnswer(value: Json, verdict: Verdict, reason = ""): QuickAnswer {
  const view = readRequest(value);
  const choice = view.actions.length > 0 ? undefined : choiceFor(value, view, verdict);
  if (choice?.comment === "required" && reason.trim() === "") return { answer: null, problem: `“${choice.label}” needs a reason.` };
  const answer = choice === undefined ? toActions(view, verdict, reason) : answerChoice(choice, choice.comment === "none" ? "" : reason);
  if (answer === undefined) return { answer: null, problem: CANNOT[verdict] };
  const problem = checkAnswer(value, answer);
  return problem === null ? { answer, problem } : { answer: null, problem };
}

function toActions(view: RequestView, verdict: Verdict, reason: string): Json | undefined {
  if (view.actions.length === 0) return undefined;
  const answers: ActionAnswer[] = [];
  for (const { decisions } of view.actions) {
    if (verdict === "approve" && decisions.includes("approve")) answers.push({ decision: "approve" });
    else if (verdict === "refuse" && decisions.includes("reject")) answers.push({ decision: "reject", reason });
    else if (verdict === "refuse" && decisions.includes("ignore")) answers.push({ decision: "ignore" });
    else return undefined;
  }
  return answerActions(view, answers);
}

function choiceFor(value: Json, view: RequestView, verdict: Verdict): RequestChoice | undefined {
  if (verdict === "refuse") return view.choices.find((one) => one.style === "danger" && isRefusal(value, one.value));
  const choice = view.choices.find((one) => one.style === "primary") ?? (view.kind === "approval" ? view.choices[0] : undefined);
  return choice?.style === "danger" ? undefined : choice;
}

/** A reason is told to whoever asked: an answer to this request can carry one. */
export function takesReason(value: Json): boolean {
  const view = readRequest(value);
  if (view.actions.length > 0) return view.kind === "tool_review" && view.actions.some(({ decisions }) => decisions.includes("reject"));
  return view.choices.some((choice) => choice.style === "danger" && choice.comment !== "none");
}
