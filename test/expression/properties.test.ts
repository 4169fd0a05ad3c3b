import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { evaluate } from "../../lib/expression/evaluate";
import { ExpressionError } from "../../lib/expression/error";
import { parseExpression } from "../../lib/expression/parse";
import { channelsOf } from "../../lib/expression/scope";
import type { Json } from "../../lib/schema/json";

const STATE = { n: 7, zero: 0, text: "abc", empty: "", yes: true, list: [3, 1, 2], words: ["b", "a", "b"], none: null, box: { a: 1, "b c": "two" } };
const NAMES = Object.keys(STATE);

/** What JavaScript itself makes of the text, over the same state. */
function javaScript(text: string): unknown {
  // eslint-disable-next-line @typescript-eslint/no-implied-eval -- The texts are made here, and JavaScript is what they are compared with.
  return new Function(...NAMES, `return (${text});`)(...structuredClone(Object.values(STATE)));
}

function ours(text: string, state: Record<string, Json> = STATE): unknown {
  const parsed = parseExpression(text);
  if (!parsed.ok) throw new Error(`${text}: ${parsed.message}`);
  return evaluate(parsed.program, { state: channelsOf(state) });
}

const leaf = {
  number: fc.oneof(
    fc.integer({ min: 0, max: 50 }).map(String),
    fc.constantFrom("n", "zero", "text.length", "list[1]", "box.a", "list.length", "1.5e2"),
  ),
  text: fc.oneof(
    fc.string({ maxLength: 4 }).map((value) => JSON.stringify(value)),
    fc.constantFrom("text", "empty", "words[0]", "box['b c']", "'\\u0041\\n'"),
  ),
  truth: fc.constantFrom("yes", "true", "false", "!empty", "(none === null)", "list.includes(3)", "('a' in box)"),
  list: fc.constantFrom("list", "[1, 2]", "[]", "[n, ...list]"),
};

/** Expressions of known types, so that JavaScript and the strict language mean the same by them. */
const grammar = fc.letrec<{ number: string; text: string; truth: string; list: string }>((tie) => ({
  number: fc.oneof(
    { maxDepth: 4, withCrossShrink: true },
    leaf.number,
    fc
      .tuple(tie("number"), fc.constantFrom("+", "-", "*", "/", "%"), tie("number"))
      .map(([left, operator, right]) => `(${left} ${operator} ${right})`),
    fc.tuple(tie("truth"), tie("number"), tie("number")).map(([test, yes, no]) => `(${test} ? ${yes} : ${no})`),
    tie("number").map((value) => `-(${value})`),
    tie("text").map((value) => `${value}.length`),
    fc.tuple(tie("list"), tie("number")).map(([list, start]) => `${list}.reduce((sum, item) => sum + item, ${start})`),
    fc.tuple(tie("number"), tie("number")).map(([left, right]) => `Math.max(${left}, ${right})`),
    tie("list").map((list) => `${list}.findIndex((item, index) => item < index)`),
    fc.tuple(tie("list"), tie("number")).map(([list, index]) => `(${list}.at(${index}) ?? 0)`),
  ),
  text: fc.oneof(
    { maxDepth: 4, withCrossShrink: true },
    leaf.text,
    fc.tuple(tie("text"), tie("text")).map(([left, right]) => `(${left} + ${right})`),
    fc.tuple(tie("text"), tie("number")).map(([left, right]) => `\`\${${left}}-\${${right}}\``),
    fc.tuple(tie("text"), tie("number"), tie("number")).map(([text, from, to]) => `${text}.slice(${from}, ${to})`),
    tie("text").map((text) => `${text}.toUpperCase().trim()`),
    fc.tuple(tie("list"), tie("text")).map(([list, separator]) => `${list}.join(${separator})`),
    fc.tuple(tie("text"), tie("text")).map(([text, separator]) => `${text}.split(${separator}).toReversed().join("|")`),
  ),
  truth: fc.oneof(
    { maxDepth: 4, withCrossShrink: true },
    leaf.truth,
    fc.tuple(tie("number"), fc.constantFrom("<", "<=", ">", ">=", "==", "!==", "===", "!="), tie("number")).map((parts) => `(${parts.join(" ")})`),
    fc.tuple(tie("text"), fc.constantFrom("<", ">", "===", "!="), tie("text")).map((parts) => `(${parts.join(" ")})`),
    fc.tuple(tie("truth"), fc.constantFrom("&&", "||"), tie("truth")).map((parts) => `(${parts.join(" ")})`),
    tie("truth").map((value) => `!${value}`),
    fc
      .tuple(tie("text"), fc.constantFrom("includes", "startsWith", "endsWith"), tie("text"))
      .map(([text, method, part]) => `${text}.${method}(${part})`),
    fc
      .tuple(tie("list"), fc.constantFrom("some", "every"), tie("number"))
      .map(([list, method, limit]) => `${list}.${method}((item) => item > ${limit})`),
  ),
  list: fc.oneof(
    { maxDepth: 4, withCrossShrink: true },
    leaf.list,
    fc.tuple(tie("list"), tie("number")).map(([list, by]) => `${list}.map((item, index) => item * ${by} + index)`),
    fc.tuple(tie("list"), tie("number")).map(([list, limit]) => `${list}.filter((item) => item >= ${limit})`),
    fc.tuple(tie("list"), tie("list")).map(([left, right]) => `${left}.concat(${right})`),
    fc.tuple(tie("list"), tie("number")).map(([list, from]) => `${list}.slice(${from})`),
  ),
}));

