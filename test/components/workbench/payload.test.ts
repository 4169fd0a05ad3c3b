import { describe, expect, it } from "vitest";
import { assignKeys } from "@/components/debugger/interrupt/choice-keys";
import { parseFreeAnswer, readPayload, type Choice } from "@/components/debugger/interrupt/payload";
import type { Json } from "@/lib/schema/json";

function answerOf(choices: Choice[], label: string, typed = "", edited: Json = null): Json | undefined {
  return choices.find((choice) => choice.label === label)?.toAnswer(typed, edited);
}

describe("readPayload", () => {
  it("reads an approval with title, text, document and choices", () => {
    const view = readPayload({
      type: "approval",
      title: "Publish the report?",
      description: "412 words",
      draft: "# Report",
      file: "reports/a.md",
      choices: [
        { value: "approve", label: "Approve and publish", style: "primary" },
        { value: "revise", label: "Revise", comment: "required" },
      ],
    });
    expect(view).toMatchObject({
      title: "Publish the report?",
      texts: [
        { label: null, text: "412 words" },
        { label: "draft", text: "# Report" },
      ],
      rest: { file: "reports/a.md" },
    });
    expect(answerOf(view.choices, "Approve and publish")).toBe("approve");
    expect(answerOf(view.choices, "Revise", " Shorter, please ")).toEqual({ choice: "revise", comment: "Shorter, please" });
  });

  it("makes buttons of plain options", () => {
    const view = readPayload({ question: "Go on?", options: ["yes", "no", 3] });
    expect(view.title).toBe("Go on?");
    expect(view.choices.map((choice) => [choice.label, choice.style, choice.toAnswer("", null)])).toEqual([
      ["Yes", "primary", "yes"],
      ["No", "danger", "no"],
      ["3", "default", 3],
    ]);
  });

  it("answers LangChain's human-in-the-loop requests in their own shape", () => {
    const view = readPayload({
      actionRequests: [{ name: "send_email", args: { to: "ann" }, description: "Sends an e-mail" }],
      reviewConfigs: [{ actionName: "send_email", allowedDecisions: ["approve", "edit", "reject"] }],
    });
    expect(answerOf(view.choices, "Approve")).toEqual({ decisions: [{ type: "approve" }] });
    expect(answerOf(view.choices, "Edit", "", { name: "send_email", args: { to: "bob" } })).toEqual({
      decisions: [{ type: "edit", editedAction: { name: "send_email", args: { to: "bob" } } }],
    });
    expect(answerOf(view.choices, "Reject", "Not now")).toEqual({ decisions: [{ type: "reject", message: "Not now" }] });
  });

  it("answers a request in snake case in snake case", () => {
    const view = readPayload({ action_requests: [{ name: "send_email", args: { to: "ann" } }] });
    expect(answerOf(view.choices, "Edit", "", { name: "send_email", args: {} })).toEqual({
      decisions: [{ type: "edit", edited_action: { name: "send_email", args: {} } }],
    });
  });

  it("asks for a decision about every action of a request that has several, each with what it allows", () => {
    const view = readPayload({
      actionRequests: [
        { name: "send_email", args: { to: "ann" }, description: "Sends an e-mail" },
        { name: "delete_file", args: { path: "a.txt" } },
      ],
      reviewConfigs: [{ actionName: "delete_file", allowedDecisions: ["approve", "reject"] }],
    });
    expect(view.choices).toEqual([]);
    expect(view.actions?.map(({ name, choices }) => [name, choices.map(({ label }) => label)])).toEqual([
      ["send_email", ["Approve", "Edit", "Reject"]],
      ["delete_file", ["Approve", "Reject"]],
    ]);
    expect(answerOf(view.actions?.[1]?.choices ?? [], "Reject", "Keep it")).toEqual({ type: "reject", message: "Keep it" });
  });

  it("offers only what the agent inbox's request allows", () => {
    const view = readPayload([
      {
        action_request: { action: "refund", args: { amount: 12 } },
        config: { allow_accept: true, allow_edit: false, allow_respond: true, allow_ignore: false },
        description: "Refund?",
      },
    ]);
    expect(view.choices.map((choice) => choice.label)).toEqual(["Accept", "Respond"]);
    expect(answerOf(view.choices, "Respond", "Ask the customer first")).toEqual([{ type: "response", args: "Ask the customer first" }]);
  });

  it("shows anything else as it is", () => {
    expect(readPayload("What is your name?").texts).toEqual([{ label: null, text: "What is your name?" }]);
    expect(readPayload([1, 2]).rest).toEqual({ value: [1, 2] });
    expect(readPayload(null).rest).toEqual({});
    expect(readPayload({ amount: 3 }).rest).toEqual({ amount: 3 });
    expect(readPayload({ choices: [] }).rest).toEqual({ choices: [] });
  });
});

describe("parseFreeAnswer", () => {
  it("sends JSON as JSON and everything else as the text it is", () => {
    expect(parseFreeAnswer(' {"a": 1} ')).toEqual({ a: 1 });
    expect(parseFreeAnswer("true")).toBe(true);
    expect(parseFreeAnswer("Yes, please")).toBe("Yes, please");
    expect(parseFreeAnswer("{half")).toBe("{half");
  });
});

describe("assignKeys", () => {
  it("gives each answer its first letter, or its place where that is taken", () => {
    const { choices } = readPayload({ question: "?", choices: ["approve", "revise", "reject", "cancel"] });
    expect([...assignKeys(choices)].map(([key, choice]) => [key, choice.label])).toEqual([
      ["a", "Approve"],
      ["r", "Revise"],
      ["3", "Reject"],
      ["4", "Cancel"],
    ]);
  });
});

describe("an approval that lets values be corrected", () => {
  it("offers to edit them with its first choice, and sends what they became", () => {
    const view = readPayload({
      type: "approval",
      title: "Refund 80?",
      description: "",
      choices: [
        { value: "approve", label: "Refund" },
        { value: "refuse", label: "Refuse", comment: "required" },
      ],
      edit: { amount: 80 },
    });
    expect(view.choices.map(({ label }) => label)).toEqual(["Refund", "Edit, then refund", "Refuse"]);
    expect(view.choices[1]?.needs).toMatchObject({ kind: "edit", start: { amount: 80 } });
    expect(view.choices[1]?.toAnswer("", { amount: 60 })).toEqual({ choice: "approve", changes: { amount: 60 } });
    expect(view.rest).toEqual({ description: "" });
  });
});
