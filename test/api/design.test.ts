import { chmodSync, existsSync, mkdirSync, readdirSync, renameSync, statSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { createParser } from "eventsource-parser";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  DesignEventSchema,
  DesignModelSchema,
  EditsResultSchema,
  LayoutResultSchema,
  type DesignEvent,
  type DesignModel,
} from "../../lib/schema/design-api";
import { ProblemsSchema } from "../../lib/schema/design-api";
import { call, codeOf, eventually, type Answer } from "../support/client";
import { makeProject, PAIR, type DesignProject } from "../support/design-project";
import { startTestServer, type TestServer } from "../support/server";

let project: DesignProject;
let server: TestServer;

const WINDOWS = PAIR.replaceAll("\n", "\r\n");

beforeAll(async () => {
  project = makeProject({
    "graphs/pair.ts": PAIR,
    "graphs/windows.ts": `\uFEFF${WINDOWS}`,
    "graphs/broken.ts": PAIR.replace('.addNode("write", write)', '.addNode("write", write'),
    "graphs/parts/graph.ts": PAIR.replace(/const State[\s\S]*?\}\);/, 'import { State } from "./state";').replace('import { z } from "zod";\n', ""),
    "graphs/parts/state.ts":
      'import { StateSchema } from "@langchain/langgraph";\nimport { z } from "zod";\n\nexport const State = new StateSchema({ topic: z.string(), draft: z.string().default("") });\n',
    "graphs/locked.ts": PAIR,
  });
  chmodSync(join(project.dir, "graphs/locked.ts"), 0o444);
  server = await startTestServer({ project: project.dir });
}, 300_000);

afterAll(async () => {
  await server.close();
  project.remove();
});

const path = (graph: string, rest = "") => `/api/design/graphs/${encodeURIComponent(graph)}${rest}`;

async function model(graph: string): Promise<DesignModel> {
  const answer = await call(server.url, path(graph, "/model"));
  expect(answer.status, answer.text).toBe(200);
  return DesignModelSchema.parse(answer.body);
}

function send(graph: string, base_hash: string, edits: unknown[], more: Record<string, unknown> = {}): Promise<Answer> {
  return call(server.url, path(graph, "/edits"), { json: { base_hash, edits, ...more } });
}

async function edit(graph: string, base_hash: string, edits: unknown[], more: Record<string, unknown> = {}) {
  const answer = await send(graph, base_hash, edits, more);
  expect(answer.status, answer.text).toBe(200);
  const result = EditsResultSchema.parse(answer.body);
  if (result.status !== "done") throw new Error(`It was not done: ${answer.text}`);
  return result;
}

/** Follows the events of a workflow until closed. */
function follow(graph: string): { events: DesignEvent[]; close: () => void; ready: Promise<void> } {
  const events: DesignEvent[] = [];
  const abort = new AbortController();
  const parser = createParser({ onEvent: ({ data }) => void events.push(DesignEventSchema.parse(JSON.parse(data))) });
  const ready = fetch(`${server.url}/api/design/events?graph_id=${graph}`, { signal: abort.signal }).then((response) => {
    const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
    const pump = async (): Promise<void> => {
      for (;;) {
        const part = await reader?.read();
        if (part === undefined || part.done) return;
        parser.feed(part.value);
      }
    };
    pump().catch(() => undefined);
  });
  return { events, close: () => abort.abort(), ready };
}

