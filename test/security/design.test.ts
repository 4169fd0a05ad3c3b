import { existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { call, codeOf } from "../support/client";
import { makeProject, PAIR, type DesignProject } from "../support/design-project";
import { startTestServer, type TestServer } from "../support/server";

let project: DesignProject;
let outside: DesignProject;
let server: TestServer;

beforeAll(async () => {
  outside = makeProject({ "secret.ts": PAIR, "folder/graph.ts": PAIR });
  project = makeProject({ "graphs/pair.ts": PAIR });
  symlinkSync(join(outside.dir, "secret.ts"), join(project.dir, "graphs/linked.ts"));
  symlinkSync(join(outside.dir, "folder"), join(project.dir, "graphs/linked-folder"));
  server = await startTestServer({ project: project.dir, env: { RETROGRAPH_MAX_BODY: "200000" } });
}, 300_000);

afterAll(async () => {
  await server.close();
  project.remove();
  outside.remove();
});

const pair = (rest = "") => `/api/design/graphs/pair${rest}`;
const insert = { type: "replace_text", changes: [{ start: 0, end: 0, text: "// changed\n" }] };

async function hashOf(graph: string): Promise<string> {
  return String(((await call(server.url, `/api/design/graphs/${graph}/model`)).body as { hash?: unknown }).hash);
}

describe("what may be written", () => {
  test("no edit reaches a file that is not the workflow's, however it is written", async () => {
    const base_hash = await hashOf("pair");
    const victim = join(project.dir, "package.json");
    const before = readFileSync(victim, "utf8");
    for (const file of [
      "package.json",
      "../package.json",
      "graphs/../package.json",
      "graphs\\..\\package.json",
      victim,
      "/etc/passwd",
      "graphs/pair.ts\u0000.json",
      "graphs/linked.ts",
      "graphs/linked-folder/graph.ts",
      "node_modules/zod/package.json",
      "",
    ]) {
      const answer = await call(server.url, pair("/edits"), { json: { base_hash, edits: [{ ...insert, file, base_hash }] } });
      expect([file, answer.status >= 400 || (answer.body as { status: string }).status === "refused"], answer.text).toEqual([file, true]);
    }
    expect(readFileSync(victim, "utf8")).toBe(before);
    expect(outside.read("secret.ts")).toBe(PAIR);
    expect(project.read("graphs/pair.ts")).toBe(PAIR);
  });

  test("nothing outside of the project is read or written through a link, by text, layout or name", async () => {
    for (const graph of ["linked", "linked-folder"]) {
      expect([404, 403]).toContain((await call(server.url, `/api/design/graphs/${graph}/model`)).status);
      const layout = { base_hash: null, layout: { version: 1, nodes: { write: { x: 1, y: 1 } } } };
      expect([404, 403]).toContain((await call(server.url, `/api/design/graphs/${graph}/layout`, { method: "PUT", json: layout })).status);
    }
    // A layout that leads elsewhere.
    const target = join(outside.dir, "layout.json");
    writeFileSync(target, "");
    symlinkSync(target, join(project.dir, "graphs/pair.layout.json"));
    const layout = { base_hash: null, layout: { version: 1, nodes: { write: { x: 1, y: 1 } } } };
    expect(codeOf(await call(server.url, pair("/layout"), { method: "PUT", json: layout }))).toBe("readonly");
    expect(readFileSync(target, "utf8")).toBe("");
    expect(existsSync(join(outside.dir, "linked-folder.layout.json"))).toBe(false);
  });

  test("a new workflow's name is a name, and never a path", async () => {
    for (const id of [
      "../evil",
      "a/b",
      "a\\b",
      "",
      ".",
      "..",
      ".hidden",
      "con/..",
      "a\u0000",
      "a b",
      "a".repeat(81),
      "%2e%2e",
      "__proto__/x",
      "-a",
    ]) {
      const from = { kind: "template", template: "blank" };
      expect([id, (await call(server.url, "/api/design/graphs", { json: { id, from } })).status]).toEqual([id, 400]);
      expect([id, (await call(server.url, pair(), { method: "PATCH", json: { id } })).status]).toEqual([id, 400]);
    }
    const copy = { id: "copied", from: { kind: "copy", graph_id: "linked" } };
    expect([403, 404]).toContain((await call(server.url, "/api/design/graphs", { json: copy })).status);
    expect(existsSync(join(project.dir, "graphs/copied.ts"))).toBe(false);
  });

  test("an extension of an imported file can only be one of code", async () => {
    for (const name of ["x.sh", "x.json", "../../x", "x.ts/../../y", "x.d.ts\u0000.sh"]) {
      const id = `import-${name.length}`;
      const answer = await call(server.url, "/api/design/graphs", { json: { id, from: { kind: "import", text: PAIR, name } } });
      if (answer.status === 200) expect((answer.body as { file: string }).file).toBe(`graphs/${id}.ts`);
    }
    expect(existsSync(join(project.dir, "../x.ts"))).toBe(false);
  });

  test("what was deleted is brought back by its own token alone", async () => {
    for (const token of ["../..", "x", "", "01890000-0000-7000-8000-000000000000", { a: 1 }]) {
      const { status } = await call(server.url, pair("/restore"), { json: { token } });
      expect([token, status === 400 || status === 404]).toEqual([token, true]);
    }
  });
});

describe("what may be sent", () => {
  test("huge, deep and polluting bodies are refused, and the server goes on", async () => {
    const base_hash = await hashOf("pair");
    const big = await call(server.url, pair("/edits"), {
      json: { base_hash, edits: [{ type: "replace_text", changes: [{ start: 0, end: 0, text: "x".repeat(300_000) }] }] },
    });
    expect([big.status, codeOf(big)]).toEqual([413, "body_too_large"]);
    const polluted = `{"base_hash":null,"layout":{"version":1,"nodes":{"__proto__":{"x":1,"y":1}}}}`;
    expect((await call(server.url, pair("/layout"), { method: "PUT", body: polluted })).status).toBe(400);
    const settings = `{"base_hash":"${base_hash}","edits":[{"type":"set_kit_settings","graph":"graph","node":"write","settings":{"__proto__":{"polluted":1}}}]}`;
    expect((await call(server.url, pair("/edits"), { method: "POST", body: settings })).status).toBe(400);
    expect(({} as { polluted?: unknown }).polluted).toBeUndefined();
    const wrong = [
      { start: 5, end: 1, text: "" },
      { start: -1, end: 1, text: "" },
      { start: 0, end: 99_999_999, text: "" },
      { start: 0.5, end: 1, text: "" },
    ];
    for (const change of wrong) {
      const answer = await call(server.url, pair("/edits"), { json: { base_hash, edits: [{ type: "replace_text", changes: [change] }] } });
      expect(answer.status === 400 || (answer.body as { status: string }).status === "refused", answer.text).toBe(true);
    }
    expect(project.read("graphs/pair.ts")).toBe(PAIR);
  });

  test("names that mean something to an object are names like others", async () => {
    const json = { base_hash: null, layout: { version: 1, nodes: { constructor: { x: 1, y: 2 }, toString: { x: 3, y: 4 } } } };
    mkdirSync(join(project.dir, "graphs/named"), { recursive: true });
    project.write("graphs/named/graph.ts", PAIR);
    const path = "/api/design/graphs/named/layout";
    const first = await call(server.url, path, { method: "PUT", json });
    expect(first.body).toMatchObject({ layout: { nodes: { constructor: { x: 1, y: 2 } } } });
    const { hash } = first.body as { hash: string };
    const moved = { base_hash: hash, layout: { version: 1, nodes: { toString: { x: 9, y: 9 } } } };
    expect((await call(server.url, path, { method: "PUT", json: moved })).body).toMatchObject({ layout: { nodes: { toString: { x: 9, y: 9 } } } });
    expect(JSON.parse(project.read("graphs/named/named.layout.json"))).toEqual({ version: 1, nodes: { toString: { x: 9, y: 9 } } });
  });

  test("more editors than one machine has are not followed, and those that close make room", async () => {
    const aborts: AbortController[] = [];
    // Held on to: an answer that nobody refers to any more is closed.
    const answers: Response[] = [];
    for (let index = 0; index < 205; index++) {
      const abort = new AbortController();
      aborts.push(abort);
      answers.push(await fetch(`${server.url}/api/design/events?graph_id=pair`, { signal: abort.signal }));
    }
    expect(answers[0]?.status).toBe(200);
    expect(answers.at(-1)?.status).toBe(429);
    for (const abort of aborts) abort.abort();
    await expect
      .poll(async () => {
        const abort = new AbortController();
        const { status } = await fetch(`${server.url}/api/design/events?graph_id=pair`, { signal: abort.signal });
        abort.abort();
        return status;
      })
      .toBe(200);
  });
});

describe("a read-only installation", () => {
  let closed: TestServer;
  beforeAll(async () => {
    closed = await startTestServer({ project: project.dir, env: { RETROGRAPH_READONLY: "true" } });
  }, 300_000);
  afterAll(() => closed.close());

  test("shows everything and writes nothing", async () => {
    const model = (await call(closed.url, pair("/model"))).body as { hash: string; readonly: string | null };
    expect(model.readonly).toMatch(/RETROGRAPH_READONLY/);
    const { hash: base_hash } = model;
    const from = { kind: "template", template: "blank" };
    const requests: [string, string, unknown][] = [
      ["POST", pair("/edits"), { base_hash, edits: [insert] }],
      ["PUT", pair("/layout"), { base_hash: null, layout: { version: 1 } }],
      ["POST", "/api/design/graphs", { id: "another", from }],
      ["PATCH", pair(), { id: "another" }],
      ["POST", pair("/restore"), { token: "01890000-0000-7000-8000-000000000000" }],
    ];
    for (const [method, path, json] of requests) {
      const answer = await call(closed.url, path, { method, json });
      expect([method, path, answer.status, codeOf(answer)]).toEqual([method, path, 403, "readonly"]);
    }
    expect(codeOf(await call(closed.url, pair(), { method: "DELETE" }))).toBe("readonly");
    expect(project.read("graphs/pair.ts")).toBe(PAIR);
  });
});
