import { describe, expect, it } from "vitest";
import { evaluate } from "../../lib/expression/evaluate";
import { parseExpression } from "../../lib/expression/parse";
import { channelsOf } from "../../lib/expression/scope";
import { Room, toJson, type Value } from "../../lib/expression/value";
import type { Json } from "../../lib/schema/json";

type Data = Record<string, Json>;

function run(text: string, state: Data = {}, more: { previous?: Data; update?: Data } = {}): Value {
  const parsed = parseExpression(text);
  if (!parsed.ok) throw new Error(`${parsed.message} (${parsed.index})`);
  return evaluate(parsed.program, {
    state: channelsOf(state),
    ...(more.previous === undefined ? {} : { previous: channelsOf(more.previous) }),
    ...(more.update === undefined ? {} : { update: channelsOf(more.update) }),
  });
}

function refused(text: string): { message: string; index: number } {
  const parsed = parseExpression(text);
  if (parsed.ok) throw new Error(`${text} was taken`);
  return { message: parsed.message, index: parsed.index };
}

const STATE: Data = {
  topic: "tea",
  notes: [
    { id: "a", words: 3 },
    { id: "b", words: 5 },
  ],
  score: 0.5,
  empty: null,
  nested: { deep: { list: [1, 2, 3] } },
};

describe("an expression", () => {
  it("computes over the channels by their names", () => {
    expect(run("notes.length > 1 && topic === 'tea'", STATE)).toBe(true);
    expect(run("notes[1].words + score * 2", STATE)).toBe(6);
    expect(run("topic + '!' + notes.length", STATE)).toBe("tea!2");
    expect(run("`${topic} has ${len(notes)}`", STATE)).toBe("tea has 2");
    expect(run("score > 0.4 ? 'good' : 'bad'", STATE)).toBe("good");
    expect(run("nested.deep['list'].at(-1)", STATE)).toBe(3);
    expect(run("empty ?? 'nothing'", STATE)).toBe("nothing");
    expect(run("empty?.length.more", STATE)).toBeUndefined();
    expect(run("'topic' in state && !('other' in state)", STATE)).toBe(true);
    expect(run("{ n: notes.length, ...nested.deep }", STATE)).toEqual({ n: 2, list: [1, 2, 3] });
    expect(run("[...nested.deep.list, 4]", STATE)).toEqual([1, 2, 3, 4]);
  });

  it("hands arrow functions to the methods of lists", () => {
    expect(run("notes.some((note) => note.words > 4)", STATE)).toBe(true);
    expect(run("notes.filter(note => note.id !== 'a').map(note => note.words)", STATE)).toEqual([5]);
    expect(run("notes.reduce((sum, note) => sum + note.words, 0)", STATE)).toBe(8);
    expect(run("notes.findIndex((note, index) => index === 1)", STATE)).toBe(1);
    expect(run("notes.map((a) => notes.map((b) => a.words * b.words))", STATE)).toEqual([
      [9, 15],
      [15, 25],
    ]);
  });

  it("has functions for what lists and objects hold", () => {
    expect(run("[len(notes), len(empty), len(topic), len(nested)]", STATE)).toEqual([2, 0, 3, 1]);
    expect(run("keys(nested.deep)", STATE)).toEqual(["list"]);
    expect(run("sum(nested.deep.list) + Math.max(1, 7) + min([4, 2])", STATE)).toBe(15);
    expect(run("[type(notes), type(empty), type(topic), type(score)]", STATE)).toEqual(["array", "null", "string", "number"]);
    expect(run("text(nested)", STATE)).toBe('{"deep":{"list":[1,2,3]}}');
    expect(run("has(nested, 'deep')", STATE)).toBe(true);
  });

  it("sees the state before the step and what a node wrote", () => {
    expect(run("len(notes) - len(previous.notes)", STATE, { previous: { notes: [] } })).toBe(2);
    expect(run("update.topic === 'tea' && update.score === undefined", STATE, { update: { topic: "tea" } })).toBe(true);
    expect(() => run("update.topic", STATE)).toThrow('There is no "update" here');
  });

  it("reads only the channels that it names", () => {
    const parsed = parseExpression("state.notes.length + previous.score > len(topic)");
    if (!parsed.ok) throw new Error(parsed.message);
    expect(parsed.names).toEqual(["notes", "topic", "score"]);
    const read: string[] = [];
    const channels = { names: Object.keys(STATE), read: (name: string) => (read.push(name), STATE[name]) };
    evaluate(parsed.program, { state: channels, previous: channels });
    expect(read.sort()).toEqual(["notes", "score", "topic"]);
  });

  it("takes the odd numbers and what is undefined for what they are", () => {
    expect(run("worst > 10", { worst: { $type: "Infinity" } })).toBe(true);
    expect(run("gone ?? 1", { gone: { $type: "undefined" } })).toBe(1);
    expect(toJson(run("0 / 0"), new Room(100))).toEqual({ $type: "NaN" });
    expect(toJson(run("[state.a.b]", { a: {} }), new Room(100))).toEqual([null]);
  });
});

describe("a condition that cannot be evaluated", () => {
  it("says which channel there is not", () => {
    expect(() => run("noets.length", STATE)).toThrow('There is no channel "noets". The state has topic, notes, score, empty, nested.');
  });

  it("says what is missing, and how to allow for it", () => {
    expect(() => run("empty.length", STATE)).toThrow('It is null here, so it has no "length". Write ?. in place of the dot if it may be missing.');
    expect(() => run("empty + 1", STATE)).toThrow("+ needs two numbers or a text, not null and a number.");
    expect(() => run("empty * 2", STATE)).toThrow("Write ?? 0 after what may be missing.");
    expect(() => run("notes > 2", STATE)).toThrow("> cannot compare a list with a number.");
    expect(() => run("topic.some((x) => x)", STATE)).toThrow("some is a method of lists, but was called on a text.");
  });

  it("finds what is missing neither smaller nor larger than anything", () => {
    expect([run("empty > 0", STATE), run("empty <= 0", STATE), run("nested.other < 3", STATE)]).toEqual([false, false, false]);
  });
});