describe("the model of a workflow", () => {
  test("is read from its text, also of one that does not load", async () => {
    const pair = await model("pair");
    expect(pair).toMatchObject({ file: "graphs/pair.ts", text: PAIR, stale: false, graph: "graph", readonly: null });
    expect(pair.model.graphs[0]?.nodes.map(({ name }) => name)).toEqual(["write", "shorten"]);
    const broken = await model("broken");
    expect(broken.stale).toBe(true);
    expect(broken.model.errors.length).toBeGreaterThan(0);
    expect(codeOf(await call(server.url, path("nobody", "/model")))).toBe("graph_not_found");
  });

  test("says why a file cannot be changed", async () => {
    const locked = await model("locked");
    expect(locked.readonly).toMatch(/read-only/);
    expect(codeOf(await send("locked", locked.hash, [{ type: "delete_node", graph: "graph", node: "write" }]))).toBe("readonly");
    expect(project.read("graphs/locked.ts")).toBe(PAIR);
  });

  test("stays the last good one while the text has syntax errors", async () => {
    const before = await model("parts");
    const text = project.read("graphs/parts/graph.ts");
    project.write("graphs/parts/graph.ts", text.replace(".compile()", ".compile("));
    const during = await eventually(
      () => model("parts"),
      ({ stale }) => stale,
    );
    expect(during.hash).not.toBe(before.hash);
    expect(during.model.graphs).toEqual(before.model.graphs);
    expect(during.model.errors).not.toEqual([]);
    project.write("graphs/parts/graph.ts", text);
    expect(
      (
        await eventually(
          () => model("parts"),
          ({ stale }) => !stale,
        )
      ).hash,
    ).toBe(before.hash);
  });
});

describe("edits", () => {
  test("change the file and nothing else of it, and their inverse gives it back", async () => {
    const before = await model("pair");
    const mode = statSync(join(project.dir, "graphs/pair.ts")).mode;
    const done = await edit("pair", before.hash, [{ type: "rename_node", graph: "graph", node: "shorten", name: "cut", also: "none" }]);
    const text = project.read("graphs/pair.ts");
    expect(text).toContain('.addNode("cut", shorten)');
    expect(done.design.text).toBe(text);
    expect(statSync(join(project.dir, "graphs/pair.ts")).mode).toBe(mode);
    const [file] = done.files;
    const back = await edit("pair", done.design.hash, [{ type: "replace_text", changes: file?.inverse ?? [] }]);
    expect(project.read("graphs/pair.ts")).toBe(PAIR);
    expect(back.design.hash).toBe(before.hash);
    expect(readdirSync(join(project.dir, "graphs")).filter((name) => name.endsWith(".tmp"))).toEqual([]);
  });

  test("keep the mark at the beginning and the line ends of a Windows file", async () => {
    const before = await model("windows");
    await edit("windows", before.hash, [{ type: "add_edge", graph: "graph", source: "write", target: "__end__" }]);
    const text = project.read("graphs/windows.ts");
    expect(text.startsWith("\uFEFF")).toBe(true);
    expect(text.replaceAll("\r\n", "")).not.toContain("\n");
    expect(text).toContain('.addEdge("write", END)');
  });

  test("that only ask what would be write nothing", async () => {
    const before = await model("pair");
    const result = await edit("pair", before.hash, [{ type: "delete_node", graph: "graph", node: "shorten" }], { dry_run: true });
    expect(result.design.model.graphs[0]?.nodes.map(({ name }) => name)).toEqual(["write"]);
    expect(project.read("graphs/pair.ts")).toBe(PAIR);
  });

  test("all are made, or none", async () => {
    const before = await model("pair");
    const answer = await send("pair", before.hash, [
      { type: "add_edge", graph: "graph", source: "write", target: "__end__" },
      { type: "delete_node", graph: "graph", node: "nobody" },
    ]);
    expect(answer.body).toMatchObject({ status: "refused", edit: 1 });
    expect(project.read("graphs/pair.ts")).toBe(PAIR);
  });

  test("asked for twice with one id are made once", async () => {
    const before = await model("pair");
    const edits = [{ type: "replace_text", changes: [{ start: 0, end: 0, text: "// once\n" }] }];
    const first = await edit("pair", before.hash, edits, { request_id: "the same" });
    expect(await edit("pair", before.hash, edits, { request_id: "the same" })).toEqual(first);
    expect(project.read("graphs/pair.ts")).toBe(`// once\n${PAIR}`);
    project.write("graphs/pair.ts", PAIR);
  });
});

