import { BaseStore, type Item, type Operation, type OperationResults } from "@langchain/langgraph-checkpoint";
import { RetrographError } from "../errors";
import type { Store } from "../store/open";
import { StrictSerializer, serialize } from "../store/serialize";
import { deleteItem, getItem, listNamespaces, putItem, searchItems, type StoredItem } from "../store/store-items";

const serializer = new StrictSerializer();

async function revive({ namespace, key, value, created_at, updated_at }: StoredItem): Promise<Item> {
  const live: unknown = await serializer.loadsTyped("json", value);
  return {
    namespace,
    key,
    value: typeof live === "object" && live !== null ? { ...live } : {},
    createdAt: new Date(created_at),
    updatedAt: new Date(updated_at),
  };
}

/**
 * LangGraph's long-term memory in Retrograph's database: what one thread puts there, every other finds, also after a
 * restart. There are no embeddings: a `query` does not change what is found, as in LangGraph's own store without an index.
 */
class SqliteStore extends BaseStore {
  readonly #store: Store;

  constructor(store: Store) {
    super();
    this.#store = store;
  }

  /** Reads see the state before the batch's writes, as in LangGraph's own stores. */
  override async batch<Op extends Operation[]>(operations: Op): Promise<OperationResults<Op>> {
    const reads = await Promise.all(operations.map((operation) => this.#read(operation)));
    this.#store.sqlite.transaction(() => operations.forEach((operation) => this.#write(operation))).immediate();
    // LangGraph's mapped type cannot be built item by item.
    return reads as OperationResults<Op>;
  }

  async #read(operation: Operation): Promise<unknown> {
    if ("namespacePrefix" in operation) {
      const { namespacePrefix, filter, limit = 10, offset = 0 } = operation;
      const found = searchItems(this.#store, { prefix: namespacePrefix, ...(filter === undefined ? {} : { filter }), limit, offset });
      return await Promise.all(found.map(revive));
    }
    if ("key" in operation && !("value" in operation)) {
      const item = getItem(this.#store, operation.namespace, operation.key);
      return item === null ? null : await revive(item);
    }
    if ("key" in operation) return undefined;
    const path = (type: "prefix" | "suffix") => operation.matchConditions?.find(({ matchType }) => matchType === type)?.path;
    const { maxDepth, limit, offset } = operation;
    return listNamespaces(this.#store, { prefix: path("prefix"), suffix: path("suffix"), maxDepth, limit, offset });
  }

  #write(operation: Operation): void {
    if (!("value" in operation)) return;
    const { namespace, key, value } = operation;
    if (value === null) return deleteItem(this.#store, namespace, key);
    if (typeof value !== "object" || Array.isArray(value)) {
      throw new RetrographError(
        "unserializable_state",
        `The store keeps objects, but the value of "${key}" is ${Array.isArray(value) ? "a list" : typeof value}.`,
      );
    }
    putItem(this.#store, { namespace, key, value: serialize(value, { [`${namespace.join("/")}/${key}`]: value }) });
  }
}

/** The store for workflows that bring none of their own. Putting what JSON cannot hold throws `unserializable_state`. */
export function createSqliteStore(store: Store): BaseStore {
  return new SqliteStore(store);
}
