import { describe, expect, it } from "vitest";
import { answerWords } from "../../lib/request/answer-words";
import { answerActions, answerChoice, parseFreeAnswer } from "../../lib/request/build-answer";
import { checkAnswer } from "../../lib/request/check-answer";
import { readRequest } from "../../lib/request/read-request";
import { isRefusal, sameAnswer } from "../../lib/request/refusal";
import type { Json } from "../../lib/schema/json";

const REVIEW: Json = {
  actionRequests: [{ name: "send_email", args: { to: "ann", copies: 1 } }],
  reviewConfigs: [
    {
      actionName: "send_email",
      allowedDecisions: ["approve", "edit", "reject"],
      argsSchema: { type: "object", properties: { to: { type: "string" }, copies: { type: "integer", maximum: 3 } }, required: ["to"] },
    },
  ],
};
const INBOX: Json = [
  {
    action_request: { action: "refund", args: { amount: 12 } },
    config: { allow_accept: true, allow_edit: true, allow_respond: true, allow_ignore: true },
  },
];
const APPROVAL: Json = {
  type: "approval",
  title: "Refund 80?",
  description: "",
  edit: { amount: 80 },
  choices: [
    { value: "approve", label: "Refund" },
    { value: "refuse", label: "Refuse", comment: "required" },
  ],
};
const FORM: Json = {
  question: "Who?",
  response_schema: { type: "object", properties: { age: { type: "integer", minimum: 18 } }, required: ["age"] },
};

describe("answers to tool reviews", () => {
  const view = readRequest(REVIEW);

  it("are built the way the middleware reads them", () => {
    expect(answerActions(view, [{ decision: "approve" }])).toEqual({ decisions: [{ type: "approve" }] });
    expect(answerActions(view, [{ decision: "edit", args: { to: "bob" } }])).toEqual({
      decisions: [{ type: "edit", editedAction: { name: "send_email", args: { to: "bob" } } }],
    });
    expect(answerActions(view, [{ decision: "reject", reason: " Not now " }])).toEqual({ decisions: [{ type: "reject", message: "Not now" }] });
    expect(answerActions(view, [{ decision: "reject", reason: " " }])).toEqual({ decisions: [{ type: "reject" }] });
  });

  it("are written in snake case where the request is", () => {
    const snake = readRequest({ action_requests: [{ name: "send_email", args: {} }] });
    expect(answerActions(snake, [{ decision: "edit", args: {} }])).toEqual({
      decisions: [{ type: "edit", edited_action: { name: "send_email", args: {} } }],
    });
  });

  it("are refused with a reason where they do not fit", () => {
    const faults: [Json, string][] = [
      ["approve", "must be {decisions: […]}"],
      [{ decisions: [] }, "asks about 1"],
      [{ decisions: [{ type: "approve" }, { type: "approve" }] }, "decides about 2"],
      [{ decisions: ["approve"] }, "must be {type: …}"],
      [{ decisions: [{ type: "respond", message: "x" }] }, "approve, edit or reject"],
      [{ decisions: [{ type: "edit" }] }, "needs editedAction"],
      [{ decisions: [{ type: "edit", editedAction: { name: "send_email", args: { copies: 2 } } }] }, '"to" is required'],
      [{ decisions: [{ type: "edit", editedAction: { name: "send_email", args: { to: "bob", copies: 9 } } }] }, "copies must be at most 3"],
      [{ decisions: [{ type: "reject", message: 3 }] }, "must be a text"],
    ];
    for (const [answer, words] of faults) expect(checkAnswer(REVIEW, answer)).toContain(words);
    expect(checkAnswer(REVIEW, { decisions: [{ type: "approve" }] })).toBeNull();
  });
});

describe("answers to the agent inbox's requests", () => {
  const view = readRequest(INBOX);

  it("are a list with a response for each", () => {
    expect(answerActions(view, [{ decision: "approve" }])).toEqual([{ type: "accept", args: null }]);
    expect(answerActions(view, [{ decision: "edit", args: { amount: 9 } }])).toEqual([
      { type: "edit", args: { action: "refund", args: { amount: 9 } } },
    ]);
    expect(answerActions(view, [{ decision: "respond", text: "Ask first" }])).toEqual([{ type: "response", args: "Ask first" }]);
    expect(answerActions(view, [{ decision: "ignore" }])).toEqual([{ type: "ignore", args: null }]);
  });

  it("are refused where the config does not allow them", () => {
    const strict: Json = { action_request: { action: "refund", args: {} }, config: { allow_accept: true } };
    expect(checkAnswer(strict, [{ type: "ignore", args: null }])).toContain("To refund one may send accept, not ignore");
    expect(checkAnswer(strict, { type: "accept" })).toContain("a list of responses");
    expect(checkAnswer(INBOX, [{ type: "response", args: null }])).toContain("must be a text");
  });
});

