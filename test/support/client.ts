import { Client } from "@langchain/langgraph-sdk";
import { expect } from "vitest";

/** The official client, which neither retries nor takes a key from the environment. */
export function sdk(apiUrl: string): Client {
  return new Client({ apiUrl, apiKey: null, callerOptions: { maxRetries: 0 } });
}

/** Everything that a stream gives. */
export async function collect<T>(stream: AsyncIterable<T>): Promise<T[]> {
  const items: T[] = [];
  for await (const item of stream) items.push(item);
  return items;
}

export type Answer = { status: number; headers: Headers; body: unknown; text: string };

/** A plain request; `json` goes out as the body. */
export async function call(url: string, path: string, init: RequestInit & { json?: unknown } = {}): Promise<Answer> {
  const { json, ...rest } = init;
  const response = await fetch(`${url}${path}`, {
    ...rest,
    ...(json === undefined
      ? {}
      : { method: rest.method ?? "POST", body: JSON.stringify(json), headers: { "content-type": "application/json", ...rest.headers } }),
  });
  const text = await response.text();
  let body: unknown = null;
  try {
    body = JSON.parse(text);
  } catch {
    // Not every answer is JSON.
  }
  return { status: response.status, headers: response.headers, body, text };
}

/** The code of an error answer. */
export function codeOf(answer: Answer): unknown {
  return answer.body !== null && typeof answer.body === "object" && "error" in answer.body ? (answer.body.error as { code?: unknown }).code : null;
}

/** Asks again until the check passes or time is up; gives the last answer. */
export async function eventually<T>(ask: () => Promise<T>, check: (value: T) => boolean, ms = 20_000): Promise<T> {
  const until = Date.now() + ms;
  for (;;) {
    const value = await ask();
    if (check(value)) return value;
    if (Date.now() > until) expect.fail(`It never came true: ${JSON.stringify(value)}`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}
