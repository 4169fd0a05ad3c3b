import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { quickAnswer, takesReason } from "@/lib/request/quick-answer";
import { answerLines } from "@/components/inbox/request/answer-words";
import { checkAnswer } from "@/lib/request/check-answer";
import type { Json } from "@/lib/schema/json";

const review = (...allowed: string[]): Json => ({
  actionRequests: [
    { name: "delete_records", args: { table: "orders" } },
    { name: "send_email", args: { to: "ann@example.com" } },
  ],
  reviewConfigs: [
    { actionName: "delete_records", allowedDecisions: allowed },
    { actionName: "send_email", allowedDecisions: allowed },
  ],
});
const approval: Json = {
  title: "Refund?",
  choices: [
    { value: "yes", label: "Pay it back", style: "primary" },
    { value: "no", label: "Keep the money", style: "danger", comment: "required" },
  ],
};

describe("the plain yes or no to a request", () => {
  it("decides about every action of a review", () => {
    expect(quickAnswer(review("approve", "reject"), "approve").answer).toEqual({ decisions: [{ type: "approve" }, { type: "approve" }] });
    expect(quickAnswer(review("approve", "reject"), "refuse", "Too much").answer).toEqual({
      decisions: [
        { type: "reject", message: "Too much" },
        { type: "reject", message: "Too much" },
      ],
    });
  });

  it("is refused where an action does not allow it", () => {
    expect(quickAnswer(review("edit"), "approve").problem).toBe("It has no answer that simply approves.");
  });

  it("takes the choices by what they mean", () => {
    expect(quickAnswer(approval, "approve").answer).toBe("yes");
    expect(quickAnswer(approval, "refuse", "Too late").answer).toEqual({ choice: "no", comment: "Too late" });
  });

  it("is refused where a comment is needed and missing", () => {
    expect(quickAnswer(approval, "refuse").problem).toBe("“Keep the money” needs a reason.");
    expect(takesReason(approval)).toBe(true);
  });

  it("is not made up for a question or a form", () => {
    expect(quickAnswer("Which Smith?", "approve").problem).not.toBeNull();
    expect(quickAnswer({ response_schema: { type: "object", properties: { name: { type: "string" } } } }, "refuse").problem).not.toBeNull();
  });

  it("never throws, and fits whatever it answers", () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.constantFrom("approve", "refuse"), fc.string(), (value, verdict, reason) => {
        const { answer, problem } = quickAnswer(value as Json, verdict, reason);
        if (problem === null) expect(checkAnswer(value as Json, answer)).toBeNull();
        takesReason(value as Json);
      }),
    );
  });
});

describe("an answer in words", () => {
  it("tells what was decided about each action, and what was changed or said", () => {
    const lines = answerLines(review("approve", "edit", "reject"), {
      decisions: [
        { type: "edit", editedAction: { name: "delete_records", args: { table: "tests" } } },
        { type: "reject", message: "Not to Ann" },
      ],
    });
    expect(lines).toEqual([
      { words: "Approved with changes", about: "delete_records", said: null, value: { table: "tests" } },
      { words: "Refused", about: "send_email", said: "Not to Ann", value: null },
    ]);
  });

  it("has the words of the button, and the comment", () => {
    expect(answerLines(approval, { choice: "no", comment: "Too late" })).toEqual([
      { words: "Keep the money", about: null, said: "Too late", value: null },
    ]);
    expect(answerLines(approval, "yes")).toEqual([{ words: "Pay it back", about: null, said: null, value: null }]);
  });

  it("leaves what it does not know as it is, and never throws", () => {
    expect(answerLines("Which Smith?", "The younger one")).toBeNull();
    fc.assert(fc.property(fc.jsonValue(), fc.jsonValue(), (value, answer) => void answerLines(value as Json, answer as Json)));
  });
});
