import "server-only";
import { RetrographError } from "../../errors";

const MAX_DEPTH = 500;

function tooLarge(limit: number): RetrographError {
  return new RetrographError("body_too_large", `The body is larger than ${limit} bytes. Send less, or raise RETROGRAPH_MAX_BODY.`, { limit });
}

/** What is left of a refused body is read and thrown away up to here, so that the sender reads the refusal. */
const LINGER_BYTES = 8 * 1024 * 1024;
const LINGER_MS = 1000;

/**
 * A connection that is closed while its client still writes is reset, and the answer is lost with it. So the rest is
 * taken in for a moment, and given up when it does not end.
 */
async function discard(reader: ReadableStreamDefaultReader<Uint8Array>): Promise<void> {
  const timer = setTimeout(() => void reader.cancel().catch(() => undefined), LINGER_MS);
  try {
    for (let size = 0; size <= LINGER_BYTES;) {
      const { done, value } = await reader.read();
      if (done) return;
      size += value.byteLength;
    }
    await reader.cancel();
  } catch {
    // The client has gone: nobody is left to read the refusal.
  } finally {
    clearTimeout(timer);
  }
}

/** Reads the body up to `limit` bytes, counting while it arrives. Throws `body_too_large`. */
async function readText(request: Request, limit: number): Promise<string> {
  if (request.body === null) return "";
  const reader = request.body.getReader();
  const announced = Number(request.headers.get("content-length") ?? 0);
  const chunks: Uint8Array[] = [];
  let size = 0;
  for (;;) {
    if (Math.max(size, announced) > limit) {
      await discard(reader);
      throw tooLarge(limit);
    }
    const { done, value } = await reader.read();
    if (done) break;
    size += value.byteLength;
    chunks.push(value);
  }
  return new TextDecoder().decode(Buffer.concat(chunks));
}

/** What code that merges objects key by key would take for a way to a prototype. */
function isPolluting(key: string, value: unknown): boolean {
  if (key === "__proto__") return true;
  return key === "constructor" && typeof value === "object" && value !== null && Object.hasOwn(value, "prototype");
}

function findPollution(value: unknown, path: string): string | null {
  if (typeof value !== "object" || value === null) return null;
  for (const [key, inner] of Object.entries(value)) {
    const here = path === "" ? key : `${path}.${key}`;
    const found = isPolluting(key, inner) ? here : findPollution(inner, here);
    if (found !== null) return found;
  }
  return null;
}

/** True when brackets nest deeper than `limit`: code that walks such a value would run out of stack. */
function nestsDeeper(text: string, limit: number): boolean {
  let depth = 0;
  let inString = false;
  for (let index = 0; index < text.length; index++) {
    const character = text[index];
    if (inString) {
      if (character === "\\") index++;
      else if (character === '"') inString = false;
    } else if (character === '"') inString = true;
    else if (character === "[" || character === "{") {
      if (++depth > limit) return true;
    } else if (character === "]" || character === "}") depth--;
  }
  return false;
}

/**
 * The request's JSON; `{}` for an empty body. Throws `invalid_json` for text that is no JSON, `invalid_request` when a
 * key could change an object's prototype, and `body_too_large`.
 */
export async function readJson(request: Request, limit: number): Promise<unknown> {
  const text = await readText(request, limit);
  if (text.trim() === "") return {};
  if (nestsDeeper(text, MAX_DEPTH)) throw new RetrographError("invalid_request", `The body nests deeper than ${MAX_DEPTH} levels. Flatten it.`);
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw new RetrographError("invalid_json", `The body is not JSON: ${error instanceof Error ? error.message : String(error)}.`);
  }
  // The key may be written with escapes, so a backslash is reason enough to look.
  if (text.includes("__proto__") || text.includes("constructor") || text.includes("\\u00")) {
    const path = findPollution(value, "");
    if (path !== null) throw new RetrographError("invalid_request", `${path} is not allowed as a key.`, { field: path });
  }
  return value;
}
