import { describe, expect, it } from "vitest";
import { kindOf, readRequest, ruleIn, ruleProblemIn, summaryOf } from "../../lib/request/read-request";
import type { Json } from "../../lib/schema/json";

const REVIEW: Json = {
  actionRequests: [
    { name: "send_email", args: { to: "ann" }, description: "Sends an e-mail" },
    { name: "delete_file", args: { path: "a.txt" } },
  ],
  reviewConfigs: [{ actionName: "delete_file", allowedDecisions: ["approve", "reject"] }],
};

describe("readRequest", () => {
  it("reads an approval of the kit with title, text, document, choices and what may be corrected", () => {
    const view = readRequest({
      type: "approval",
      title: "Refund 80?",
      description: "Damaged on arrival",
      draft: "# Letter",
      order_id: "A17",
      edit: { amount: 80 },
      choices: [
        { value: "approve", label: "Refund", style: "primary" },
        { value: "refuse", label: "Refuse", comment: "required" },
      ],
    });
    expect(view).toMatchObject({
      kind: "approval",
      title: "Refund 80?",
      texts: [
        { label: null, text: "Damaged on arrival" },
        { label: "draft", text: "# Letter" },
      ],
      rest: { order_id: "A17" },
      editable: { amount: 80 },
      choices: [
        { value: "approve", label: "Refund", style: "primary", comment: "none" },
        { value: "refuse", label: "Refuse", style: "danger", comment: "required" },
      ],
    });
  });

  it("makes choices of plain options", () => {
    const view = readRequest({ question: "Go on?", options: ["yes", "no", 3] });
    expect(view.kind).toBe("choice");
    expect(view.choices.map(({ label, style, value }) => [label, style, value])).toEqual([
      ["Yes", "primary", "yes"],
      ["No", "danger", "no"],
      ["3", "default", 3],
    ]);
  });

  it("reads LangChain's human-in-the-loop request, with what each action allows and the schema of its arguments", () => {
    const view = readRequest(REVIEW);
    expect(view).toMatchObject({ kind: "tool_review", title: "May it run send_email, delete_file?", spelling: "camel" });
    expect(view.actions.map(({ name, decisions }) => [name, decisions])).toEqual([
      ["send_email", ["approve", "edit", "reject"]],
      ["delete_file", ["approve", "reject"]],
    ]);
    const schema = { type: "object", properties: { to: { type: "string" } } };
    const withSchema = readRequest({
      actionRequests: [{ name: "send_email", args: {} }],
      reviewConfigs: [{ actionName: "send_email", allowedDecisions: ["edit"], argsSchema: schema }],
    });
    expect(withSchema.actions[0]?.schema).toEqual(schema);
  });

  it("takes the config beside an action before the first one with its name", () => {
    const view = readRequest({
      actionRequests: [
        { name: "send", args: {} },
        { name: "send", args: {} },
      ],
      reviewConfigs: [
        { actionName: "send", allowedDecisions: ["approve"] },
        { actionName: "send", allowedDecisions: ["reject"] },
      ],
    });
    expect(view.actions.map(({ decisions }) => decisions)).toEqual([["approve"], ["reject"]]);
  });

  it("leaves out the call that LangChain's own description repeats", () => {
    const description = 'Tool execution requires approval\n\nTool: send\nArgs: {\n  "to": "ann"\n}';
    const view = readRequest({ actionRequests: [{ name: "send", args: { to: "ann" }, description }], reviewConfigs: [] });
    expect(view.actions[0]?.description).toBe("Tool execution requires approval");
  });

  it("reads the same request in snake case, as Python writes it", () => {
    const view = readRequest({
      action_requests: [{ name: "send_email", arguments: { to: "ann" } }],
      review_configs: [{ action_name: "send_email", allowed_decisions: ["approve", "respond"] }],
    });
    expect(view).toMatchObject({ kind: "tool_review", spelling: "snake" });
    expect(view.actions[0]).toMatchObject({ args: { to: "ann" }, decisions: ["approve", "respond"] });
  });

  it("reads the agent inbox's request, alone and in a list, with what its config allows", () => {
    const request = {
      action_request: { action: "refund", args: { amount: 12 } },
      config: { allow_accept: true, allow_edit: false, allow_respond: true, allow_ignore: false },
      description: "**Refund?**",
    };
    for (const value of [request, [request]]) {
      const view = readRequest(value);
      expect(view).toMatchObject({ kind: "agent_inbox", title: "refund" });
      expect(view.actions).toEqual([
        { name: "refund", description: "**Refund?**", args: { amount: 12 }, schema: null, decisions: ["approve", "respond"] },
      ]);
    }
    expect(readRequest([request, request]).actions).toHaveLength(2);
  });

  it.each(["response_schema", "responseSchema", "schema"])("makes a form of the schema under %s", (name) => {
    const view = readRequest({ question: "How many?", [name]: { type: "integer", minimum: 1 } });
    expect(view).toMatchObject({ kind: "form", title: "How many?", schema: { type: "integer", minimum: 1 }, rest: {} });
  });

  it("makes a form of the schema that LangGraph keeps beside the payload, unless there are buttons", () => {
    const schema = { type: "object", properties: { ok: { type: "boolean" } } };
    expect(readRequest("Fine?", schema).kind).toBe("form");
    expect(readRequest({ question: "Fine?", choices: ["yes", "no"] }, schema).kind).toBe("choice");
  });

  it("does not take a field called schema for one that is none", () => {
    expect(readRequest({ question: "Migrate?", schema: { users: "id, name" } })).toMatchObject({
      kind: "question",
      rest: { schema: { users: "id, name" } },
    });
  });

  it("says why a schema cannot be used, and asks for JSON then", () => {
    const reasons: [Json, string][] = [
      [{ type: "text" }, "/type is no type"],
      [{ $ref: "https://example.com/schema.json" }, "which is not fetched"],
      [{ $ref: "#/$defs/nowhere" }, "which is not in it"],
      [{ $ref: "#" }, "without end"],
      [{ allOf: [{ $ref: "#" }] }, "without end"],
      [{ type: "object", properties: [] }, "/properties must be an object"],
      [{ type: "object", required: "name" }, "/required must be a list"],
    ];
    for (const [schema, reason] of reasons) {
      const view = readRequest({ question: "?", response_schema: schema });
      expect(view).toMatchObject({ kind: "form", schema: null });
      expect(view.schemaProblem).toContain(reason);
    }
  });

  it("uses a schema that refers to itself inside of a value", () => {
    const tree = { type: "object", properties: { name: { type: "string" }, children: { type: "array", items: { $ref: "#" } } } };
    expect(readRequest({ question: "?", response_schema: tree })).toMatchObject({ kind: "form", schemaProblem: null });
  });

  it("shows anything else as it is", () => {
    expect(readRequest("What is your name?")).toMatchObject({ kind: "question", texts: [{ label: null, text: "What is your name?" }] });
    expect(readRequest([1, 2])).toMatchObject({ kind: "other", rest: { value: [1, 2] } });
    expect(readRequest(null)).toMatchObject({ kind: "other", rest: {} });
    expect(readRequest({ amount: 3 })).toMatchObject({ kind: "other", rest: { amount: 3 } });
    expect(readRequest({ choices: [] })).toMatchObject({ kind: "other", rest: { choices: [] } });
    expect(readRequest({ options: ["a", { deep: {} }] })).toMatchObject({ kind: "other", choices: [] });
  });

  it("takes a title that is too long for one as a text", () => {
    const view = readRequest({ title: "x".repeat(5000) });
    expect(view.title).toBeNull();
    expect(view.rest).toEqual({ title: "x".repeat(5000) });
  });
});

