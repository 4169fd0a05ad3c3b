import { askApproval, type ApprovalChoice } from "../../../lib/kit/approval";
import { z } from "zod";
import { countWords } from "../domain/report";
import type { Research, ResearchUpdate } from "../state";

const CHOICES: ApprovalChoice[] = [
  { value: "approve", label: "Approve and publish", style: "primary" },
  { value: "revise", label: "Revise", comment: "required" },
  { value: "reject", label: "Reject", style: "danger", comment: "optional" },
];
const ChoiceSchema = z.enum(["approve", "revise", "reject"]);

/** Waits for a person's decision: publish the draft, send it back with a comment, or stop. */
export function approval(state: Research): ResearchUpdate {
  const answer = askApproval({
    title: "Publish the report?",
    description: describeDraft(state),
    choices: CHOICES,
    details: { draft: state.report },
  });
  const choice = ChoiceSchema.parse(answer.choice);
  return { review: { choice, comment: answer.comment }, round: 0, log: [{ did: "review", choice, comment: answer.comment }] };
}

function describeDraft({ report, citations }: Research): string {
  const words = `${countWords(report)} words`;
  if (citations.length === 0) return `${words}, no citations: nothing was found that answers the question.`;
  const count = `${citations.length} ${citations.length === 1 ? "citation" : "citations"}`;
  const unsourced = citations.filter(({ file }) => file === "").length;
  const lost = citations.filter(({ file, found }) => file !== "" && !found).length;
  const doubts = [
    ...(lost > 0 ? [`${lost} could not be found in ${lost === 1 ? "its source" : "their sources"}`] : []),
    ...(unsourced > 0 ? [`${unsourced} ${unsourced === 1 ? "names" : "name"} no source`] : []),
  ];
  return doubts.length === 0 ? `${words}, ${count}, all found in their sources.` : `${words}, ${count}, of which ${doubts.join(" and ")}.`;
}
