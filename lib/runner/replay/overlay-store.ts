import { BaseStore, InMemoryStore, type Item, type Operation, type OperationResults } from "@langchain/langgraph-checkpoint";

const keyOf = (namespace: readonly string[], key: string) => JSON.stringify([namespace, key]);

/** More than a page of what lies below, so that what is covered from above can be left out. */
const ROOM = 1000;

type Search = { namespacePrefix: string[]; limit?: number; offset?: number };
type Namespaces = { maxDepth?: number; limit: number; offset: number };

/** Reads what another store holds and keeps what is put or deleted to itself: for runs that change nothing. */
export class OverlayStore extends BaseStore {
  readonly #below: BaseStore;
  readonly #above = new InMemoryStore();
  /** What was put or deleted here. */
  readonly #covered = new Set<string>();

  constructor(below: BaseStore) {
    super();
    this.#below = below;
  }

  /** Reads see the state before the batch's writes, as in LangGraph's own stores. */
  override async batch<Op extends Operation[]>(operations: Op): Promise<OperationResults<Op>> {
    const reads = await Promise.all(operations.map((operation) => this.#read(operation)));
    for (const operation of operations) await this.#write(operation);
    // LangGraph's mapped type cannot be built item by item.
    return reads as OperationResults<Op>;
  }

  async #read(operation: Operation): Promise<unknown> {
    if ("namespacePrefix" in operation) return await this.#search(operation);
    if ("key" in operation && !("value" in operation)) {
      const isCovered = this.#covered.has(keyOf(operation.namespace, operation.key));
      return await one(isCovered ? this.#above : this.#below, operation);
    }
    return "key" in operation ? undefined : await this.#namespaces(operation);
  }

  async #write(operation: Operation): Promise<void> {
    if (!("value" in operation)) return;
    this.#covered.add(keyOf(operation.namespace, operation.key));
    await this.#above.batch([operation]);
  }

  async #search(operation: Extract<Operation, Search>): Promise<Item[]> {
    const { limit = 10, offset = 0 } = operation;
    const wide = { ...operation, offset: 0, limit: offset + limit + Math.max(ROOM, this.#covered.size) };
    const [above, below] = await Promise.all([listOf<Item>(this.#above, wide), listOf<Item>(this.#below, wide)]);
    const uncovered = below.filter(({ namespace, key }) => !this.#covered.has(keyOf(namespace, key)));
    return [...above, ...uncovered].slice(offset, offset + limit);
  }

  async #namespaces(operation: Extract<Operation, Namespaces>): Promise<string[][]> {
    const wide = { ...operation, offset: 0, limit: ROOM + operation.offset + operation.limit };
    const [above, below] = await Promise.all([listOf<string[]>(this.#above, wide), listOf<string[]>(this.#below, wide)]);
    const all = new Map([...below, ...above].map((namespace) => [JSON.stringify(namespace), namespace]));
    return [...all.values()].slice(operation.offset, operation.offset + operation.limit);
  }
}

async function one(store: BaseStore, operation: Operation): Promise<unknown> {
  const [result] = await store.batch<Operation[]>([operation]);
  return result ?? null;
}

async function listOf<Entry>(store: BaseStore, operation: Operation): Promise<Entry[]> {
  const result = await one(store, operation);
  // Which entries they are, the operation says.
  return Array.isArray(result) ? (result as Entry[]) : [];
}