describe("what an expression may not do", () => {
  it.each([
    ["a = 1", "An expression cannot change anything", 0],
    ["a++", "An expression cannot change anything", 0],
    ["a, b", "One expression only", 0],
    ["new Date()", "Nothing can be constructed", 0],
    ["fetch('x')", "Only known functions can be called", 0],
    ["a.constructor('return 1')()", "Only known functions can be called", 0],
    ["a.constructor", '"constructor" is not available', 2],
    ["a['__proto__']", '"__proto__" is not available', 2],
    ["({ __proto__: a })", '"__proto__" is not available as a key', 3],
    ["a.replace('x', 'y')", 'There is no method "replace"', 2],
    ["/x+/", "Regular expressions are not available", 0],
    ["() => 1", "A function can only be handed to a method", 0],
    ["a.map(b)", "map needs an arrow function", 6],
    ["a.map((b) => { return b })", "An arrow function is one expression here", 13],
    ["a.map(({ b }) => b)", "A parameter is a plain name here", 7],
    ["a | b", "The operator | is not available. Write || for or.", 1],
    ["a instanceof b", "The operator instanceof is not available.", 1],
    ["this.a", "This is not available", 0],
    ["import('fs')", "This is not available", 0],
    ["a.b.#c", "", 4],
    ["a.f?.()", "There is no method", 2],
    ["a `b`", "This is not available", 0],
    ["a b", "cannot stand here. The expression ends before this.", 2],
    ["a; b", "cannot stand here. The expression ends before this.", 1],
    ["a >", "Something is missing at the end.", 3],
    ["(a", "Something is missing at the end.", 2],
    ["a + ) b", '")" cannot stand here.', 4],
    ["'a", "Unterminated string constant.", 0],
    ["", "There is no expression yet.", 0],
  ])("refuses %s", (text, message, index) => {
    expect(refused(text)).toEqual({ message: expect.stringContaining(message), index });
  });

  it("refuses a text that is too long or nested too deeply, without a crash", () => {
    expect(refused("1 + ".repeat(600) + "1").message).toContain("longer than 2000");
    for (const text of [
      "(".repeat(999) + "1" + ")".repeat(999),
      "!".repeat(1999) + "1",
      "[".repeat(900) + "]".repeat(900),
      "a?.b".repeat(1) + "[a".repeat(600),
    ])
      expect(parseExpression(text)).toMatchObject({ ok: false });
  });

  it("reaches no prototype at run time either", () => {
    expect(run("notes['m' + 'ap']", STATE)).toBeUndefined();
    expect(() => run("nested['const' + 'ructor']", STATE)).toThrow("not available");
    expect(() => run("({ ['__pro' + 'to__']: 1 })", STATE)).toThrow("not available");
    expect(run("nested.toString ?? topic.valueOf ?? notes.push ?? state.hasOwnProperty.x ?? 1", { ...STATE, hasOwnProperty: {} })).toBe(1);
    const polluted = JSON.parse('{"box": {"__proto__": {"seen": true}}}') as Data;
    expect(run("box.seen", polluted)).toBeUndefined();
    expect(run("Object.keys({ ...box })", polluted)).toEqual(["__proto__"]);
    expect(Object.getPrototypeOf({})).toBe(Object.prototype);
  });

  it.each([
    ["loops", "big.map((a) => big.map((b) => big.map((c) => a + b + c)))", /took too long|too long: more/],
    ["doubles a text", "big.reduce((all) => all + all, 'x')", /too much text/],
    ["doubles a list", "big.reduce((all) => [...all, ...all], [1])", /too long/],
    ["doubles a list by concat", "big.reduce((all) => all.concat(all), [1])", /too long/],
    ["joins for ever", "big.reduce((all) => [all, all].join(all), 'xx')", /too much text/],
    ["writes what it nests", "text(big.reduce((all) => [all, all], 1))", /too long|too much/],
    ["flattens what it maps", "big.flatMap(() => big).length", /too long/],
    ["appends a list to itself", `big.concat(${"big, ".repeat(300)}big).length`, /too long/],
    ["spreads many large objects", `{${"...box, ".repeat(200)}}`, /too long/],
    ["counts the names of an object again and again", "big.some(() => len(box) < 0)", /too long/],
    ["looks for a long text at every place", "doc.lastIndexOf(doc.slice(0, 200000) + 'b') > 0", /too long/],
    ["splits by a long text", "doc.split(doc.slice(0, 200000) + 'b')", /too long/],
    ["compares long texts again and again", "big.some(() => doc + 'a' < doc.slice(1) || doc === doc.slice(0, 1) + doc.slice(1))", /too (long|much)/],
    ["makes templates", "big.reduce((all) => `${all}${all}`, 'x')", /too much text/],
  ])("runs out of its budget soon when it %s", (_what, text, message) => {
    const started = performance.now();
    const numbers = Array.from({ length: 20_000 }, (_, index) => index);
    expect(() => run(text, { big: numbers, box: Object.fromEntries(numbers.map((number) => [`k${number}`, 1])), doc: "a".repeat(400_000) })).toThrow(
      message,
    );
    expect(performance.now() - started).toBeLessThan(2000);
  });
});
