import { request as httpRequest } from "node:http";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { call, codeOf, sdk } from "../support/client";
import { startTestServer, type TestServer } from "../support/server";

const ROUTES = join(import.meta.dirname, "../../app/api");
const UNKNOWN = "01890000-0000-7000-8000-000000000000";

let server: TestServer;
let threadId: string;
let runId: string;

beforeAll(async () => {
  server = await startTestServer({ env: { RETROGRAPH_MAX_BODY: "100000", RETROGRAPH_ALLOWED_ORIGINS: "https://chat.example" } });
  const client = sdk(server.url);
  const thread = await client.threads.create();
  threadId = thread.thread_id;
  const run = await client.runs.create(threadId, "counter", { input: { n: 1 } });
  runId = run.run_id;
  await client.runs.join(threadId, runId);
}, 300_000);

afterAll(() => server.close());

type Route = { method: string; path: string; takesBody: boolean };

/** Every route of the API as it stands in the source, with its parameters filled in. */
function allRoutes(ids: { thread: string; run: string; checkpoint: string; graph: string }): Route[] {
  const files = readdirSync(ROUTES, { recursive: true, encoding: "utf8" }).filter((file) => file.endsWith("route.ts") && !file.includes("[..."));
  return files.flatMap((file) => {
    const path = `/api/${file.replace(/\/?route\.ts$/, "")}`
      .replace("[thread_id]", ids.thread)
      .replace("[run_id]", ids.run)
      .replace("[checkpoint_id]", ids.checkpoint)
      .replace("[assistant_id]", ids.graph)
      .replace("[graph_id]", ids.graph)
      .replace("[audit_id]", "999999999")
      .replace(/\[(span_id|breakpoint_id|deletion_id|interrupt_id|view_id|what_if_id)\]/, UNKNOWN);
    const source = readFileSync(join(ROUTES, file), "utf8");
    const exports = [...source.matchAll(/export const (GET|POST|PATCH|PUT|DELETE) = handle\((\{[^}]*\})/g)];
    return exports.map((match) => ({ method: match[1] ?? "", path, takesBody: (match[2] ?? "").includes("body:") }));
  });
}

/** Sends headers that `fetch` would not let through, and the path as it is. */
function raw(
  path: string,
  headers: Record<string, string>,
  method = "GET",
  body = "",
): Promise<{ status: number; text: string; headers: Record<string, unknown> }> {
  return new Promise((done, fail) => {
    const outgoing = httpRequest({ host: "127.0.0.1", port: server.port, path, method, headers }, (response) => {
      let text = "";
      response.setEncoding("utf8").on("data", (chunk: string) => (text += chunk));
      response.on("end", () => done({ status: response.statusCode ?? 0, text, headers: response.headers }));
    });
    outgoing.once("error", fail);
    outgoing.end(body);
  });
}

const NO_GRAPH = "no such workflow";
const AT_UNKNOWN = { checkpoint_id: UNKNOWN };

/** A right body for a route of the debug and design API, by the last words of its path. */
const RIGHT_BODIES: Record<string, unknown> = {
  breakpoints: { spec: { kind: "condition", condition: "true" } },
  "breakpoints/*": { enabled: false },
  "branches/*": { name: "x" },
  "marks/*": { starred: true },
  cancel: {},
  pause: {},
  undo: {},
  fork: AT_UNKNOWN,
  preview: { ...AT_UNKNOWN, values: {} },
  find: { ...AT_UNKNOWN, condition: "true" },
  watch: { ...AT_UNKNOWN, expressions: ["1"] },
  measures: { places: [AT_UNKNOWN] },
  migrate: { ...AT_UNKNOWN, nodes: { a: "b" } },
  next: { ...AT_UNKNOWN, change: { kind: "skip", node: "a" } },
  routes: { ...AT_UNKNOWN, node: "a" },
  edits: { base_hash: "x", edits: [{ type: "delete_node", graph: "graph", node: "a" }] },
  layout: { base_hash: null, layout: { version: 1 } },
  complete: { text: "a", offset: 0 },
  hover: { text: "a", offset: 0 },
  definition: { text: "a", offset: 0 },
  restore: { token: UNKNOWN },
  pins: [],
  "try-node": { node: "a" },
  reduce: { channel: "a", updates: [1] },
  "approval-rules": { rules: [] },
  "rerun-plan": { ...AT_UNKNOWN, action: "continue" },
  "what-if": { ...AT_UNKNOWN, alternatives: [{ label: "x", answers: {} }] },
  "answer-again": { thread_id: UNKNOWN, answer: "x" },
  [NO_GRAPH]: { id: "another" },
};

