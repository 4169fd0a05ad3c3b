import type { ActionAnswer } from "@/lib/request/build-answer";
import type { Decision, RequestAction } from "@/lib/request/request-view";
import type { EditedValue } from "./use-edited";
import type { ActionDraft } from "./use-request-draft";

/** What a decision comes to; `fields`: what has to be put right first, by path; `problem`: about the decision itself. */
export type Decided = { answer: ActionAnswer } | { answer: null; fields: ReadonlyMap<string, string>; problem: string | null };

export const NO_PROBLEMS: ReadonlyMap<string, string> = new Map();

/** Turns a decision and what was typed into an answer. To approve what was edited is to approve it as edited. */
export function decide(action: RequestAction, decision: Decision, draft: ActionDraft, edited: EditedValue): Decided {
  switch (decision) {
    case "approve":
    case "edit": {
      if (!action.decisions.includes("edit") || (decision === "approve" && !edited.isChanged)) return { answer: { decision: "approve" } };
      if (edited.problems.size > 0) return { answer: null, fields: edited.problems, problem: null };
      return { answer: { decision: "edit", args: edited.value } };
    }
    case "reject":
      return { answer: { decision: "reject", reason: draft.reason } };
    case "respond":
      if (draft.response.trim() === "") return { answer: null, fields: NO_PROBLEMS, problem: "Write the response first." };
      return { answer: { decision: "respond", text: draft.response } };
    case "ignore":
      return { answer: { decision: "ignore" } };
  }
}

const WORDS: Readonly<Record<Decision, string>> = { approve: "Approve", edit: "Approve", reject: "Refuse", respond: "Respond", ignore: "Ignore" };

/** What the button of a decision says. */
export function decisionWords(decision: Decision, isChanged: boolean): string {
  return isChanged && (decision === "approve" || decision === "edit") ? "Approve with changes" : WORDS[decision];
}

/** The decisions that have a button: to edit is to approve with changes, so both are one. */
export function offeredDecisions(action: RequestAction): Decision[] {
  const canApprove = action.decisions.includes("approve");
  return action.decisions.filter((decision) => decision !== "edit" || !canApprove);
}
