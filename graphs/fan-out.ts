import { END, ReducedValue, Send, START, StateGraph, StateSchema } from "@langchain/langgraph";
import { z } from "zod";

export const title = "Map and reduce";
export const description = "Splits a text into its sections, studies them side by side in a subgraph, and joins the results.";
export const exampleInputs = [
  {
    text: [
      "# Tides",
      "The moon pulls at the sea. The sea rises towards the moon, and rises on the far side too.",
      "# Seasons",
      "The axis of the earth is tilted. Half of the year the north leans to the sun, half of the year the south does.",
      "# Days",
      "The earth turns once a day. Where it turns into the light it is morning.",
    ].join("\n"),
    top: 3,
  },
];

const SectionSchema = z.object({ index: z.number().int(), title: z.string(), text: z.string() });
const ReportSchema = z.object({
  index: z.number().int(),
  title: z.string(),
  words: z.number().int(),
  sentences: z.number().int(),
  frequent: z.array(z.object({ word: z.string(), count: z.number().int() })),
});
type Section = z.infer<typeof SectionSchema>;
type Report = z.infer<typeof ReportSchema>;

const text = z
  .string()
  .default(exampleInputs[0]?.text ?? "")
  .meta({ title: "Text", description: "Any text. Each Markdown heading begins a section; without headings, each paragraph is one." });
const top = z.number().int().min(1).max(20).default(3).meta({ title: "Frequent words", description: "How many words to name per section." });

const State = new StateSchema({
  text,
  top,
  sections: z.array(SectionSchema).default(() => []),
  /** One report per section. The workers finish in any order; the reducer appends each and keeps them sorted. */
  reports: new ReducedValue(
    z.array(ReportSchema).default(() => []),
    { inputSchema: z.array(ReportSchema), reducer: collectReports },
  ),
  summary: z.string().default(""),
});

const Input = new StateSchema({ text, top });

const WorkerState = new StateSchema({
  section: SectionSchema,
  top: z.number().int(),
  words: z.array(z.string()).default(() => []),
  reports: new ReducedValue(
    z.array(ReportSchema).default(() => []),
    { inputSchema: z.array(ReportSchema), reducer: collectReports },
  ),
});
/** What a worker gives back: nothing but its report. */
const WorkerOutput = new StateSchema({ reports: WorkerState.fields.reports });

/** A report that comes again for the same section (after a replay) replaces the earlier one. */
function collectReports(current: Report[], next: Report[]): Report[] {
  const byIndex = new Map([...current, ...next].map((report) => [report.index, report]));
  return [...byIndex.values()].sort((a, b) => a.index - b.index);
}

/** Cuts the text at its headings, or at blank lines where there are none. */
function split(state: typeof State.State) {
  return { sections: splitSections(state.text) };
}

/** One worker per section; straight to the summary when there is nothing to study. */
function fanOut(state: typeof State.State) {
  if (state.sections.length === 0) return "nothing to study";
  return state.sections.map((section) => new Send("study", { section, top: state.top }));
}

/** Reads the words of one section. */
function tokenise(state: typeof WorkerState.State) {
  return { words: state.section.text.toLowerCase().match(/[\p{L}\p{N}][\p{L}\p{N}'’-]*/gu) ?? [] };
}

/** Counts the words and sentences of one section. */
function count(state: typeof WorkerState.State) {
  const { index, title, text } = state.section;
  const sentences = text.split(/[.!?]+(?=\s|$)/).filter((sentence) => sentence.trim() !== "").length;
  return { reports: [{ index, title, words: state.words.length, sentences, frequent: frequentWords(state.words, state.top) }] };
}

/** Joins the reports: totals, and a line for each section. */
function summarise(state: typeof State.State) {
  if (state.reports.length === 0) return { summary: "The text has no words to study." };
  const total = state.reports.reduce((sum, report) => sum + report.words, 0);
  const lines = state.reports.map((report) => {
    const frequent = report.frequent.map(({ word, count }) => `${word} (${count})`).join(", ");
    return `- **${report.title}**: ${counted(report.words, "word")} in ${counted(report.sentences, "sentence")}; most frequent: ${frequent}`;
  });
  return { summary: [`${counted(total, "word")} in ${counted(state.reports.length, "section")}.`, "", ...lines].join("\n") };
}

function counted(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? "" : "s"}`;
}

/** The sections of a text, in order; empty ones are left out. */
export function splitSections(text: string): Section[] {
  const blocks = /^#{1,6} /m.test(text) ? text.split(/^(?=#{1,6} )/m) : text.split(/\n\s*\n/);
  return blocks
    .map((block, index) => {
      const heading = /^#{1,6} +(.*)$/m.exec(block)?.[1]?.trim();
      return { title: heading ?? `Paragraph ${index + 1}`, text: block.replace(/^#{1,6} .*$/m, "").trim() };
    })
    .filter((section) => section.text !== "")
    .map((section, index) => ({ index, ...section }));
}

/** Words that say little about what a text is about. */
const STOP_WORDS = new Set(
  "a an and are as at be by do does for from has have in is it its of on or that the this to too was were where with".split(" "),
);

/** The `top` most frequent words, most frequent first, ties in alphabetical order. */
export function frequentWords(words: string[], top: number): Report["frequent"] {
  const counts = new Map<string, number>();
  for (const word of words) if (!STOP_WORDS.has(word)) counts.set(word, (counts.get(word) ?? 0) + 1);
  return [...counts]
    .map(([word, count]) => ({ word, count }))
    .sort((a, b) => b.count - a.count || a.word.localeCompare(b.word))
    .slice(0, top);
}

const worker = new StateGraph({ state: WorkerState, output: WorkerOutput })
  .addNode("tokenise", tokenise)
  .addNode("count", count)
  .addEdge(START, "tokenise")
  .addEdge("tokenise", "count")
  .addEdge("count", END)
  .compile();

export const graph = new StateGraph({ state: State, input: Input })
  .addNode("split", split)
  .addNode("study", worker)
  .addNode("summarise", summarise)
  .addEdge(START, "split")
  .addConditionalEdges("split", fanOut, { "each section": "study", "nothing to study": "summarise" })
  .addEdge("study", "summarise")
  .addEdge("summarise", END);