describe("the expression language", () => {
  it("means what JavaScript means by the same text", () => {
    const any = fc.oneof(grammar.number, grammar.text, grammar.truth, grammar.list).filter((text) => text.length <= 2000);
    fc.assert(
      fc.property(any, (text) => {
        expect(ours(text)).toEqual(javaScript(text));
      }),
      { numRuns: 1500 },
    );
  });

  it("answers any text with a value, a place or a message, soon, and touches nothing", () => {
    const words = [
      "n",
      "list",
      "words",
      "box",
      "state",
      "previous",
      "update",
      "a",
      "=>",
      "(",
      ")",
      "[",
      "]",
      "{",
      "}",
      ".",
      "?.",
      ",",
      ":",
      "?",
      "+",
    ];
    const more = [
      "==",
      "&&",
      "!",
      "'x'",
      "1",
      "`",
      "${",
      "...",
      "map",
      "reduce",
      "constructor",
      "__proto__",
      "this",
      "=",
      ";",
      "/",
      "in",
      "new",
      "Math.max",
    ];
    const soup = fc.array(fc.constantFrom(...words, ...more), { maxLength: 25 }).map((parts) => parts.join(" "));
    const before = JSON.stringify(STATE);
    fc.assert(
      fc.property(fc.oneof(soup, fc.string({ maxLength: 60 })), (text) => {
        const started = performance.now();
        const parsed = parseExpression(text);
        if (parsed.ok) {
          try {
            evaluate(parsed.program, { state: channelsOf(STATE) });
          } catch (error) {
            expect(error).toBeInstanceOf(ExpressionError);
          }
        } else {
          expect(parsed.message).not.toBe("");
          expect(parsed.index).toBeGreaterThanOrEqual(0);
          expect(parsed.index).toBeLessThanOrEqual(text.length);
        }
        expect(performance.now() - started).toBeLessThan(1000);
      }),
      { numRuns: 3000 },
    );
    expect(JSON.stringify(STATE)).toBe(before);
    expect(Object.keys(Object.prototype)).toEqual([]);
  });

  it("gives values of the data alone, whatever the keys are", () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.constantFrom("__proto__", "constructor", "toString", "valueOf", "map", "length", "a", "0"), (json, key) => {
        const value: Json = JSON.parse(JSON.stringify(json)) as Json;
        const parsed = parseExpression(`x?.[${JSON.stringify(key)}]`);
        if (!parsed.ok) return;
        const result = evaluate(parsed.program, { state: channelsOf({ x: value }) });
        expect(typeof result).not.toBe("function");
        if (result !== undefined && typeof value === "object" && value !== null && !Array.isArray(value))
          expect(Object.hasOwn(value, key)).toBe(true);
      }),
    );
  });
});