function rightBody(path: string): unknown {
  const words = path.split("/");
  return RIGHT_BODIES[words.at(-1) === UNKNOWN ? `${words.at(-2)}/*` : (words.at(-1) ?? "")] ?? { title: "x" };
}

/** What the routes that read something in particular must be asked. */
const RIGHT_QUERIES: Record<string, string> = {
  file: "?file=graphs/counter.ts",
  base: "?since=commit",
  diff: `?from=${UNKNOWN}&to=${UNKNOWN}`,
  compare: `?a=${UNKNOWN}&b=${UNKNOWN}`,
  blame: `?checkpoint_id=${UNKNOWN}`,
  revision: `?checkpoint_id=${UNKNOWN}`,
  why: `?checkpoint_id=${UNKNOWN}&node=a`,
  vote: `?thread_id=${UNKNOWN}`,
};

function rightQuery(path: string): string {
  return RIGHT_QUERIES[path.split("/").at(-1) ?? ""] ?? "";
}

const known = () => allRoutes({ thread: threadId, run: runId, checkpoint: UNKNOWN, graph: "counter" });

test("there are routes to attack", () => {
  expect(known().length).toBeGreaterThan(45);
});

describe("who may call", () => {
  test("a foreign host is refused on every route and page", async () => {
    for (const { method, path } of known()) {
      const answer = await raw(path, { host: "evil.example" }, method);
      expect([method, path, answer.status]).toEqual([method, path, 403]);
      expect(answer.text).toContain("forbidden_host");
    }
    for (const host of ["evil.example", `evil.example:${server.port}`, "127.0.0.1.evil.example", "localhost.evil.example", "[::2]"]) {
      expect((await raw("/", { host })).status).toBe(403);
      expect((await raw("/ok", { host })).status).toBe(403);
    }
    for (const host of ["[::1]evil.example", "localhost:evil", "localhost@evil.example", "127.0.0.1."])
      expect((await raw("/ok", { host })).status).toBe(403);
    for (const host of [`localhost:${server.port}`, "127.0.0.1", "LOCALHOST", "[::1]:80"]) expect((await raw("/ok", { host })).status).toBe(200);
  });

  test("a foreign origin is refused on every route, and gets no CORS headers", async () => {
    for (const { method, path } of known()) {
      const answer = await raw(path, { host: "localhost", origin: "https://evil.example" }, method);
      expect([method, path, answer.status]).toEqual([method, path, 403]);
      expect(answer.text).toContain("forbidden_origin");
      expect(answer.headers["access-control-allow-origin"]).toBeUndefined();
    }
    for (const origin of ["null", "http://localhost:1", "http://localhost.evil.example", "https://chat.example.evil.example", "file://"]) {
      expect((await raw("/ok", { host: `localhost:${server.port}`, origin })).status).toBe(403);
    }
  });

  test("our own pages, programs and configured origins may call", async () => {
    const host = `localhost:${server.port}`;
    expect((await raw("/ok", { host })).status).toBe(200);
    expect((await raw("/ok", { host, origin: `http://${host}` })).status).toBe(200);
    const answer = await raw("/ok", { host, origin: "https://chat.example" });
    expect(answer.status).toBe(200);
    expect(answer.headers["access-control-allow-origin"]).toBe("https://chat.example");
    const preflight = await raw(
      "/threads",
      { host, origin: "https://chat.example", "access-control-request-method": "POST", "access-control-request-headers": "content-type" },
      "OPTIONS",
    );
    expect([preflight.status, preflight.headers["access-control-allow-origin"]]).toEqual([204, "https://chat.example"]);
    const refused = await raw("/threads", { host, origin: "https://evil.example", "access-control-request-method": "POST" }, "OPTIONS");
    expect([refused.status, refused.headers["access-control-allow-origin"]]).toEqual([403, undefined]);
  });

  test("a request that a foreign page makes without an origin is refused", async () => {
    const host = `localhost:${server.port}`;
    expect((await raw("/ok", { host, "sec-fetch-site": "cross-site", "sec-fetch-mode": "no-cors" })).status).toBe(403);
    expect((await raw("/ok", { host, "sec-fetch-site": "same-site", "sec-fetch-mode": "no-cors" })).status).toBe(403);
    expect((await raw("/ok", { host, "sec-fetch-site": "same-origin", "sec-fetch-mode": "cors" })).status).toBe(200);
    const visit = { host, "sec-fetch-site": "cross-site", "sec-fetch-mode": "navigate" };
    expect((await raw("/", visit)).status).toBe(200);
    expect((await raw("/threads", visit, "POST", "{}")).status).toBe(403);
  });
});

