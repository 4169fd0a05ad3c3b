import { expect, test } from "vitest";
import { changeOfPart, choicesOf, readRule } from "@/components/editor/node/fields/approval-rule";

const CHOICES = choicesOf([
  { value: "approve", label: "Approve" },
  { value: "refuse", label: "Refuse", comment: "required" },
]);
const NONE = { group: "", approvers: 1, seconds: null, answer: "" };

test("a rule is read from the text, and left to code where the form has no field for it", () => {
  expect(readRule(undefined, false)).toEqual(NONE);
  expect(readRule({ group: "finance", approvers: 2, deadline: { seconds: 60, answer: { choice: "refuse", comment: "Late." } } }, false)).toEqual({
    group: "finance",
    approvers: 2,
    seconds: 60,
    answer: "refuse",
  });
  expect(readRule({ deadline: { seconds: 60, answer: 7 } }, false)).toBeNull();
  expect(readRule({ group: "finance" }, true)).toBeNull();
});

test("each part is changed by itself, so that two changes in a row both stay", () => {
  expect(changeOfPart("approval", CHOICES, NONE, { group: " finance " })).toEqual({ "approval.group": "finance" });
  expect(changeOfPart("approval", CHOICES, NONE, { approvers: 2 })).toEqual({ "approval.approvers": 2 });
  expect(changeOfPart("approval", CHOICES, { ...NONE, approvers: 2, group: "finance" }, { group: "" })).toEqual({ "approval.group": null });
});

test("a default answer that needs a comment gets one", () => {
  expect(changeOfPart("approval", CHOICES, NONE, { seconds: 60, answer: "approve" })).toEqual({
    "approval.deadline": { seconds: 60, answer: "approve" },
  });
  expect(changeOfPart("approval", CHOICES, NONE, { seconds: 60, answer: "refuse" })).toEqual({
    "approval.deadline": { seconds: 60, answer: { choice: "refuse", comment: "Nobody answered in time." } },
  });
});

test("when nothing is asked for any more the whole rule goes", () => {
  expect(changeOfPart("approval", CHOICES, { ...NONE, group: "finance" }, { group: "" })).toEqual({ approval: null });
  expect(changeOfPart("approval", CHOICES, { ...NONE, seconds: 60, answer: "approve" }, { seconds: null })).toEqual({ approval: null });
});
