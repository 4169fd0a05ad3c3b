import "server-only";
import { createHmac } from "node:crypto";
import { lookup } from "node:dns";
import { request as requestHttp } from "node:http";
import { request as requestHttps } from "node:https";
import { BlockList, isIP, type LookupFunction } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";

const TIMEOUT_MS = 5000;
/** Pauses before the second and the third try. */
const PAUSES_MS = [1000, 4000];
/** Of an answer no more is read. */
const MAX_ANSWER = 64 * 1024;

/** Addresses to which a name must not lead: only who writes such an address itself means it. */
const INSIDE = new BlockList();
INSIDE.addSubnet("127.0.0.0", 8, "ipv4");
INSIDE.addSubnet("0.0.0.0", 8, "ipv4");
INSIDE.addSubnet("169.254.0.0", 16, "ipv4");
INSIDE.addAddress("::1", "ipv6");
INSIDE.addAddress("::", "ipv6");
INSIDE.addSubnet("fe80::", 10, "ipv6");

export type Delivery = { ok: boolean; /** What came of it, without the address's path. */ outcome: string };

type Attempt = Delivery & { isFinal: boolean };

/** True for an address of this machine, or one of its own link. */
export function isInside(address: string): boolean {
  const plain = address.toLowerCase().startsWith("::ffff:") && address.includes(".") ? address.slice(7) : address;
  const family = isIP(plain);
  return family !== 0 && INSIDE.check(plain, family === 6 ? "ipv6" : "ipv4");
}

/** Looks a name up, and refuses where it leads inside. */
const lookupOutside: LookupFunction = (host, options, done) => {
  lookup(host, { ...options, all: true }, (error, found) => {
    const bad = error === null ? found.find(({ address }) => isInside(address)) : undefined;
    if (bad !== undefined) return done(new Error(`${host} leads to ${bad.address}, which may only be told when it is listed itself`), "", 4);
    if (error !== null) return done(error, "", 4);
    if (options.all === true) return done(null, found);
    const [first] = found;
    return done(first === undefined ? new Error(`${host} has no address`) : null, first?.address ?? "", first?.family ?? 4);
  });
};

function isLoopbackName(host: string): boolean {
  return host === "localhost" || isIP(host.replace(/^\[|\]$/g, "")) !== 0;
}

/** `t=<seconds>,v1=<hex>`: HMAC-SHA-256 of `<seconds>.<body>`, so that an old message cannot be sent once more. */
export function signature(secret: string, seconds: number, body: string): string {
  return `t=${seconds},v1=${createHmac("sha256", secret).update(`${seconds}.${body}`).digest("hex")}`;
}

function judge(status: number): Attempt {
  if (status >= 200 && status < 300) return { ok: true, outcome: String(status), isFinal: true };
  if (status >= 300 && status < 400) return { ok: false, outcome: `${status}, and redirects are not followed`, isFinal: true };
  const passes = status >= 500 || status === 408 || status === 429;
  return { ok: false, outcome: `refused with ${status}`, isFinal: !passes };
}

function messageOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const code = "code" in error && typeof error.code === "string" ? error.code : null;
  return error.message === "" ? (code ?? error.name) : error.message;
}

function attempt(url: URL, body: string, headers: Record<string, string>, stop: AbortSignal): Promise<Attempt> {
  return new Promise((resolve) => {
    const fail = (error: unknown) => {
      const isStopped = stop.aborted;
      const timedOut = error instanceof Error && error.name === "TimeoutError";
      resolve({
        ok: false,
        outcome: isStopped ? "the server was stopped" : timedOut ? `no answer within ${TIMEOUT_MS / 1000} s` : messageOf(error),
        isFinal: isStopped,
      });
    };
    const signal = AbortSignal.any([AbortSignal.timeout(TIMEOUT_MS), stop]);
    signal.addEventListener("abort", () => fail(signal.reason), { once: true });
    const send = url.protocol === "https:" ? requestHttps : requestHttp;
    const request = send(url, {
      method: "POST",
      headers: { ...headers, "content-length": String(Buffer.byteLength(body)) },
      signal,
      // A connection of its own each: nothing is left open for addresses that are seldom called.
      agent: false,
      ...(isLoopbackName(url.hostname) ? {} : { lookup: lookupOutside }),
    });
    request.on("error", fail);
    request.on("response", (response) => {
      let size = 0;
      response.on("data", (chunk: Buffer) => {
        size += chunk.byteLength;
        if (size > MAX_ANSWER) response.destroy();
      });
      response.on("error", () => undefined);
      resolve(judge(response.statusCode ?? 0));
    });
    request.end(body);
  });
}

async function pause(ms: number, stop: AbortSignal): Promise<void> {
  // Told to stop, it ends early; the caller looks at that itself.
  await sleep(ms, undefined, { signal: stop }).catch(() => undefined);
}

export type WebhookMessage = {
  /** Says which message this is, the same for every try and after a restart. */
  id: string;
  body: string;
  secret: string | undefined;
};

/** Tells one address, in at most three tries. Never throws. */
export async function callWebhook(address: string, message: WebhookMessage, stop: AbortSignal): Promise<Delivery> {
  const url = new URL(address);
  let last: Attempt = { ok: false, outcome: "the server was stopped", isFinal: true };
  for (const [index, wait] of [0, ...PAUSES_MS].entries()) {
    if (wait > 0) await pause(wait, stop);
    if (stop.aborted) return { ok: false, outcome: "the server was stopped" };
    const seconds = Math.floor(Date.now() / 1000);
    const headers = {
      "content-type": "application/json",
      "user-agent": "Retrograph",
      "x-retrograph-delivery": message.id,
      ...(message.secret === undefined ? {} : { "x-retrograph-signature": signature(message.secret, seconds, message.body) }),
    };
    last = await attempt(url, message.body, headers, stop);
    if (last.isFinal) return { ok: last.ok, outcome: index === 0 || last.ok ? last.outcome : `${last.outcome} (try ${index + 1})` };
  }
  return { ok: false, outcome: `${last.outcome} (after ${PAUSES_MS.length + 1} tries)` };
}
