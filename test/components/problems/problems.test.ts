import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { changedLines } from "../../../components/editor/problems/changed-lines";
import { splitMessage } from "../../../components/editor/problems/message";
import { isShownAt, problemsAt } from "../../../components/editor/problems/problem-targets";
import { selectionOf } from "../../../components/editor/problems/select-targets";
import type { Problem, ProblemTarget } from "../../../lib/schema/problem";

const problem = (change: Partial<Problem>): Problem => ({
  origin: "lint",
  code: "dead-end",
  severity: "info",
  message: "Nothing leaves `a`. It ends.",
  graph: "graph",
  targets: [],
  place: { file: "graphs/a.ts", start: 0, end: 1, line: 1, column: 1 },
  fixes: [],
  ...change,
});

describe("where a problem is shown", () => {
  const field: ProblemTarget = { kind: "field", node: "a", field: "ends" };

  it("is the node for each of its fields, and not the other way round", () => {
    expect(isShownAt(field, { kind: "node", node: "a" })).toBe(true);
    expect(isShownAt({ kind: "node", node: "a" }, field)).toBe(false);
    expect(isShownAt(field, { ...field, field: "defer" })).toBe(false);
  });

  it("is every branch of a router that it concerns as a whole", () => {
    const router: ProblemTarget = { kind: "branch", source: "a", router: 0, label: null };
    expect(isShownAt(router, { ...router, label: "yes" })).toBe(true);
    expect(isShownAt({ ...router, label: "no" }, { ...router, label: "yes" })).toBe(false);
  });

  it("leaves out other graphs of the file and puts the worst first", () => {
    const at = { kind: "node" as const, node: "a" };
    const found = problemsAt(
      [
        problem({ targets: [at] }),
        problem({ targets: [at], graph: "other" }),
        problem({ targets: [at], severity: "error", graph: null }),
        problem({ targets: [{ kind: "node", node: "b" }] }),
      ],
      "graph",
      at,
    );
    expect(found.map(({ severity }) => severity)).toEqual(["error", "info"]);
  });
});

describe("what a click on a problem selects", () => {
  it("is its nodes before anything else", () => {
    const targets: ProblemTarget[] = [
      { kind: "channel", channel: "c" },
      { kind: "node", node: "a" },
      { kind: "field", node: "a", field: "ends" },
    ];
    expect(selectionOf(targets, null)).toEqual({ nodes: ["a"], edge: null });
  });

  it("is nothing for a channel alone", () => {
    expect(selectionOf([{ kind: "channel", channel: "c" }], null)).toBeNull();
  });
});

describe("a message", () => {
  it("is its first sentence, and the rest", () => {
    expect(splitMessage("`a` is bad. It throws. Change it.")).toEqual({ title: "`a` is bad", rest: "It throws. Change it." });
  });

  it("is not split inside of a name", () => {
    expect(splitMessage("The node `a. b` is bad").title).toBe("The node `a. b` is bad");
  });
});

describe("the lines that an edit changes", () => {
  it("are shown whole, before and after", () => {
    const text = "one\ntwo\nthree\n";
    expect(changedLines(text, [{ start: 5, end: 6, text: "W" }])).toEqual([{ line: 2, removed: ["two"], added: ["tWo"] }]);
  });

  it("leave out the line beside which one is put", () => {
    expect(changedLines("one\ntwo\n", [{ start: 4, end: 4, text: "new\n" }])).toEqual([{ line: 2, removed: [], added: ["new"] }]);
  });

  it("lead from the text before to the text after", () => {
    const texts = fc.array(fc.constantFrom("a", "b", "\n"), { maxLength: 20 }).map((parts) => parts.join(""));
    fc.assert(
      fc.property(texts, fc.nat(20), fc.nat(20), texts, (text, from, length, put) => {
        const start = Math.min(from, text.length);
        const end = Math.min(start + length, text.length);
        const after = text.slice(0, start) + put + text.slice(end);
        const lines = text.split("\n");
        for (const { line, removed, added } of changedLines(text, [{ start, end, text: put }])) {
          expect(lines.slice(line - 1, line - 1 + removed.length)).toEqual(removed);
          lines.splice(line - 1, removed.length, ...added);
        }
        expect(lines.join("\n")).toBe(after);
      }),
    );
  });
});
