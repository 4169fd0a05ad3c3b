import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { Command } from "@langchain/langgraph";
import { SqliteSaver } from "@langchain/langgraph-checkpoint-sqlite";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { exampleInputs, graph } from "../../../graphs/research/graph";
import { MAX_ROUNDS } from "../../../graphs/research/settings";
import { research } from "../../../graphs/research/scripted/researcher";
import { ResearchInput, type Research, type ResearchUpdate } from "../../../graphs/research/state";
import type { Script } from "../../../lib/kit/scripted-model";
import { startOpenAiServer, type OpenAiServer } from "../../kit/openai-server";
import { makeFixture, type Fixture } from "./fixture";

const QUESTION = "What happens after a failure of the lamp?";

let fixture: Fixture;
let workflow: ReturnType<typeof compile>;
const compile = () => graph.compile({ checkpointer: SqliteSaver.fromConnString(join(fixture.root, "checkpoints.db")) });
const on = (thread_id: string, checkpoint_id?: string) => ({
  configurable: { thread_id, ...(checkpoint_id === undefined ? {} : { checkpoint_id }) },
});
const answer = (resume: unknown) => new Command<unknown, ResearchUpdate, "plan">({ resume });
const reports = () => readdir(join(fixture.data, "reports")).then((names) => names.filter((name) => name.endsWith(".md")));

async function valuesOf(thread: string): Promise<Research> {
  return (await workflow.getState(on(thread))).values;
}

/** The newest checkpoint of a thread at which these nodes are next. */
async function checkpointBefore(thread: string, node: string) {
  for await (const snapshot of workflow.getStateHistory(on(thread))) if (snapshot.next.join() === node) return snapshot.config;
  throw new Error(`No checkpoint has ${node} next.`);
}

beforeAll(() => {
  vi.stubEnv("RETROGRAPH_MODEL", "scripted");
  vi.stubEnv("RETROGRAPH_SCRIPTED_DELAY_MS", "0");
});
beforeEach(() => {
  fixture = makeFixture();
  vi.stubEnv("RETROGRAPH_RESEARCH_FOLDER", fixture.documents);
  vi.stubEnv("RETROGRAPH_DATA", fixture.data);
  workflow = compile();
});
afterEach(() => fixture.remove());
afterAll(() => {
  vi.unstubAllEnvs();
});