describe("what may be sent", () => {
  const bodies: [string, string][] = [
    ["text that is no JSON", "{"],
    ["a string", '"text"'],
    ["a list", "[]"],
    ["null", "null"],
    [
      "numbers for names",
      '{"assistant_id":1,"graph_id":1,"thread_id":1,"checkpoint_id":1,"title":1,"values":1,"metadata":1,"limit":"x","checkpoint":1,"token":1}',
    ],
    ["objects for ids", '{"assistant_id":{},"graph_id":{},"thread_id":{"$ne":1},"checkpoint_id":{"a":1},"checkpoint":{"checkpoint_id":{"a":1}}}'],
    ["a polluting key", '{"metadata":{"__proto__":{"polluted":true}},"input":{"a":[{"__proto__":1}]}}'],
    ["another polluting key", '{"metadata":{"constructor":{"prototype":{"polluted":true}}},"values":{"constructor":{"prototype":{}}}}'],
    ["a polluting key, escaped", '{"values":{"\\u005f_proto__":{"polluted":true}}}'],
  ];

  test.each(bodies)("%s: every route that takes a body answers 4xx with a code, never 5xx", async (_, body) => {
    for (const { method, path } of known().filter((route) => route.takesBody)) {
      const answer = await call(server.url, path, { method, body, headers: { "content-type": "application/json" } });
      expect(answer.status, `${method} ${path}: ${answer.text}`).toBeLessThan(500);
      if (answer.status >= 400) expect(typeof codeOf(answer), `${method} ${path}`).toBe("string");
    }
    expect(({} as { polluted?: boolean }).polluted).toBeUndefined();
  });

  test("malformed bodies are answered 400 with the field named", async () => {
    const cases: [string, string, unknown, string][] = [
      ["POST", "/threads", { thread_id: "../x" }, "thread_id"],
      ["POST", "/threads", { thread_id: { $ne: "x" } }, "thread_id"],
      ["POST", "/threads/search", { limit: 0 }, "limit"],
      ["POST", "/threads/search", { metadata: { "a'b": 1 } }, "metadata"],
      ["POST", `/threads/${threadId}/runs/wait`, { assistant_id: { a: 1 } }, "assistant_id"],
      ["POST", `/threads/${threadId}/runs/wait`, {}, "assistant_id"],
      ["POST", `/threads/${threadId}/runs/stream`, { assistant_id: "counter", stream_mode: ["nonsense"] }, "stream_mode.0"],
      ["POST", `/threads/${threadId}/runs`, { assistant_id: "counter", checkpoint_id: { $ne: 1 } }, "checkpoint_id"],
      [
        "POST",
        `/threads/${threadId}/runs`,
        { assistant_id: "counter", config: { configurable: { checkpoint_id: { a: 1 } } } },
        "config.configurable.checkpoint_id",
      ],
      ["POST", `/threads/${threadId}/runs`, { assistant_id: "counter", config: { recursion_limit: -1 } }, "config.recursion_limit"],
      ["POST", `/threads/${threadId}/state`, { as_node: 4 }, "as_node"],
      ["POST", `/threads/${threadId}/history`, { before: 4 }, "before"],
      ["POST", "/api/debug/runs", { graph_id: "counter", surplus: 1 }, "surplus"],
      ["POST", "/api/debug/runs", { graph_id: "counter", input: { n: 1 }, answers: { a: 1 } }, "answers"],
      ["POST", `/api/debug/threads/${threadId}/fork`, { checkpoint_id: "../../x" }, "checkpoint_id"],
      ["POST", `/api/debug/threads/${threadId}/preview`, { checkpoint_id: UNKNOWN }, "values"],
      ["PATCH", `/api/debug/threads/${threadId}`, { title: "" }, "title"],
    ];
    for (const [method, path, json, field] of cases) {
      const answer = await call(server.url, path, { method, json });
      expect([path, answer.status, (answer.body as { error?: { details?: { field?: string } } }).error?.details?.field]).toEqual([path, 400, field]);
    }
    expect(codeOf(await call(server.url, "/threads", { method: "POST", body: "{nope" }))).toBe("invalid_json");
    const polluted = await call(server.url, "/threads", { method: "POST", body: '{"metadata":{"__proto__":{"a":1}}}' });
    expect([polluted.status, (polluted.body as { error: { details: unknown } }).error.details]).toEqual([400, { field: "metadata.__proto__" }]);
  });

  test("a key that is the name of something every object has is a key like others", async () => {
    const metadata = { constructor: 1, prototype: { toString: 2 } };
    const made = await call(server.url, "/threads", { json: { metadata } });
    const id = String((made.body as { thread_id: unknown }).thread_id);
    expect(made.body).toMatchObject({ metadata });
    const run = { assistant_id: "counter", input: { n: 1 }, metadata, config: { configurable: metadata } };
    expect((await call(server.url, `/threads/${id}/runs/wait`, { json: run })).body).toMatchObject({ n: 4 });
    expect((await call(server.url, `/threads/${id}/runs`)).body).toMatchObject([{ metadata, status: "success" }]);
    expect((await call(server.url, `/threads/${id}/history`, { json: { metadata: { constructor: 1 } } })).status).toBe(200);
    expect((await call(server.url, "/api/debug/threads")).status).toBe(200);
  });

  test("queries are checked like bodies", async () => {
    for (const path of [
      `/api/debug/threads/${threadId}/timeline?limit=abc`,
      `/api/debug/threads/${threadId}/timeline?limit=99999999`,
      `/api/debug/threads/${threadId}/diff?from=1`,
      `/api/debug/threads?status=odd`,
      `/threads/${threadId}/history?limit=-4`,
      `/threads/${threadId}/state?subgraphs=perhaps`,
      `/threads/${threadId}/runs?status=odd`,
      `/threads/${threadId}/runs/${runId}/stream?stream_mode=odd`,
    ]) {
      expect([path, (await call(server.url, path)).status]).toEqual([path, 400]);
    }
  });

  test("a body that is too large is answered 413, announced or not", async () => {
    const big = JSON.stringify({ metadata: { text: "x".repeat(200_000) } });
    const announced = await call(server.url, "/threads", { method: "POST", body: big });
    expect([announced.status, codeOf(announced)]).toEqual([413, "body_too_large"]);
    const chunked = await fetch(`${server.url}/threads`, {
      method: "POST",
      body: new ReadableStream({
        start(controller) {
          const bytes = new TextEncoder().encode(big);
          for (let at = 0; at < bytes.length; at += 16_384) controller.enqueue(bytes.slice(at, at + 16_384));
          controller.close();
        },
      }),
      duplex: "half",
    } as RequestInit);
    expect(chunked.status).toBe(413);
    expect((await call(server.url, "/ok")).status).toBe(200);
  });
});

