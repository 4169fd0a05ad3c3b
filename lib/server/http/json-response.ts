import "server-only";
import { textStream } from "./sse";

async function* withFirst(first: string[], rest: AsyncGenerator<string, void, undefined>): AsyncGenerator<string, void, undefined> {
  yield* first;
  yield* rest;
}

/** Answers JSON text as it comes. What goes wrong before the second piece is thrown, and so becomes an answer of its own. */
export async function jsonTextResponse(pieces: AsyncGenerator<string, void, undefined>): Promise<Response> {
  const headers = { "content-type": "application/json", "cache-control": "no-store" };
  const first: string[] = [];
  while (first.length < 2) {
    const next = await pieces.next();
    if (next.done === true) return new Response(first.join(""), { headers });
    first.push(next.value);
  }
  const body = textStream(withFirst([first.join("")], pieces), () => undefined);
  return new Response(body, { headers });
}
