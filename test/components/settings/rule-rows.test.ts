import { expect, test } from "vitest";
import { checkRows, fromAnswer, toAnswer, toRows, toRules, type RuleRow } from "@/components/settings/rule-rows";
import type { ApprovalRules } from "@/lib/schema/inbox";

const RULES: ApprovalRules = {
  rules: [
    { node: null, rule: { group: "finance", approvers: 2, deadline: null } },
    { node: "ask", rule: { group: null, approvers: 1, deadline: { seconds: 3600, answer: { choice: "refuse", comment: "Too late" } } } },
  ],
};

test("rules come back from the form as they went in", () => {
  expect(toRules(toRows(RULES))).toEqual(RULES);
});

test.each([["refuse"], ["true"], ["7"], [true], [null], [{ choice: "no" }], [["a"]], ['"quoted"'], ["two words"]])(
  "the answer %j survives being typed",
  (answer) => {
    expect(toAnswer(fromAnswer(answer))).toEqual(answer);
  },
);

test("what cannot be saved is said beside its field", () => {
  const row: RuleRow = { key: 0, node: "", group: "", approvers: 1, seconds: null, answer: "" };
  expect(checkRows([row])).toEqual(new Map());
  const problems = checkRows([
    row,
    { ...row, key: 1 },
    { ...row, key: 2, node: "ask", group: "<all>" },
    { ...row, key: 3, node: "send", seconds: 60, answer: " " },
  ]);
  expect([...problems.keys()]).toEqual(["1:node", "2:group", "3:answer"]);
});
