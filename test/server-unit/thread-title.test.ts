import { expect, test } from "vitest";
import type { Json, JsonObject } from "../../lib/schema/json";
import { titleOf } from "../../lib/server/thread-title";

test.each<[string, JsonObject, Json | undefined, string | null]>([
  ["the metadata's title comes first", { title: "Mine" }, { question: "What?" }, "Mine"],
  [
    "the first human message of a list of messages",
    {},
    {
      messages: [
        { type: "system", content: "Be kind" },
        { type: "human", content: "Hello" },
      ],
    },
    "Hello",
  ],
  ["a message in the shape of other libraries", {}, { messages: [{ role: "user", content: [{ type: "text", text: "In parts" }] }] }, "In parts"],
  ["a message as a pair", {}, { messages: [["user", "As a pair"]] }, "As a pair"],
  ["the first text field when there is no message", {}, { limit: 3, question: "What is tea?", other: "x" }, "What is tea?"],
  ["an input that is a text", {}, "Only text", "Only text"],
  ["white space is made one line", {}, { question: "  two\n\n lines " }, "two lines"],
  ["nothing to make a title of", {}, { n: 1 }, null],
  ["no input", {}, undefined, null],
  ["an empty title is none", { title: " " }, null, null],
])("%s", (_, metadata, input, title) => {
  expect(titleOf(metadata, input)).toBe(title);
});

test("a long title is cut at 80 characters", () => {
  const title = titleOf({}, { question: "word ".repeat(100) }) ?? "";
  expect(title.length).toBeLessThanOrEqual(80);
  expect(title.endsWith("…")).toBe(true);
});
