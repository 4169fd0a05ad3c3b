import { realpathSync } from "node:fs";
import { asList, findPackage, importFrom, isBag, type Bag } from "./langgraph";

/** Where LangChain keeps the config of a call within the store of its async context. */
const CONFIG_KEY = Symbol.for("lc:child_config");
/** Variables that code puts into the context by itself. */
const VARIABLES_KEY = Symbol.for("lc:context_variables");
/** Variables by which a person has LangSmith trace everything. */
const TRACING = ["LANGSMITH_TRACING_V2", "LANGCHAIN_TRACING_V2", "LANGSMITH_TRACING", "LANGCHAIN_TRACING"];

type Work = () => unknown;
type RunWithConfig = (this: unknown, config: unknown, work: Work, ...rest: unknown[]) => unknown;
type Storage = { getStore(): unknown; run(store: unknown, work: Work): unknown };
type Context = { runWithConfig: RunWithConfig; getInstance(): Storage };

/** Gives way to LangChain's own while LangSmith traces. */
let isTraced = false;
const lightened = new WeakSet<object>();

function isContext(value: unknown): value is Context {
  return isBag(value) && typeof value["runWithConfig"] === "function" && typeof value["getInstance"] === "function";
}

function hasTracer(callbacks: unknown): boolean {
  const handlers = Array.isArray(callbacks) ? asList(callbacks) : asList(isBag(callbacks) ? callbacks["handlers"] : null);
  return handlers.some((handler) => isBag(handler) && handler["name"] === "langchain_tracer");
}

function symbolOf(value: unknown, key: symbol): unknown {
  return typeof value === "object" && value !== null ? (Reflect.get(value, key) as unknown) : undefined;
}

/** What LangChain puts into the context where nothing is traced, made once; null when it is not what is known here. */
function templateOf(context: Context, original: RunWithConfig): Bag | null {
  const config = {};
  const store = original.call(context, config, () => context.getInstance().getStore());
  if (!isBag(store) || store["tracingEnabled"] !== false || !isBag(store["extra"])) return null;
  return symbolOf(store["extra"], CONFIG_KEY) === config ? store : null;
}

function lighten(context: Context): void {
  if (lightened.has(context)) return;
  const original = context.runWithConfig;
  const template = templateOf(context, original);
  if (template === null) return;
  const extra = isBag(template["extra"]) ? template["extra"] : {};
  context.runWithConfig = function (this: unknown, config, work, ...rest) {
    const storage = context.getInstance();
    const before = storage.getStore();
    const isPlain = !isTraced && rest[0] !== true && isBag(config) && !hasTracer(config["callbacks"]);
    if (!isPlain || (isBag(before) && before["tracingEnabled"] === true)) return original.call(this, config, work, ...rest);
    const variables = symbolOf(before, VARIABLES_KEY);
    return storage.run(
      Object.assign(Object.create(template) as Bag, {
        extra: { ...extra, [CONFIG_KEY]: config },
        child_runs: [],
        ...(variables === undefined ? {} : { [VARIABLES_KEY]: variables }),
      }),
      work,
    );
  };
  lightened.add(context);
}

/**
 * LangChain makes a whole LangSmith run, with random ids and times, each time that it hands a config on, also where
 * nothing is traced: a quarter of what it takes to execute a node. Here they share one, which nobody is sent. Called
 * before each run, after the workflows were loaded; does nothing for versions of LangChain that keep the config elsewhere.
 */
export async function lightenContext(langgraphRoot: string): Promise<void> {
  isTraced = TRACING.some((name) => process.env[name] === "true");
  const core = findPackage("@langchain/core", realpathSync(langgraphRoot));
  if (core === null) return;
  const module = await importFrom(core, "./singletons").catch(() => null);
  const context = isBag(module) ? module["AsyncLocalStorageProviderSingleton"] : null;
  if (isContext(context)) lighten(context);
}
