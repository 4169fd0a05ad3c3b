import { MemorySaver } from "@langchain/langgraph";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { exampleInputs, frequentWords, graph, splitSections } from "../../graphs/fan-out";

describe("The map and reduce workflow", () => {
  it("studies each section once and joins the reports in the order of the text", async () => {
    const state = await graph.compile().invoke({ text: exampleInputs[0]?.text ?? "", top: 2 });
    expect(state.reports.map((report) => [report.title, report.words, report.sentences])).toEqual([
      ["Tides", 19, 2],
      ["Seasons", 24, 2],
      ["Days", 15, 2],
    ]);
    expect(state.reports[0]?.frequent).toEqual([
      { word: "moon", count: 2 },
      { word: "rises", count: 2 },
    ]);
    expect(state.summary).toMatch(/^58 words in 3 sections\./);
  });

  it("studies its example when it is given nothing", async () => {
    expect((await graph.compile().invoke({})).reports).toHaveLength(3);
  });

  it("sends one task per section into the subgraph", async () => {
    const compiled = graph.compile({ checkpointer: new MemorySaver() });
    const config = { configurable: { thread_id: "t" }, interruptBefore: ["study" as const] };
    await compiled.invoke({ text: "One.\n\nTwo.\n\nThree." }, config);
    const paused = await compiled.getState(config);
    expect(paused.next).toEqual(["study", "study", "study"]);
    const state = await compiled.invoke(null, { configurable: { thread_id: "t" } });
    expect(state.reports.map((report) => report.title)).toEqual(["Paragraph 1", "Paragraph 2", "Paragraph 3"]);
  });

  it("says so when there is nothing to study", async () => {
    const state = await graph.compile().invoke({ text: "  \n\n# Only a heading\n" });
    expect(state.reports).toEqual([]);
    expect(state.summary).toBe("The text has no words to study.");
  });

  it("shows the worker's nodes when it is opened", async () => {
    const drawing = await graph.compile().getGraphAsync({ xray: true });
    expect(Object.keys(drawing.nodes)).toEqual(expect.arrayContaining(["study:tokenise", "study:count"]));
  });
});

describe("splitSections", () => {
  it("numbers sections without gaps and never gives an empty one", () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom("a", "#", " ", "\n", ".") }), (text) => {
        const sections = splitSections(text);
        expect(sections.map((section) => section.index)).toEqual(sections.map((_, index) => index));
        expect(sections.every((section) => section.text.trim() !== "")).toBe(true);
      }),
    );
  });
});

describe("frequentWords", () => {
  it("orders by count, then by alphabet, and leaves out words that say nothing", () => {
    expect(frequentWords("the b a b c a the".split(" "), 2)).toEqual([
      { word: "b", count: 2 },
      { word: "c", count: 1 },
    ]);
  });
});
