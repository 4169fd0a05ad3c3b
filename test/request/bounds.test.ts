import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { answerWords } from "../../lib/request/answer-words";
import { answerActions, answerChoice, type ActionAnswer } from "../../lib/request/build-answer";
import { checkAnswer } from "../../lib/request/check-answer";
import { readSchema } from "../../lib/request/clean-schema";
import { cutJson } from "../../lib/request/cut-json";
import { readEdited } from "../../lib/request/edits";
import { fieldsOf, leavesOf } from "../../lib/request/fields";
import { readRequest, ruleIn, ruleProblemIn, summaryOf } from "../../lib/request/read-request";
import { isRefusal, sameAnswer } from "../../lib/request/refusal";
import { isSafePattern } from "../../lib/request/safe-pattern";
import { findSchemaProblems } from "../../lib/request/schema-problems";
import type { Json, JsonObject } from "../../lib/schema/json";

const anyJson = fc.jsonValue({ maxDepth: 4 }).map((value) => JSON.parse(JSON.stringify(value)) as Json);

/** Payloads that look like the shapes that are known, with anything at all in their fields. */
const words = [
  "actionRequests",
  "reviewConfigs",
  "action_requests",
  "review_configs",
  "action_request",
  "config",
  "choices",
  "options",
  "title",
  "description",
  "type",
  "edit",
  "approval",
  "response_schema",
  "schema",
  "name",
  "args",
  "allowedDecisions",
  "actionName",
  "argsSchema",
  "properties",
  "items",
  "enum",
  "required",
  "$ref",
  "anyOf",
  "$defs",
  "pattern",
  "value",
  "label",
  "comment",
];
const lookalike = fc.letrec<{ node: Json; object: JsonObject }>((tie) => ({
  node: fc.oneof(
    { maxDepth: 5 },
    fc.constantFrom<Json>(null, true, 0, "approval", "string", "object", "#", "#/$defs/a", "approve", "(a+)+$", "required", ""),
    fc.array(tie("node"), { maxLength: 3 }),
    tie("object"),
  ),
  object: fc.dictionary(fc.constantFrom(...words), tie("node"), { maxKeys: 5 }),
})).node;

/** Requests as the shapes that are known have them, with odd values in their fields. */
const decisions = fc.subarray<Json>(["approve", "edit", "reject", "respond", "ignore", 3]);
const review = fc.record({
  actionRequests: fc.array(fc.record({ name: fc.oneof(fc.string(), anyJson), args: anyJson, description: anyJson }), { minLength: 1, maxLength: 3 }),
  reviewConfigs: fc.array(fc.record({ actionName: fc.string(), allowedDecisions: decisions }), { maxLength: 3 }),
});
const flag = fc.constantFrom<Json>(true, false, "yes");
const humanInterrupt = fc.record({
  action_request: fc.record({ action: anyJson, args: anyJson }),
  config: fc.record({ allow_accept: flag, allow_edit: flag, allow_respond: flag, allow_ignore: flag }),
});
const choice = fc.record({
  value: fc.oneof(fc.string(), fc.integer(), fc.boolean()),
  label: fc.oneof(fc.string(), anyJson),
  comment: fc.constantFrom<Json>("required", "optional", "never", null),
});
const approval = fc.record({
  type: fc.constantFrom<Json>("approval", "other"),
  title: anyJson,
  choices: fc.array(choice, { minLength: 1, maxLength: 4 }),
  edit: anyJson,
});
const shaped = fc.oneof<fc.Arbitrary<Json>[]>(review, humanInterrupt, fc.array(humanInterrupt, { minLength: 1, maxLength: 3 }), approval);

const payload = fc.oneof(anyJson, lookalike, shaped);

describe("reading any payload", () => {
  it("never throws, and says a line that is short", () => {
    fc.assert(
      fc.property(payload, payload, (value, answer) => {
        readRequest(value, answer);
        ruleIn(value);
        ruleProblemIn(value);
        isRefusal(value, answer);
        sameAnswer(value, answer);
        expect(answerWords(value, answer).length).toBeLessThanOrEqual(200);
        const found = checkAnswer(value, answer, answer);
        expect(found === null || found.length < 3000).toBe(true);
        const { title, summary } = summaryOf(value, "node");
        expect(title.length).toBeGreaterThan(0);
        expect(title.length).toBeLessThanOrEqual(200);
        expect(summary.length).toBeLessThanOrEqual(300);
      }),
      { numRuns: 3000 },
    );
  });

  it("does not change what it reads", () => {
    fc.assert(
      fc.property(payload, (value) => {
        const before = JSON.stringify(value);
        readRequest(value);
        checkAnswer(value, value);
        expect(JSON.stringify(value)).toBe(before);
      }),
    );
  });

  it("gives answers that fit: every decision and choice that it offers", () => {
    fc.assert(
      fc.property(payload, fc.string({ minLength: 1 }), (value, typed) => {
        const text = `x${typed}`;
        const view = readRequest(value);
        for (const choice of view.choices) expect(checkAnswer(value, answerChoice(choice, choice.comment === "none" ? "" : text))).toBeNull();
        const all = view.actions.map((action) => action.decisions.filter((decision) => decision !== "edit" || action.schema === null));
        if (view.actions.length === 0 || all.some((decisions) => decisions.length === 0)) return;
        for (let turn = 0; turn < 5; turn++) {
          const answers = view.actions.map((action, place): ActionAnswer => {
            const decision = all[place]?.[turn % (all[place]?.length ?? 1)] ?? "approve";
            if (decision === "edit") return { decision, args: typeof action.args === "object" && action.args !== null ? action.args : {} };
            return decision === "reject" ? { decision, reason: text } : decision === "respond" ? { decision, text } : { decision };
          });
          expect(checkAnswer(value, answerActions(view, answers))).toBeNull();
        }
      }),
      { numRuns: 3000 },
    );
  });

  it("gives fields whose untouched value is the value itself", () => {
    fc.assert(
      fc.property(anyJson, (value) => {
        const root = fieldsOf(null, value);
        expect(readEdited(root, null, {})).toMatchObject({ isChanged: false, value });
        expect(leavesOf(root).length).toBeLessThan(2000);
      }),
    );
  });

  it("gives fields for any schema that can be used", () => {
    fc.assert(
      fc.property(lookalike, anyJson, (given, value) => {
        const { schema } = readSchema(given);
        if (schema === null) return;
        readEdited(fieldsOf(schema, value), schema, {});
        readEdited(fieldsOf(schema, undefined), schema, { "": "1" });
      }),
      { numRuns: 2000 },
    );
  });
});

