import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { locateQuote } from "../../../graphs/research/domain/cite";
import { parseDocument, plainText, readSentences } from "../../../graphs/research/domain/parse-document";
import { citedNumbers, composeReport, numberNotes, slugOf } from "../../../graphs/research/domain/report";
import { keyTerms, matchingTerms, stem } from "../../../graphs/research/domain/words";
import { DOCUMENTS } from "./fixture";

const lamp = DOCUMENTS["lamp.md"] ?? "";
const duties = DOCUMENTS["keeper/duties.md"] ?? "";

describe("readSentences", () => {
  it("finds the sentences of paragraphs, lists and quotations, with their lines, and leaves code out", () => {
    expect(readSentences(lamp.split("\n"), 1)).toEqual([
      { text: "The lamp of the lighthouse is lit at sunset and put out at sunrise.", line: 3, endLine: 3 },
      { text: "It burns 900 watts.", line: 4, endLine: 4 },
      { text: "When the lamp fails, a second lamp is lit by itself within four seconds, so that no ship loses its way.", line: 8, endLine: 9 },
      { text: "The keeper must report every failure of the lamp to the harbour office on the same day.", line: 15, endLine: 16 },
    ]);
  });

  it("does not cut at abbreviations", () => {
    expect(readSentences(["Use a tool, e.g. A hammer. Then stop."], 1).map(({ text }) => text)).toEqual(["Use a tool, e.g. A hammer.", "Then stop."]);
  });

  it("gives only what can be found again where it says", () => {
    const line = fc.string({ unit: fc.constantFrom("a", "B", " ", ".", "-", ">", "*", "`", "#", "|", "1"), maxLength: 30 });
    fc.assert(
      fc.property(fc.array(line, { maxLength: 12 }), (lines) => {
        for (const { text, line, endLine } of readSentences(lines, 1)) expect(locateQuote(lines.slice(line - 1, endLine), line, text)).not.toBeNull();
      }),
      { numRuns: 2_000 },
    );
  });
});

describe("parseDocument", () => {
  it("takes the title from the front matter, the first heading of level one, or else the fallback", () => {
    expect(parseDocument(duties, "x").title).toBe("Duties of the keeper");
    expect(parseDocument(lamp, "x").title).toBe("The lamp");
    expect(parseDocument("## Contents\n\nText.", "x").title).toBe("x");
  });

  it("keeps the lines of each passage and its heading", () => {
    expect(parseDocument(lamp, "x").passages.map(({ heading, line, endLine }) => [heading, line, endLine])).toEqual([
      ["The lamp", 3, 4],
      ["Failure of the lamp", 8, 16],
    ]);
  });
});

describe("locateQuote", () => {
  const lines = lamp.split("\n");
  it("finds words across lines and quotation marks", () => {
    expect(locateQuote(lines, 1, "to the harbour office")).toEqual({ line: 15, endLine: 16 });
    expect(locateQuote(lines.slice(6), 7, "no ship loses its way.")).toEqual({ line: 9, endLine: 9 });
  });
  it("does not find what does not stand there", () => {
    expect(locateQuote(lines, 1, "to the harbor office")).toBeNull();
    expect(locateQuote(lines, 1, "")).toBeNull();
  });
});

describe("keyTerms", () => {
  it("keeps what a question is about", () => {
    expect(keyTerms("How does LangGraph resume a run after an interrupt?")).toEqual(["langgraph", "resume", "run", "interrupt"]);
    expect(keyTerms("what is it?")).toEqual([]);
  });
  it("takes forms of one word as one", () => {
    expect(keyTerms("checkpoints, checkpointers and checkpointing")).toEqual(["checkpoints"]);
    expect(matchingTerms(["failures", "lamp"], "It failed.")).toEqual(["failures"]);
    expect(stem("fails")).toBe(stem("failure"));
  });
});

describe("plainText", () => {
  it("drops the marks and keeps the words", () => {
    expect(plainText("**[Durable](https://x.org)** `code_with_marks` and *more* ![pic](a.png) <b>now</b> \\[sic\\]")).toBe(
      "Durable `code_with_marks` and more now [sic]",
    );
  });
  it("keeps a tag that the text speaks of", () => {
    expect(plainText("Turn the component that has the `<form>` into a <b>client</b> one")).toBe(
      "Turn the component that has the `<form>` into a client one",
    );
  });
});

describe("composeReport", () => {
  const line = (n: number, found = true) => ({ n, file: "lamp.md", line: n, quote: `Quote ${n}`, found });

  it("lists the sources that are cited, and only those", () => {
    expect(composeReport("# T\n\nOne [1], three [3].", [line(1), line(2), line(3)])).toBe(
      "# T\n\nOne [1], three [3].\n\n## Sources\n\n- [1] `lamp.md:1` “Quote 1”\n- [3] `lamp.md:3` “Quote 3”\n",
    );
  });
  it("marks a citation of nothing and a quote that is not there", () => {
    const report = composeReport("One [1] and nine [9].", [line(1, false)]);
    expect(report).toContain("nine [no such note].");
    expect(report).toContain("“Quote 1” (**not found there**)");
  });
  it("replaces a list of sources that the model made up", () => {
    expect(composeReport("One [1].\n\n## References\n\n1. https://made.up", [line(1)])).not.toContain("made.up");
  });
  it("leaves links alone", () => {
    expect(citedNumbers("See [1](https://x.org), [2] and [3, 4].")).toEqual([2, 3, 4]);
  });
});

describe("numberNotes", () => {
  it("numbers notes by their ids, and others after them", () => {
    expect(numberNotes(["n2", "mine", "n5", "other"])).toEqual([2, 6, 5, 7]);
  });
});

describe("slugOf", () => {
  it("makes a file name of any question", () => {
    expect(slugOf("How does “Überprüfung” work?!")).toBe("how-does-uberprufung-work");
    expect(slugOf("../../etc/passwd")).toBe("etc-passwd");
    expect(slugOf("何？")).toBe("report");
    expect(slugOf("a ".repeat(100)).length).toBeLessThanOrEqual(60);
  });
});