describe("edits of a file that changed meanwhile", () => {
  test("are made on the text of now where they name things", async () => {
    const before = await model("pair");
    project.write("graphs/pair.ts", `// by hand\n${PAIR}`);
    const done = await edit("pair", before.hash, [{ type: "delete_edge", graph: "graph", source: "write", target: "shorten" }]);
    expect(done.rebased).toBe(true);
    expect(project.read("graphs/pair.ts")).toBe(`// by hand\n${PAIR.replace('\n  .addEdge("write", "shorten")', "")}`);
    project.write("graphs/pair.ts", PAIR);
  });

  test("move with their place where they name places, and the other change stays", async () => {
    const before = await model("pair");
    const start = PAIR.indexOf("About");
    project.write("graphs/pair.ts", `// by hand\n${PAIR}`);
    const done = await edit("pair", before.hash, [{ type: "replace_text", changes: [{ start, end: start + 5, text: "On" }] }]);
    expect(done.rebased).toBe(true);
    expect(project.read("graphs/pair.ts")).toBe(`// by hand\n${PAIR.replace("About", "On")}`);
    project.write("graphs/pair.ts", PAIR);
  });

  test("are refused with all texts where both changed the same place, and nothing is written", async () => {
    const before = await model("pair");
    const start = PAIR.indexOf("About");
    const theirs = PAIR.replace("About", "Concerning");
    project.write("graphs/pair.ts", theirs);
    const answer = await send("pair", before.hash, [{ type: "replace_text", changes: [{ start, end: start + 5, text: "On" }] }]);
    expect(answer.status).toBe(409);
    expect(codeOf(answer)).toBe("edit_conflict");
    expect(answer.body).toMatchObject({
      error: { details: { base: { text: PAIR }, mine: { text: PAIR.replace("About", "On") }, current: { text: theirs } } },
    });
    expect(project.read("graphs/pair.ts")).toBe(theirs);
    project.write("graphs/pair.ts", PAIR);
  });

  test("are refused where what they name is gone", async () => {
    const before = await model("pair");
    project.write("graphs/pair.ts", PAIR.replaceAll("shorten", "cut"));
    expect(codeOf(await send("pair", before.hash, [{ type: "delete_node", graph: "graph", node: "shorten" }]))).toBe("edit_conflict");
    project.write("graphs/pair.ts", PAIR);
  });

  test("of two tabs are both made, whichever comes first", async () => {
    const before = await model("pair");
    const ends = ["// one\n", "// two\n"];
    const answers = await Promise.all(
      ends.map((text, index) => {
        const at = index === 0 ? 0 : PAIR.length;
        return send("pair", before.hash, [{ type: "replace_text", changes: [{ start: at, end: at, text }] }]);
      }),
    );
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    expect(project.read("graphs/pair.ts")).toBe(`// one\n${PAIR}// two\n`);
    project.write("graphs/pair.ts", PAIR);
  });

  test("take nothing away from a program that writes the file while they are made", async () => {
    // So long that an edit takes a moment.
    const notes = Array.from({ length: 1500 }, (_, index) => `export const note${index} = (text: string) => [text, ${index}].join("-");`);
    project.write("graphs/busy.ts", `${PAIR}\n${notes.join("\n")}\n`);
    const { hash } = await model("busy");
    const marks: string[] = [];
    const timer = setInterval(() => {
      const mark = `// written by hand ${marks.length}`;
      project.write("graphs/.busy.tmp", `${project.read("graphs/busy.ts")}${mark}\n`);
      renameSync(join(project.dir, "graphs/.busy.tmp"), join(project.dir, "graphs/busy.ts"));
      marks.push(mark);
    }, 15);
    for (const name of ["one", "two", "three"]) {
      const answer = await send("busy", hash, [{ type: "add_node", graph: "graph", name, kind: "code" }]);
      expect([200, 409], answer.text).toContain(answer.status);
    }
    clearInterval(timer);
    const lines = project.read("graphs/busy.ts").split("\n");
    expect(marks.filter((mark) => !lines.includes(mark))).toEqual([]);
  });
});

