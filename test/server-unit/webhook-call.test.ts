import { createServer, type RequestListener, type Server } from "node:http";
import { afterEach, expect, test } from "vitest";
import { callWebhook, isInside, signature } from "../../lib/server/webhook-call";

let server: Server | null = null;

async function serve(listener: RequestListener): Promise<string> {
  const own = createServer(listener);
  server = own;
  await new Promise<void>((done) => own.listen(0, "127.0.0.1", done));
  const address = own.address();
  return `http://127.0.0.1:${typeof address === "object" && address !== null ? address.port : 0}`;
}

afterEach(() => {
  server?.closeAllConnections();
  server?.close();
  server = null;
});

const message = { id: "1.0", body: "{}", secret: undefined };
const never = new AbortController().signal;

test("what failed for the moment is tried again, under the same number", async () => {
  const ids: unknown[] = [];
  const url = await serve((request, response) => {
    ids.push(request.headers["x-retrograph-delivery"]);
    response.writeHead(ids.length === 1 ? 503 : 200).end();
  });
  expect(await callWebhook(url, message, never)).toEqual({ ok: true, outcome: "200" });
  expect(ids).toEqual(["1.0", "1.0"]);
});

test("a refusal and a redirect are not tried again", async () => {
  let calls = 0;
  const url = await serve((request, response) => {
    calls++;
    if (request.url === "/moved") response.writeHead(307, { location: "/there" }).end();
    else response.writeHead(404).end();
  });
  expect(await callWebhook(`${url}/moved`, message, never)).toEqual({ ok: false, outcome: "307, and redirects are not followed" });
  expect(await callWebhook(`${url}/gone`, message, never)).toEqual({ ok: false, outcome: "refused with 404" });
  expect(calls).toBe(2);
});

test("a server that is stopped does not wait for an answer, nor for the next try", async () => {
  const silent = await serve(() => undefined);
  const stop = new AbortController();
  const told = callWebhook(silent, message, stop.signal);
  setTimeout(() => stop.abort(), 50);
  expect(await told).toEqual({ ok: false, outcome: "the server was stopped" });
  const refusing = new AbortController();
  const closed = callWebhook("http://127.0.0.1:1/", message, refusing.signal);
  setTimeout(() => refusing.abort(), 200);
  expect((await closed).ok).toBe(false);
});

test("an answer without an end holds nothing up", async () => {
  const url = await serve((_request, response) => {
    response.writeHead(200);
    response.on("error", () => undefined);
    const more = setInterval(() => response.write("x".repeat(32 * 1024)), 1);
    response.on("close", () => clearInterval(more));
  });
  expect(await callWebhook(url, message, never)).toEqual({ ok: true, outcome: "200" });
});

test("a name that leads to this machine is not told, only the address itself or localhost", async () => {
  for (const address of ["127.0.0.1", "127.8.8.8", "0.0.0.0", "169.254.169.254", "::1", "::", "fe80::1", "::ffff:127.0.0.1"]) {
    expect([address, isInside(address)]).toEqual([address, true]);
  }
  for (const address of ["10.0.0.1", "192.168.1.1", "93.184.216.34", "2001:db8::1"]) expect([address, isInside(address)]).toEqual([address, false]);
  const port = new URL(await serve((_request, response) => void response.end())).port;
  expect((await callWebhook(`http://localhost:${port}/`, message, never)).ok).toBe(true);
});

test("a signature covers the time as well as the body", () => {
  const one = signature("a-secret-of-somebody", 1000, "{}");
  expect(one).toMatch(/^t=1000,v1=[0-9a-f]{64}$/);
  expect(signature("a-secret-of-somebody", 1001, "{}").split("v1=")[1]).not.toBe(one.split("v1=")[1]);
});
