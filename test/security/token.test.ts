import { readdirSync } from "node:fs";
import { join } from "node:path";
import { Client } from "@langchain/langgraph-sdk";
import { afterAll, beforeAll, expect, test } from "vitest";
import { call, codeOf } from "../support/client";
import { startTestServer, type TestServer } from "../support/server";

const TOKEN = "a-secret-of-this-installation";
let server: TestServer;

beforeAll(async () => {
  server = await startTestServer({ env: { RETROGRAPH_TOKEN: TOKEN } });
}, 300_000);

afterAll(() => server.close());

test("without the token nothing is told but that the server is there", async () => {
  expect((await call(server.url, "/ok")).status).toBe(200);
  for (const path of ["/info", "/api/design/graphs", "/api/debug/threads", `/info?token=${TOKEN}`, `/info?api_key=${TOKEN}`]) {
    const answer = await call(server.url, path);
    expect([path, answer.status, codeOf(answer)]).toEqual([path, 401, "unauthorized"]);
  }
  expect((await call(server.url, "/threads", { json: {}, headers: { "x-api-key": "wrong-but-long-enough" } })).status).toBe(401);
});

test("programs send the token as a header", async () => {
  const client = new Client({ apiUrl: server.url, apiKey: TOKEN, callerOptions: { maxRetries: 0 } });
  expect(await client.runs.wait(null, "counter", { input: { n: 1 } })).toMatchObject({ n: 4 });
  expect((await call(server.url, "/info", { headers: { authorization: `Bearer ${TOKEN}` } })).status).toBe(200);
});

test("a browser signs in and gets a cookie that scripts and other sites cannot use", async () => {
  const page = await fetch(`${server.url}/`, { redirect: "manual" });
  expect([page.status, new URL(page.headers.get("location") ?? "", server.url).pathname]).toEqual([307, "/login"]);
  const linked = await fetch(`${server.url}/inbox/abc?thread=t-1`, { redirect: "manual" });
  expect(new URL(linked.headers.get("location") ?? "", server.url).searchParams.get("to")).toBe("/inbox/abc?thread=t-1");
  expect((await call(server.url, "/api/login", { json: { token: "not the token" } })).status).toBe(401);
  const signedIn = await call(server.url, "/api/login", { json: { token: TOKEN } });
  const cookie = signedIn.headers.get("set-cookie") ?? "";
  expect(cookie).toMatch(/HttpOnly; SameSite=Strict/);
  expect(cookie).not.toContain(TOKEN);
  const session = cookie.split(";")[0] ?? "";
  expect((await call(server.url, "/info", { headers: { cookie: session } })).status).toBe(200);
  expect((await fetch(`${server.url}/`, { redirect: "manual", headers: { cookie: session } })).status).toBe(200);
  expect((await call(server.url, "/info", { headers: { cookie: `${session}x` } })).status).toBe(401);
});

test("workflows do not get to see the token", async () => {
  const [runner] = server.runnerPids();
  const { readFileSync } = await import("node:fs");
  expect(readFileSync(`/proc/${runner}/environ`, "utf8")).not.toContain(TOKEN);
  expect(readdirSync(join(server.data)).length).toBeGreaterThan(0);
});