describe("the layout", () => {
  const layout = (nodes: Record<string, { x: number; y: number }>) => ({ version: 1, nodes, groups: {}, notes: {} });
  const put = (graph: string, base_hash: string | null, nodes: Record<string, { x: number; y: number }>) =>
    call(server.url, path(graph, "/layout"), { method: "PUT", json: { base_hash, layout: layout(nodes) } });

  test("is kept beside the file, one entry a line, and merges what different people moved", async () => {
    const { layout_hash } = await model("parts");
    const first = LayoutResultSchema.parse((await put("parts", layout_hash, { write: { x: 10.4, y: 20 }, shorten: { x: 200, y: 20 } })).body);
    const file = "graphs/parts/parts.layout.json";
    expect(project.read(file)).toBe('{\n  "version": 1,\n  "nodes": {\n    "shorten": {"x":200,"y":20},\n    "write": {"x":10,"y":20}\n  }\n}\n');
    await put("parts", first.hash, { write: { x: 10, y: 99 }, shorten: { x: 200, y: 20 } });
    const merged = LayoutResultSchema.parse((await put("parts", first.hash, { write: { x: 10, y: 20 }, shorten: { x: 300, y: 20 } })).body);
    expect(merged.layout.nodes).toEqual({ write: { x: 10, y: 99 }, shorten: { x: 300, y: 20 } });
    const conflict = await put("parts", first.hash, { write: { x: 0, y: 0 }, shorten: { x: 200, y: 20 } });
    expect(conflict.status).toBe(409);
    expect(conflict.body).toMatchObject({ error: { code: "edit_conflict", details: { layout: { nodes: { write: { x: 10, y: 99 } } } } } });
  });

  test("that cannot be read is not written over", async () => {
    project.write("graphs/pair.layout.json", "<<<<<<< ours\n");
    expect((await model("pair")).layout.nodes).toEqual({});
    expect(codeOf(await put("pair", (await model("pair")).layout_hash, { write: { x: 1, y: 1 } }))).toBe("edit_refused");
    expect(project.read("graphs/pair.layout.json")).toBe("<<<<<<< ours\n");
    project.write("graphs/pair.layout.json", "");
  });
});

describe("events", () => {
  test("tell of changes by hand soon, and of one's own with who asked", async () => {
    const { events, close, ready } = follow("parts");
    await ready;
    await eventually(
      async () => events.length,
      (count) => count > 0,
    );
    const before = await model("parts");
    expect(events[0]).toMatchObject({ type: "hello", hash: before.hash });
    const text = project.read("graphs/parts/graph.ts");
    const since = Date.now();
    project.write("graphs/parts/graph.ts", `${text}\n// by hand\n`);
    const changed = await eventually(
      async () => events.find(({ type }) => type === "changed"),
      (event) => event !== undefined,
      5000,
    );
    expect(Date.now() - since).toBeLessThan(1000);
    expect(changed).toMatchObject({ client_id: "" });
    const now = await model("parts");
    await edit("parts", now.hash, [{ type: "replace_text", changes: [{ start: text.length, end: now.text.length, text: "" }] }], { client_id: "me" });
    await eventually(
      async () => events.filter(({ type }) => type === "changed").at(-1),
      (event) => event?.type === "changed" && event.client_id === "me",
    );
    // What was written here is told once.
    await new Promise((resolve) => setTimeout(resolve, 400));
    expect(events.filter(({ type }) => type === "changed")).toHaveLength(2);
    // Another file that the model was read from.
    project.write("graphs/parts/state.ts", `${project.read("graphs/parts/state.ts")}// more\n`);
    await eventually(
      async () => events.filter(({ type }) => type === "changed").length,
      (count) => count === 3,
    );
    await eventually(
      async () => events.map(({ type }) => type),
      (types) => types.includes("workflow"),
    );
    close();
  });

  test("a file that is replaced by another, deleted and made again is followed all the while", async () => {
    const { events, close, ready } = follow("pair");
    await ready;
    const hashes = () => events.flatMap((event) => (event.type === "changed" ? [event.hash] : []));
    for (const text of [`// a\n${PAIR}`, `// b\n${PAIR}`, PAIR]) {
      project.write("graphs/next", text);
      const { renameSync } = await import("node:fs");
      renameSync(join(project.dir, "graphs/next"), join(project.dir, "graphs/pair.ts"));
      const { hash } = await model("pair");
      await eventually(
        async () => hashes(),
        (all) => all.at(-1) === hash,
      );
    }
    const { rmSync } = await import("node:fs");
    rmSync(join(project.dir, "graphs/pair.ts"));
    await eventually(
      async () => hashes(),
      (all) => all.at(-1) === null,
    );
    project.write("graphs/pair.ts", PAIR);
    await eventually(
      async () => hashes(),
      (all) => all.at(-1) !== null,
    );
    close();
  });
});

