import type { RunnableConfig } from "@langchain/core/runnables";
import { textFor, type ChannelName, type NodeUpdate, type StateText } from "./node-types";

export type HttpNodeOptions<State extends object> = {
  /** Default: `GET`. */
  method?: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  url: StateText<State>;
  headers?: Record<string, StateText<State>>;
  /** A text, or a value that is sent as JSON. */
  body?: string | ((state: State) => unknown);
  /** The channel for the answer: the parsed JSON, else the text. */
  into: NoInfer<ChannelName<State>>;
  /** How long to wait for the answer, in milliseconds. Default: 30,000. */
  timeoutMs?: number;
};

/** A server answered with an error, or not at all. The message says what was asked and what came back. */
export class HttpNodeError extends Error {
  override readonly name = "HttpNodeError";
  /** The status of the answer; null where there was none. */
  readonly status: number | null;

  constructor(message: string, status: number | null, options?: ErrorOptions) {
    super(message, options);
    this.status = status;
  }
}

/**
 * A node that calls an HTTP API once and writes the answer down.
 *
 * ```ts
 * const order = httpNode({ url: (state: typeof State.State) => `https://shop.example/orders/${state.order_id}`, into: "order" });
 * ```
 * @throws HttpNodeError (in the run) for an answer that is not 2xx, none in time, or an address that cannot be reached.
 */
export function httpNode<State extends object = object>(options: HttpNodeOptions<State>) {
  return async (state: State, config?: RunnableConfig): Promise<NodeUpdate> => {
    const url = textFor(options.url, state);
    const method = options.method ?? "GET";
    const response = await send(url, { method, ...contentOf(options, state) }, options.timeoutMs ?? 30_000, config?.signal);
    const text = await response.text();
    if (!response.ok) {
      throw new HttpNodeError(`${method} ${shorten(url)} answered ${response.status} ${response.statusText}: ${shorten(text)}`, response.status);
    }
    return { [options.into]: parseAnswer(response, text, `${method} ${shorten(url)}`) };
  };
}

function contentOf<State extends object>({ headers = {}, body }: HttpNodeOptions<State>, state: State): RequestInit {
  const given = new Headers(Object.entries(headers).map(([name, value]) => [name, textFor(value, state)] satisfies [string, string]));
  if (body === undefined) return { headers: given };
  const value = typeof body === "function" ? body(state) : body;
  if (typeof value === "string") return { headers: given, body: value };
  if (!given.has("content-type")) given.set("content-type", "application/json");
  return { headers: given, body: JSON.stringify(value) };
}

async function send(url: string, init: RequestInit, timeoutMs: number, signal: AbortSignal | undefined): Promise<Response> {
  const timeout = AbortSignal.timeout(timeoutMs);
  try {
    return await fetch(url, { ...init, signal: signal === undefined ? timeout : AbortSignal.any([signal, timeout]) });
  } catch (error) {
    if (signal?.aborted === true) throw error;
    const what = `${init.method ?? "GET"} ${shorten(url)}`;
    if (timeout.aborted) throw new HttpNodeError(`${what} did not answer within ${timeoutMs / 1000} seconds.`, null, { cause: error });
    throw new HttpNodeError(`${what} could not be reached: ${reasonOf(error)}`, null, { cause: error });
  }
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause instanceof Error && error.cause.message !== "" ? error.cause.message : error.message;
}

function parseAnswer(response: Response, text: string, what: string): unknown {
  if (!/\bjson\b/i.test(response.headers.get("content-type") ?? "") || text === "") return text;
  try {
    const value: unknown = JSON.parse(text);
    return value;
  } catch (error) {
    throw new HttpNodeError(`${what} answered with JSON that cannot be read: ${shorten(text)}`, response.status, { cause: error });
  }
}

function shorten(text: string): string {
  return text.length > 300 ? `${text.slice(0, 300)}…` : text;
}