function nested(depth: number): Json {
  return JSON.parse(`${"[".repeat(depth)}${"]".repeat(depth)}`) as Json;
}

function timed(work: () => void): number {
  const start = performance.now();
  work();
  return performance.now() - start;
}

describe("payloads that are meant to hurt", () => {
  it("reads and compares values of any depth", () => {
    const deep: Json = { title: "Deep", data: nested(50_000), response_schema: { type: "string" } };
    expect(summaryOf(deep, "node").title).toBe("Deep");
    expect(checkAnswer(deep, nested(50_000))).toBeNull();
    expect(sameAnswer(nested(50_000), nested(50_000))).toBe(true);
    expect(cutJson(nested(50_000), 100).length).toBeLessThanOrEqual(100);
    const schema = JSON.parse(`${'{"items":'.repeat(5000)}true${"}".repeat(5000)}`) as Json;
    expect(readRequest({ question: "?", response_schema: schema }).schemaProblem).toContain("too deep");
  });

  it("gives up on schemas whose references multiply", () => {
    const $defs: JsonObject = { d0: { type: "string" } };
    for (let level = 1; level <= 30; level++) $defs[`d${level}`] = { anyOf: [{ $ref: `#/$defs/d${level - 1}` }, { $ref: `#/$defs/d${level - 1}` }] };
    const value: Json = { question: "?", response_schema: { $ref: "#/$defs/d30", $defs } };
    expect(timed(() => checkAnswer(value, 3))).toBeLessThan(3000);
  });

  it("does not use patterns that may take for ever", () => {
    for (const pattern of ["(a+)+$", "(a|aa)+$", "(.*)*x", "a?".repeat(30) + "a".repeat(30), "(?:a{1,9}){1,9}", "(a)\\1", "[", "x".repeat(600)]) {
      expect(isSafePattern(pattern)).toBe(false);
    }
    for (const pattern of ["^[a-z]+@[a-z]+\\.[a-z]+$", "^\\d{4}-\\d{2}$", "^(yes|no)$", "^A[0-9]{2,}$"]) expect(isSafePattern(pattern)).toBe(true);
    const evil: Json = { question: "?", response_schema: { type: "string", pattern: "^(a+)+$" } };
    expect(timed(() => checkAnswer(evil, `${"a".repeat(40)}!`))).toBeLessThan(500);
    const long: Json = { question: "?", response_schema: { type: "string", pattern: "^.*a.*b$" } };
    expect(timed(() => checkAnswer(long, "a".repeat(1_000_000)))).toBeLessThan(1000);
    expect(checkAnswer({ question: "?", response_schema: { type: "string", pattern: "^A\\d+$" } }, "B1")).toContain("does not have the form");
  });

  it("checks answers of a megabyte against large enums and lists in bounded time", () => {
    const options = Array.from({ length: 20_000 }, (_, index) => `option ${index}`);
    const choose: Json = { question: "?", response_schema: { enum: options } };
    expect(timed(() => expect(checkAnswer(choose, "none")?.length).toBeLessThan(400))).toBeLessThan(2000);
    const unique: Json = { question: "?", response_schema: { type: "array", uniqueItems: true } };
    expect(timed(() => checkAnswer(unique, options))).toBeLessThan(3000);
    expect(timed(() => checkAnswer(choose, "x".repeat(1_000_000)))).toBeLessThan(2000);
  });

  it("takes keys that would change a prototype as names", () => {
    const value = JSON.parse('{"__proto__": {"title": "x"}, "constructor": 1}') as Json;
    expect(Object.hasOwn(readRequest(value).rest, "__proto__")).toBe(true);
    const schema = JSON.parse('{"type": "object", "properties": {"__proto__": {"type": "string", "maxLength": 5}}}') as JsonObject;
    expect(findSchemaProblems(schema, JSON.parse('{"__proto__": "ok"}') as Json)).toEqual([]);
    expect(leavesOf(fieldsOf(schema, undefined)).map(({ name }) => name)).toEqual(["__proto__"]);
  });
});
