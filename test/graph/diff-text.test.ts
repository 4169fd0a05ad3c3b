import fc from "fast-check";
import { expect, it } from "vitest";
import { diffText, similarity } from "../../lib/graph/diff-text";

const shown = (before: string, after: string) =>
  diffText(before, after)
    .map(({ kind, text }) => (kind === "same" ? text : kind === "added" ? `{+${text}+}` : `[-${text}-]`))
    .join("");

it("compares word by word", () => {
  expect(shown("The quick brown fox", "The slow brown fox!")).toBe("The [-quick-]{+slow+} brown fox{+!+}");
  expect(shown("", "new")).toBe("{+new+}");
  expect(shown("same", "same")).toBe("same");
  expect(shown("I saw a cat", "I had no dog")).toBe("I [-saw a cat-]{+had no dog+}");
});

it("gives back both texts", () => {
  const words = fc.array(fc.constantFrom("the ", "a ", "fox", "\n", "🦊", ".", "  "), { maxLength: 30 }).map((parts) => parts.join(""));
  fc.assert(
    fc.property(words, words, (before, after) => {
      const parts = diffText(before, after);
      expect(
        parts
          .filter((part) => part.kind !== "added")
          .map((part) => part.text)
          .join(""),
      ).toBe(before);
      expect(
        parts
          .filter((part) => part.kind !== "removed")
          .map((part) => part.text)
          .join(""),
      ).toBe(after);
    }),
  );
});

it("tells a touch from a rewrite", () => {
  expect(similarity(diffText("one two three four", "one two three five"))).toBeGreaterThan(0.5);
  expect(similarity(diffText("alpha beta", "gamma delta"))).toBe(0);
  expect(similarity(diffText("", ""))).toBe(1);
});

it("compares a million characters in a moment", () => {
  const lines = Array.from({ length: 20_000 }, (_, index) => `This is line ${index} of a very long report.\n`);
  const started = performance.now();
  const parts = diffText(lines.join(""), lines.toSpliced(10_000, 1, "changed\n").join(""));
  expect(parts.map((part) => part.kind)).toEqual(["same", "removed", "added", "same"]);
  expect(performance.now() - started).toBeLessThan(1000);
});