describe("problems", () => {
  test("of syntax, checks, types and the runner come together", async () => {
    project.write(
      "graphs/pair.ts",
      PAIR.replace("state.draft.slice(0, 100)", "state.draft.slize(0, 100)").replace('\n  .addEdge("write", "shorten")', ""),
    );
    const read = async () => ProblemsSchema.parse((await call(server.url, path("pair", "/problems"))).body);
    const problems = await eventually(read, ({ complete, hash, problems: list }) => complete && hash !== "" && list.length > 0, 60_000);
    const origins = new Set(problems.problems.map(({ origin }) => origin));
    expect(origins).toContain("lint");
    expect(origins).toContain("types");
    expect(problems.problems.find(({ origin }) => origin === "types")).toMatchObject({ targets: [{ kind: "node", node: "shorten" }] });
    project.write("graphs/pair.ts", PAIR);
    expect((await eventually(read, ({ complete, problems: list }) => complete && list.length === 0, 60_000)).problems).toEqual([]);
    const broken = ProblemsSchema.parse((await call(server.url, path("broken", "/problems"))).body);
    expect(broken.problems.map(({ origin }) => origin)).toContain("syntax");
  });
});

describe("files", () => {
  test("of the workflow can be read, and no others", async () => {
    const answer = await call(server.url, path("parts", "/file?file=graphs/parts/state.ts"));
    expect(answer.body).toMatchObject({ file: "graphs/parts/state.ts" });
    for (const file of ["graphs/pair.ts", "package.json", "../../etc/passwd", "/etc/passwd", "graphs/parts/../../package.json"]) {
      expect(codeOf(await call(server.url, path("parts", `/file?file=${encodeURIComponent(file)}`))), file).toBe("not_found");
    }
  });

  test("a link out of the project is neither read nor written through", async () => {
    const outside = makeProject({ "secret.ts": PAIR });
    symlinkSync(join(outside.dir, "secret.ts"), join(project.dir, "graphs/linked.ts"));
    mkdirSync(join(project.dir, "graphs/inside"), { recursive: true });
    expect(codeOf(await call(server.url, path("linked", "/model")))).toBe("not_found");
    expect(codeOf(await send("linked", "x", [{ type: "replace_text", changes: [{ start: 0, end: 1, text: "" }] }]))).toMatch(/readonly|not_found/);
    expect(outside.read("secret.ts")).toBe(PAIR);
    outside.remove();
  });

  test("the text to compare with is that of the last commit, or of the opening", async () => {
    const opening = await call(server.url, path("pair", "/base?since=opening"));
    expect(opening.body).toMatchObject({ since: "opening", text: PAIR });
    const commit = await call(server.url, path("pair", "/base?since=commit"));
    expect(commit.body).toMatchObject({ since: "commit", text: null, reason: "The project is not under version control." });
    expect(existsSync(join(project.dir, ".git"))).toBe(false);
  });
});
