import { expect, test } from "vitest";
import fc from "fast-check";
import { toEditorText } from "../../../../components/editor/code/line-endings";
import { changedText } from "../../../../lib/graph/rebase-changes";

const texts = fc.array(fc.constantFrom("a", "bc", "\n", "\r\n", "\r", "é", "😀"), { maxLength: 30 }).map((parts) => parts.join(""));

test("the editor's text has one character per line break", () => {
  expect(toEditorText("a\r\nb\nc\rd").text).toBe("a\nb\nc\nd");
});

test("an offset of the file is found again from the editor's", () => {
  const { toEditor, toFile } = toEditorText("ab\r\ncd\r\nef");
  expect([0, 2, 4, 6, 8, 10].map(toEditor)).toEqual([0, 2, 3, 5, 6, 8]);
  expect([0, 2, 3, 5, 6, 8].map(toFile)).toEqual([0, 2, 4, 6, 8, 10]);
});

test("what is between two offsets is the same in both texts, besides line breaks", () => {
  fc.assert(
    fc.property(texts, fc.nat(), fc.nat(), (file, first, second) => {
      const { text, toFile } = toEditorText(file);
      const [start = 0, end = 0] = [first % (text.length + 1), second % (text.length + 1)].sort((a, b) => a - b);
      expect(file.slice(toFile(start), toFile(end)).replace(/\r\n?/g, "\n")).toBe(text.slice(start, end));
    }),
  );
});

test("a change keeps every line break that it does not touch, and writes those of the file", () => {
  const file = "one\r\ntwo\r\nthree\nfour\r\n";
  const { text, toFileChanges } = toEditorText(file);
  const start = text.indexOf("two");
  const changes = toFileChanges([{ start, end: start + 3, text: "2\n2" }]);
  expect(changedText(file, changes)).toBe("one\r\n2\r\n2\r\nthree\nfour\r\n");
});
