import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { changedText, mergeOver, movedPlace, rebaseChanges, textChanges } from "../../lib/graph/rebase-changes";

const lines = fc.array(fc.constantFrom("a", "b", "cc", "", "  d", "é😀", "\r"), { maxLength: 12 }).map((parts) => parts.join("\n"));

describe("changes between two texts", () => {
  test("lead from one to the other, whatever they are", () => {
    fc.assert(
      fc.property(lines, lines, (before, after) => {
        const changes = textChanges(before, after);
        expect(changedText(before, changes)).toBe(after);
        for (const [index, change] of changes.entries()) {
          expect(change.start).toBeLessThanOrEqual(change.end);
          expect(change.start).toBeGreaterThanOrEqual(changes[index - 1]?.end ?? 0);
        }
      }),
    );
  });

  test("are cut down to the characters that differ, and no pair of surrogates is torn apart", () => {
    expect(textChanges("one\ntwo\nthree\n", "one\ntwoo\nthree\n")).toEqual([{ start: 7, end: 7, text: "o" }]);
    expect(textChanges("a😀b", "a😁b")).toEqual([{ start: 1, end: 3, text: "😁" }]);
    expect(textChanges("same", "same")).toEqual([]);
  });
});

describe("changes that somebody else was quicker than", () => {
  const base = "one\ntwo\nthree\nfour\n";
  const rebase = (mine: string, theirs: string) => {
    const rebased = rebaseChanges(textChanges(base, mine), textChanges(base, theirs));
    return rebased === null ? null : changedText(theirs, rebased);
  };

  test("move with the text around them", () => {
    expect(rebase("one\ntwo\nthree!\nfour\n", "zero\none\ntwo\nthree\n4\n")).toBe("zero\none\ntwo\nthree!\n4\n");
    expect(rebase("one\ntwo\nthree\nfour\nfive\n", "// one\ntwo\nthree\nfour\n")).toBe("// one\ntwo\nthree\nfour\nfive\n");
  });

  test("are not made where both changed the same place, or put something at the same point", () => {
    expect(rebase("one\nTWO\nthree\nfour\n", "one\n2\nthree\nfour\n")).toBeNull();
    expect(rebase("one\ntwo\nmine\nthree\nfour\n", "one\ntwo\ntheirs\nthree\nfour\n")).toBeNull();
    expect(rebase("one\nfour\n", "one\ntwo\nthree!\nfour\n")).toBeNull();
  });

  test("are left out where the other side has made them already", () => {
    expect(rebase("one\ntwo!\nthree\nfour\n", "one\ntwo!\nthree\nfour\n")).toBe("one\ntwo!\nthree\nfour\n");
  });

  test("give the same text in either order, where they do not touch", () => {
    fc.assert(
      fc.property(lines, lines, lines, (start, mine, theirs) => {
        const [own, others] = [textChanges(start, mine), textChanges(start, theirs)];
        const [rebased, back] = [rebaseChanges(own, others), rebaseChanges(others, own)];
        expect(rebased === null).toBe(back === null);
        if (rebased !== null && back !== null) expect(changedText(theirs, rebased)).toBe(changedText(mine, back));
      }),
    );
  });

  test("can be put over theirs, which stay wherever mine do not touch them", () => {
    const [mine, theirs] = ["one\nTWO\nthree\nfour\n", "zero\none\n2\nthree\nfour!\n"];
    expect(changedText(theirs, mergeOver(base, theirs, mine))).toBe("zero\none\nTWO\nthree\nfour!\n");
    fc.assert(
      fc.property(lines, lines, lines, (start, own, others) => {
        expect(() => changedText(others, mergeOver(start, others, own))).not.toThrow();
        expect(changedText(start, mergeOver(start, start, own))).toBe(own);
      }),
    );
  });
});

test("a place moves with what stands before it, and is lost where it was changed itself", () => {
  const changes = [{ start: 2, end: 4, text: "xyz" }];
  expect(movedPlace({ start: 0, end: 2 }, changes)).toEqual({ start: 0, end: 2 });
  expect(movedPlace({ start: 4, end: 6 }, changes)).toEqual({ start: 5, end: 7 });
  expect(movedPlace({ start: 3, end: 6 }, changes)).toBeNull();
});