describe("what may be named", () => {
  test("what does not exist is answered 404 on every route that names something", async () => {
    const named = allRoutes({ thread: UNKNOWN, run: UNKNOWN, checkpoint: UNKNOWN, graph: NO_GRAPH }).filter(
      ({ path }) => path.includes(UNKNOWN) || path.includes(NO_GRAPH),
    );
    const body = {
      assistant_id: "counter",
      graph_id: "counter",
      checkpoint_id: UNKNOWN,
      checkpoint: { checkpoint_id: UNKNOWN },
      values: {},
      metadata: {},
      title: "x",
    };
    for (const { method, path, takesBody } of named) {
      const own = /^\/api\/(debug|design)\//.test(path) ? rightBody(path) : body;
      const answer = await call(server.url, encodeURI(path) + rightQuery(path), takesBody ? { method, json: own } : { method });
      expect([method, path, answer.status, answer.text.slice(0, 200)]).toEqual([method, path, 404, answer.text.slice(0, 200)]);
    }
  });

  test("ids that are no ids, and paths that lead elsewhere, are refused", async () => {
    for (const id of ["x", "..%2f..%2fetc%2fpasswd", "%00", "a".repeat(5000), "{}", "1%27%20OR%201=1", "%5B%5D"]) {
      for (const path of [
        `/threads/${id}`,
        `/threads/${threadId}/runs/${id}`,
        `/threads/${threadId}/state/${id}`,
        `/api/debug/runs/${id}`,
        `/api/debug/threads/${id}/timeline`,
        `/api/debug/threads/${threadId}/checkpoints/${id}`,
        `/api/design/graphs/${id}`,
        `/assistants/${id}/graph`,
      ]) {
        const { status } = await raw(path, { host: "localhost" });
        expect([path.slice(0, 80), status >= 400 && status < 500]).toEqual([path.slice(0, 80), true]);
      }
    }
  });

  test("dots in a path lead to nothing but our own pages", async () => {
    for (const path of [
      "/threads/%2e%2e/%2e%2e/etc/passwd",
      "/api/debug/threads/../../../package.json",
      "/_next/static/..%2f..%2f..%2fpackage.json",
    ]) {
      const answer = await raw(path, { host: "localhost" });
      expect([path, answer.status]).toEqual([path, 404]);
      expect(answer.text).not.toContain("root:");
    }
  });

  test("what is no path, and methods that nobody knows, are refused", async () => {
    const host = "localhost";
    for (const path of ["http://evil.example/ok", "*", "/api/threads/%E0%A4%A", "/w/%ff", "http://["]) {
      expect([path, (await raw(path, { host }, "OPTIONS")).status]).toEqual([path, 400]);
      expect([path, (await raw(path, { host })).status]).toEqual([path, 400]);
    }
    for (const path of ["/ok", "/threads", "/"]) expect([path, (await raw(path, { host }, "TRACE")).status]).toEqual([path, 405]);
  });

  test("paths that the API does not have answer 404 as JSON", async () => {
    for (const path of ["/api/none", "/api/debug/none", "/threads/a/b/c/d/e", "/api/threads/x/y/z", "/store/none"]) {
      const answer = await call(server.url, path);
      expect([path, answer.status, codeOf(answer)]).toEqual([path, 404, "not_found"]);
    }
  });

  test("reading changes nothing", async () => {
    const before = await call(server.url, "/threads/count", { json: {} });
    for (const { path } of known()) {
      if (path.endsWith("/events")) continue;
      const { status } = await raw(path, { host: "localhost" });
      expect([path, status < 500]).toEqual([path, true]);
    }
    expect((await call(server.url, "/threads/count", { json: {} })).body).toEqual(before.body);
  });
});