describe("summaryOf", () => {
  it("says in a line what is to be done", () => {
    expect(summaryOf(REVIEW, "tools")).toEqual({
      title: "May it run send_email, delete_file?",
      summary: 'send_email(to: "ann"); delete_file(path: "a.txt")',
    });
  });

  it("falls back to the first text and to the fields", () => {
    expect(summaryOf("# What is\n\n**your** name?", "ask")).toEqual({ title: "What is your name?", summary: "" });
    expect(summaryOf("Is *this* [one](https://example.com) 2 * 3 * 4?", "ask").title).toBe("Is this one 2 * 3 * 4?");
    expect(summaryOf({ amount: 3, note: "late" }, "ask")).toEqual({ title: "ask asks", summary: "amount: 3, note: late" });
    expect(summaryOf({ title: "Is 3 > 2?", description: "It *is*" }, "ask").title).toBe("Is 3 > 2?");
  });

  it("is quick and short on a payload of a megabyte", () => {
    const large: Json = { title: "t".repeat(1_000_000), rows: Array.from({ length: 20_000 }, (_, index) => ({ index, text: "row ".repeat(10) })) };
    const start = performance.now();
    for (let turn = 0; turn < 20; turn++) summaryOf(large, "ask");
    expect(performance.now() - start).toBeLessThan(1000);
    const { title, summary } = summaryOf(large, "ask");
    expect(title.length).toBeLessThanOrEqual(200);
    expect(summary.length).toBeLessThanOrEqual(300);
  });
});

describe("kindOf", () => {
  it("is the kind of the view", () => {
    expect(kindOf(REVIEW)).toBe("tool_review");
    expect(kindOf("Why?")).toBe("question");
  });
});

describe("ruleIn", () => {
  it("reads what the payload says about who must answer", () => {
    expect(ruleIn({ title: "?", approval: { group: "finance", approvers: 2 } })).toEqual({ group: "finance", approvers: 2 });
    expect(ruleIn({ approval: { deadline: { seconds: 60, answer: "refuse" } } })).toEqual({ deadline: { seconds: 60, answer: "refuse" } });
    expect(ruleIn("text")).toBeNull();
    expect(ruleIn({ approval: true })).toBeNull();
  });

  it("leaves out what is wrong, and says so", () => {
    const value = { approval: { group: "finance", approvers: 7 } };
    expect(ruleIn(value)).toEqual({ group: "finance" });
    expect(ruleProblemIn(value)).toContain("approval.approvers");
    expect(ruleProblemIn({ approval: { group: "finance" } })).toBeNull();
  });
});
