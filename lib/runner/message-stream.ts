import { asList, isBag, type Bag } from "./langgraph";
import { withoutUndefined } from "./stream-payloads";

type Emit = (event: string, data: unknown) => void;

function isMessage(value: unknown): value is Bag & { id: string } {
  return isBag(value) && typeof value["id"] === "string" && typeof value["getType"] === "function";
}

function isChunk(message: Bag): message is Bag & { concat: (other: unknown) => unknown } {
  return typeof message["concat"] === "function";
}

/**
 * The older `messages` mode: `messages/metadata` once per message, `messages/partial` with what has come of it so far,
 * `messages/complete` when it stands in the state or came in one piece.
 */
export class MessageStream {
  readonly #emit: Emit;
  readonly #partial = new Map<string, unknown>();
  readonly #complete = new Set<string>();

  constructor(emit: Emit) {
    this.#emit = emit;
  }

  /** A `[message, metadata]` pair of LangGraph's own `messages` mode. */
  onMessage(payload: unknown): void {
    const [message, metadata] = asList(payload);
    if (!isMessage(message) || this.#complete.has(message.id)) return;
    const known = this.#partial.get(message.id);
    if (known === undefined) this.#emit("messages/metadata", { [message.id]: { metadata: withoutUndefined(metadata) } });
    if (isChunk(message)) {
      const sum = isBag(known) && isChunk(known) ? known.concat(message) : message;
      this.#partial.set(message.id, sum);
      this.#emit("messages/partial", [sum]);
    } else {
      this.#complete.add(message.id);
      this.#emit("messages/complete", [message]);
    }
  }

  /** A `values` chunk: messages of the state are complete. */
  onValues(values: unknown): void {
    const messages = isBag(values) ? values["messages"] : undefined;
    const fresh = (Array.isArray(messages) ? messages : [messages]).filter(isMessage).filter(({ id }) => !this.#complete.has(id));
    if (fresh.length === 0) return;
    for (const { id } of fresh) this.#complete.add(id);
    this.#emit("messages/complete", fresh);
  }
}