describe("The research workflow", () => {
  it("searches, reads, notes and drafts, then waits for a person", async () => {
    await workflow.invoke({ question: QUESTION }, on("a"));
    const state = await workflow.getState(on("a"));
    expect(state.next).toEqual(["approval"]);
    const { log, notes, report, citations } = await valuesOf("a");
    expect(log.map(({ did }) => did).slice(0, 5)).toEqual(["start", "search", "note", "read", "note"]);
    expect(notes.map(({ claim }) => claim)).toContain(
      "When the lamp fails, a second lamp is lit by itself within four seconds, so that no ship loses its way.",
    );
    expect(notes.every(({ id }, index) => id === `n${index + 1}`)).toBe(true);
    expect(report).toMatch(/^# What happens after a failure of the lamp\?/);
    expect(report).toContain("`lamp.md:8`");
    expect(citations.length).toBeGreaterThan(2);
    expect(citations.every(({ found }) => found)).toBe(true);
    const [request] = state.tasks.flatMap(({ interrupts }) => interrupts);
    expect(request?.value).toMatchObject({ type: "approval", title: "Publish the report?", draft: report });
    expect(request?.value.description).toMatch(/\d+ words, \d+ citations, all found in their sources\./);
    expect(request?.value.choices.map(({ value }: { value: string }) => value)).toEqual(["approve", "revise", "reject"]);
  });

  it("cites only lines that really say it", async () => {
    await workflow.invoke({ question: QUESTION }, on("a"));
    for (const { file, line, end_line, quote } of (await valuesOf("a")).notes) {
      const lines = (await readFile(join(fixture.documents, file), "utf8")).split("\n").slice(line - 1, end_line);
      const words = lines.map((text) => text.replace(/^\s*(?:>|-|\d+\.)\s*/, "")).join(" ");
      expect(words).toContain(quote);
    }
  });

  it("gives the same report for the same question", async () => {
    await workflow.invoke({ question: QUESTION }, on("a"));
    await workflow.invoke({ question: QUESTION }, on("b"));
    expect((await valuesOf("a")).report).toBe((await valuesOf("b")).report);
  });

  it("publishes what was approved, once, however often the node runs", async () => {
    await workflow.invoke({ question: QUESTION }, on("a"));
    await workflow.invoke(answer("approve"), on("a"));
    const { published, report } = await valuesOf("a");
    const [file] = await reports();
    expect(published?.file).toBe(`reports/${file}`);
    expect(await readFile(join(fixture.data, "reports", file ?? ""), "utf8")).toBe(report);
    await workflow.invoke(null, await checkpointBefore("a", "publish"));
    expect(await reports()).toEqual([file]);
    expect((await valuesOf("a")).published).toEqual(published);
  });

  it("publishes nothing that was rejected", async () => {
    await workflow.invoke({ question: QUESTION }, on("a"));
    await workflow.invoke(answer({ choice: "reject", comment: "Not needed any more" }), on("a"));
    expect((await workflow.getState(on("a"))).next).toEqual([]);
    expect(await valuesOf("a")).toMatchObject({ published: null, review: { choice: "reject", comment: "Not needed any more" } });
    await expect(reports()).rejects.toThrow();
  });

  it("looks for what the reviewer missed, and asks again", async () => {
    await workflow.invoke({ question: QUESTION }, on("a"));
    const before = await valuesOf("a");
    await workflow.invoke(answer({ choice: "revise", comment: "Please mention the gulls on the cliff." }), on("a"));
    const after = await valuesOf("a");
    expect(after.log.slice(before.log.length)).toMatchObject([
      { did: "review" },
      { did: "search", query: "gulls cliff" },
      { did: "note" },
      ...Array(after.log.length - before.log.length - 3).fill({}),
    ]);
    expect(after.report).toContain("Gulls nest on the cliff below the lighthouse.");
    expect((await workflow.getState(on("a"))).next).toEqual(["approval"]);
    await workflow.invoke(answer("approve"), on("a"));
    expect(await reports()).toHaveLength(1);
  });

  it("shortens the report without a new search when only the form is wrong", async () => {
    await workflow.invoke({ question: QUESTION }, on("a"));
    const before = await valuesOf("a");
    await workflow.invoke(answer({ choice: "revise", comment: "Shorter, please" }), on("a"));
    const after = await valuesOf("a");
    expect(after.report.length).toBeLessThan(before.report.length);
    expect(after.log.slice(before.log.length).map(({ did }) => did)).toEqual(["review"]);
  });

  it("refuses to revise without a comment and keeps the question open", async () => {
    await workflow.invoke({ question: QUESTION }, on("a"));
    await expect(workflow.invoke(answer("revise"), on("a"))).rejects.toThrow(/comment/);
    await workflow.invoke(answer("approve"), on("a"));
    expect(await reports()).toHaveLength(1);
  });
});

describe("Going back in the research", () => {
  it("writes another report after a note was corrected, and leaves the first branch as it was", async () => {
    await workflow.invoke({ question: QUESTION }, on("a"));
    const first = await workflow.getState(on("a"));
    const before = await checkpointBefore("a", "draft");
    const forked = await workflow.updateState(before, { notes: [{ id: "n1", claim: "The second lamp is lit within two seconds." }] });
    await workflow.invoke(null, forked);
    const { report, notes, citations } = await valuesOf("a");
    expect(report).toContain("The second lamp is lit within two seconds. [1]");
    expect(notes).toHaveLength(first.values.notes.length);
    expect(citations.find(({ n }) => n === 1)?.found).toBe(true);
    expect((await workflow.getState(first.config)).values.report).toBe(first.values.report);
    await workflow.invoke(answer("approve"), on("a"));
    const [file] = await reports();
    expect(await readFile(join(fixture.data, "reports", file ?? ""), "utf8")).toContain("two seconds");
  });

  it("leaves out a note that was removed, and marks one whose words are not in the file", async () => {
    await workflow.invoke({ question: QUESTION }, on("a"));
    const changes = [
      { id: "n1", remove: true },
      { id: "n2", quote: "The lamp never fails." },
      { id: "n9", claim: "The keeper was asked and agrees." },
    ];
    const forked = await workflow.updateState(await checkpointBefore("a", "draft"), { notes: changes });
    await workflow.invoke(null, forked);
    const { report, citations } = await valuesOf("a");
    expect(report).not.toContain("[1]");
    expect(citations.find(({ n }) => n === 2)?.found).toBe(false);
    expect(report).toContain("“The lamp never fails.” (**not found there**)");
    expect(report).toContain("The keeper was asked and agrees. [9]");
    expect(report).toContain("- [9] no source given");
    const [request] = (await workflow.getState(on("a"))).tasks.flatMap(({ interrupts }) => interrupts);
    expect(request?.value.description).toMatch(/3 citations, of which 1 could not be found in its source and 1 names no source\./);
  });

  it("starts from nothing when the question is another one", async () => {
    await workflow.invoke({ question: QUESTION }, on("a"));
    await workflow.invoke(answer("approve"), on("a"));
    await workflow.invoke({ question: "Where do gulls nest?" }, on("a"));
    const { report, notes, published, review } = await valuesOf("a");
    expect(report).toContain("Gulls nest on the cliff below the lighthouse.");
    expect(notes.every(({ file }) => file === "birds.txt")).toBe(true);
    expect({ published, review }).toEqual({ published: null, review: null });
  });
});

describe("Questions that cannot be answered", () => {
  it.each([["How do submarines navigate?"], ["what is it?"], ["?!"], ["何？"], ["x".repeat(5_000)]])(
    "says honestly that nothing was found: %.20s",
    async (question) => {
      await workflow.invoke({ question }, on("a"));
      const { report, notes } = await valuesOf("a");
      expect(notes).toEqual([]);
      expect(report).toContain("do not answer this question, so this report makes no claim");
      const [request] = (await workflow.getState(on("a"))).tasks.flatMap(({ interrupts }) => interrupts);
      expect(request?.value.description).toContain("no citations");
    },
  );

  it("tries fewer words when no document has all of them", async () => {
    await workflow.invoke({ question: "zzz qqqqqqq wwww vvvvv" }, on("a"));
    expect((await valuesOf("a")).log.filter(({ did }) => did === "search").length).toBeGreaterThan(1);
  });

  it.each([[{}], [{ question: "  " }]])("asks for a question when there is none: %j", async (input) => {
    await expect(workflow.invoke(input as { question: string }, on("a"))).rejects.toThrow(/question/);
  });

  it("names the setting when the folder is not there", async () => {
    vi.stubEnv("RETROGRAPH_RESEARCH_FOLDER", join(fixture.root, "nowhere"));
    await expect(workflow.invoke({ question: QUESTION }, on("a"))).rejects.toThrow(/RETROGRAPH_RESEARCH_FOLDER/);
  });
});

describe("The research workflow with a real model", () => {
  let server: OpenAiServer | undefined;
  const useModel = async (script: Script) => {
    server = await startOpenAiServer(script);
    vi.stubEnv("RETROGRAPH_MODEL", "openai:gpt-4o-mini");
    vi.stubEnv("OPENAI_API_KEY", "sk-test");
    vi.stubEnv("OPENAI_BASE_URL", server.baseURL);
    return server;
  };
  afterEach(async () => {
    await server?.close();
    vi.stubEnv("RETROGRAPH_MODEL", "scripted");
  });

  it("goes from the question to the published report through the provider's protocol", async () => {
    const { requests } = await useModel(research);
    const tokens: string[] = [];
    for await (const [message, { langgraph_node }] of await workflow.stream({ question: QUESTION }, { ...on("a"), streamMode: "messages" })) {
      if (langgraph_node === "draft") tokens.push(message.text);
    }
    await workflow.invoke(answer("approve"), on("a"));
    expect(await reports()).toHaveLength(1);
    const real = await valuesOf("a");
    expect(tokens.length).toBeGreaterThan(50);
    expect(real.report.startsWith(tokens.join("").trim())).toBe(true);
    expect(requests.some(({ body }) => body.stream === true)).toBe(true);
    vi.stubEnv("RETROGRAPH_MODEL", "scripted");
    await workflow.invoke({ question: QUESTION }, on("b"));
    expect(real.report).toBe((await valuesOf("b")).report);
  });

  it("stops looking after so many rounds, whatever the model wants", async () => {
    let searches = 0;
    await useModel((turn) => {
      if (turn.tools.some(({ name }) => name === "search"))
        return { text: "More!", toolCalls: [{ name: "search", args: { query: `lamp ${(searches += 1)}` } }] };
      if (turn.requiredTool !== null) return { toolCalls: [{ name: "record_notes", args: { notes: [] } }] };
      return "# Nothing\n\nI have no notes.";
    });
    await workflow.invoke({ question: QUESTION }, on("a"));
    expect(searches).toBe(MAX_ROUNDS);
    expect((await workflow.getState(on("a"))).next).toEqual(["approval"]);
  });

  it("keeps no note whose words are not in the text, and marks citations of notes that do not exist", async () => {
    await useModel((turn) => {
      if (turn.tools.some(({ name }) => name === "search")) return research(turn);
      if (turn.requiredTool !== null)
        return {
          toolCalls: [{ name: "record_notes", args: { notes: [{ excerpt: "e1", quote: "The lamp is made of gold.", claim: "It is gold." }] } }],
        };
      return "# Gold\n\nThe lamp is made of gold [1].";
    });
    await workflow.invoke({ question: QUESTION }, on("a"));
    const { notes, report, log } = await valuesOf("a");
    expect(notes).toEqual([]);
    expect(log).toContainEqual({ did: "note", recorded: 0, rejected: 1 });
    expect(report).toContain("[no such note]");
  });

  it("tells the model what was wrong with a call, and gives up after the second", async () => {
    let turns = 0;
    await useModel((turn) => {
      turns += 1;
      if (turns === 1) return { toolCalls: [{ name: "read", args: { source: "s99" } }] };
      expect(turns === 2 ? turn.messages.at(-1)?.text : "").toContain(turns === 2 ? "There is no such source" : "");
      return research(turn);
    });
    await workflow.invoke({ question: QUESTION }, on("a"));
    expect((await valuesOf("a")).notes.length).toBeGreaterThan(0);
    await server?.close();
    await useModel(() => ({ toolCalls: [{ name: "dance", args: {} }] }));
    await expect(workflow.invoke({ question: QUESTION }, on("b"))).rejects.toThrow(/no action that can be done, twice.*dance/);
  });
});

describe("The documentation of this project", () => {
  it("answers the example questions, every citation true", async () => {
    vi.stubEnv("RETROGRAPH_RESEARCH_FOLDER", undefined);
    for (const [index, input] of exampleInputs.entries()) {
      await workflow.invoke(input, on(`example-${index}`));
      const { citations, notes, log } = await valuesOf(`example-${index}`);
      expect(log.find(({ did }) => did === "search")).toMatchObject({ found: 5 });
      expect(citations.length).toBeGreaterThanOrEqual(4);
      expect(citations.every(({ found }) => found)).toBe(true);
      expect(new Set(notes.map(({ file }) => file)).size).toBeGreaterThan(1);
    }
  });
});

describe("The form of the research workflow", () => {
  it("asks for a question, with a title, a description and a default", () => {
    expect(ResearchInput.getJsonSchema()).toMatchObject({
      type: "object",
      properties: { question: { type: "string", title: "Question", description: expect.any(String), default: exampleInputs[0]?.question } },
    });
  });

  it("labels the ways out of its decisions", async () => {
    const { edges } = (await graph.compile().getGraphAsync()).toJSON() as {
      edges: { source: string; target: string; data?: string; conditional?: boolean }[];
    };
    const ways = edges.filter(({ conditional }) => conditional).map(({ source, target, data }) => `${source} → ${target}: ${data ?? target}`);
    expect(ways.sort()).toEqual([
      "approval → __end__: reject",
      "approval → plan: revise",
      "approval → publish: approve",
      "note → draft: enough",
      "note → plan: more evidence",
      "plan → draft: finish",
      "plan → read: read",
      "plan → search: search",
    ]);
  });
});
