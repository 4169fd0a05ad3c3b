import fc from "fast-check";
import { expect, it } from "vitest";
import { LINT_CODES } from "../../lib/schema/lint";
import { ProblemSchema } from "../../lib/schema/problem";
import { examplesOf, problemsIn } from "./pages";

const texts = LINT_CODES.flatMap((code) => Object.values(examplesOf(code)));

it("finds only problems that are in the text, whatever lines of it are left out", () => {
  fc.assert(
    fc.property(fc.constantFrom(...texts), fc.array(fc.nat(60), { maxLength: 6 }), (text, left) => {
      const lines = text.split("\n");
      for (const index of left) lines.splice(index % lines.length, 1);
      const shorter = lines.join("\n");
      for (const problem of problemsIn(shorter)) {
        const { start, end, line, column } = ProblemSchema.parse(problem).place;
        expect(0 <= start && start <= end && end <= shorter.length).toBe(true);
        expect(shorter.slice(0, start).split("\n")).toHaveLength(line);
        expect(start - shorter.lastIndexOf("\n", start - 1)).toBe(column);
      }
    }),
    { numRuns: 300 },
  );
});

it("finds the same in a text with other names, quotes and scripts among them", () => {
  const odd = ['it"s', "</script>", "日本語", "a b", "__proto__", "constructor"];
  for (const name of odd) {
    const text = `import { Annotation, START, StateGraph } from "@langchain/langgraph";
const State = Annotation.Root({ text: Annotation<string> });
export const graph = new StateGraph(State).addNode(${JSON.stringify(name)}, (s) => ({ text: s.text })).addEdge(START, ${JSON.stringify(name)});\n`;
    expect(problemsIn(text).map(({ code, targets }) => [code, targets])).toEqual([["dead-end", [{ kind: "node", node: name }]]]);
  }
});