describe("answers to the kit's approval", () => {
  const [approve, refuse] = readRequest(APPROVAL).choices;

  it("are the choice, with a comment and changes where there are", () => {
    if (approve === undefined || refuse === undefined) throw new Error("The approval has two choices.");
    expect(answerChoice(approve, "")).toBe("approve");
    expect(answerChoice(refuse, " Too late ")).toEqual({ choice: "refuse", comment: "Too late" });
    expect(answerChoice(approve, "", { amount: 60 })).toEqual({ choice: "approve", changes: { amount: 60 } });
  });

  it("are refused as the kit would refuse them", () => {
    const faults: [Json, string][] = [
      ["aprove", '"aprove" is none of the answers'],
      [{ comment: "x" }, "none of the answers"],
      ["refuse", "A comment is required"],
      [{ choice: "refuse", comment: " " }, "A comment is required"],
      [{ choice: "approve", changes: { order: 1 } }, "order cannot be changed"],
      [{ choice: "approve", why: "x" }, "why is not expected"],
      [{ choice: "approve", comment: 3 }, "must be a text"],
    ];
    for (const [answer, words] of faults) expect(checkAnswer(APPROVAL, answer)).toContain(words);
    for (const answer of ["approve", { choice: "approve", comment: null }, { choice: "refuse", comment: "no" }])
      expect(checkAnswer(APPROVAL, answer)).toBeNull();
  });
});

describe("answers to forms", () => {
  it("must fit the schema, also the one beside the payload", () => {
    expect(checkAnswer(FORM, { age: 3 })).toBe("The answer: age must be at least 18.");
    expect(checkAnswer(FORM, { age: 30 })).toBeNull();
    expect(checkAnswer("Fine?", "yes", { type: "boolean" })).toBe("The answer must be true or false.");
  });

  it("may be anything where the schema cannot be used", () => {
    expect(checkAnswer({ question: "?", response_schema: { $ref: "#" } }, 1)).toBeNull();
    expect(checkAnswer({ question: "?", response_schema: { $ref: "http://127.0.0.1/x" } }, 1)).toBeNull();
  });
});

describe("answers to questions", () => {
  it("may be anything: a workflow may understand more than it offers", () => {
    expect(checkAnswer("Name?", { first: "Ann" })).toBeNull();
    expect(checkAnswer({ question: "Go on?", options: ["yes", "no"] }, "only until noon")).toBeNull();
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

describe("isRefusal", () => {
  it("tells a refusal of every shape", () => {
    const refusals: [Json, Json][] = [
      [REVIEW, { decisions: [{ type: "reject" }] }],
      [INBOX, [{ type: "ignore", args: null }]],
      [APPROVAL, { choice: "refuse", comment: "no" }],
      [{ question: "Go on?", options: ["yes", "no"] }, "no"],
      ["Fine?", false],
      ["Fine?", { approved: false }],
      ["Fine?", { decision: "reject" }],
    ];
    for (const [value, answer] of refusals) expect(isRefusal(value, answer)).toBe(true);
    const others: [Json, Json][] = [
      [REVIEW, { decisions: [{ type: "approve" }] }],
      [INBOX, [{ type: "response", args: "no" }]],
      [APPROVAL, "approve"],
      ["Fine?", { approved: true }],
      ["Name?", "Noah"],
    ];
    for (const [value, answer] of others) expect(isRefusal(value, answer)).toBe(false);
  });
});

describe("sameAnswer", () => {
  it("looks at what was decided and changed, not at the order of keys or the comment", () => {
    expect(sameAnswer("approve", { choice: "approve", comment: "fine" })).toBe(true);
    expect(sameAnswer({ choice: "approve", changes: { a: 1, b: 2 } }, { changes: { b: 2, a: 1 }, choice: "approve" })).toBe(true);
    expect(sameAnswer({ choice: "approve", changes: { a: 1 } }, "approve")).toBe(false);
    expect(sameAnswer({ comment: "a" }, { comment: "b" })).toBe(false);
    expect(sameAnswer([1, 2], [2, 1])).toBe(false);
  });
});

describe("answerWords", () => {
  it("says what was answered", () => {
    expect(answerWords(REVIEW, { decisions: [{ type: "approve" }] })).toBe("Approved");
    expect(answerWords(REVIEW, { decisions: [{ type: "edit", editedAction: { name: "send_email", args: { to: "bob" } } }] })).toBe(
      "Approved with changes",
    );
    expect(answerWords(REVIEW, { decisions: [{ type: "reject", message: "Not now" }] })).toBe("Refused: Not now");
    expect(answerWords(INBOX, [{ type: "response", args: "Ask first" }])).toBe("Responded: Ask first");
    expect(answerWords(APPROVAL, { choice: "approve", changes: { amount: 60 } })).toBe("Refund with changes");
    expect(answerWords(APPROVAL, { choice: "refuse", comment: "Too late" })).toBe("Refuse: Too late");
    expect(answerWords("Name?", { first: "Ann" })).toBe('{"first": "Ann"}');
  });
});
