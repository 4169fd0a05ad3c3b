import inspector from "node:inspector";
import { findSourceMap } from "node:module";
import { fileURLToPath } from "node:url";
import { z } from "zod";

/** Where V8 found a function, mapped back to the file that a person wrote. Lines and columns count from 0. */
export type RawPlace = { path: string; line: number; column: number };

const ScriptParsedSchema = z.object({ scriptId: z.string(), url: z.string() });
const EvaluateSchema = z.object({ result: z.object({ objectId: z.string() }) });
const LocationSchema = z.object({ scriptId: z.string(), lineNumber: z.number(), columnNumber: z.number() });
const PropertySchema = z.object({
  name: z.string(),
  value: z
    .object({ type: z.string().optional(), description: z.string().optional(), value: z.unknown().optional(), objectId: z.string().optional() })
    .optional(),
});
type Property = z.infer<typeof PropertySchema>;
const PropertiesSchema = z.object({ result: z.array(PropertySchema).default([]), internalProperties: z.array(PropertySchema).default([]) });

/** Scopes of a function's surroundings, not those of its module or of the whole process. */
const LOCAL_SCOPE = /^(Closure|Block)/;
/** What LangGraph's wrappers call the function that they were given. */
const WRAPPED_NAMES = new Set(["func", "userHandler"]);
const PROBE = "__retrograph_probe";

/**
 * Asks V8 itself where functions were written, and which files were loaded. Open only while workflows are described: an
 * attached debugger slows the process down.
 */
export class FunctionLocator {
  readonly #session = new inspector.Session();
  readonly #urls = new Map<string, string>();

  constructor() {
    this.#session.connect();
    this.#session.on("Debugger.scriptParsed", (message) => {
      const parsed = ScriptParsedSchema.safeParse(message.params);
      if (parsed.success) this.#urls.set(parsed.data.scriptId, parsed.data.url);
    });
    this.#post("Debugger.enable");
  }

  close(): void {
    this.#post("Debugger.disable");
    this.#session.disconnect();
  }

  /** Absolute paths of the files whose code this process has compiled. */
  loadedFiles(): string[] {
    return [...this.#urls.values()].flatMap((url) => toPath(url) ?? []);
  }

  /** Where a function stands in its source file, or null for native and generated ones. */
  locate(fn: unknown): RawPlace | null {
    if (typeof fn !== "function") return null;
    try {
      return this.#locate(fn);
    } catch {
      // A function that V8 cannot place is shown without its source.
      return null;
    }
  }

  #locate(fn: unknown): RawPlace | null {
    Object.defineProperty(globalThis, PROBE, { value: fn, configurable: true });
    try {
      const { objectId } = EvaluateSchema.parse(this.#post("Runtime.evaluate", { expression: `globalThis.${PROBE}`, objectGroup: PROBE })).result;
      return this.#locateObject(objectId);
    } finally {
      this.#post("Runtime.releaseObjectGroup", { objectGroup: PROBE });
      Reflect.deleteProperty(globalThis, PROBE);
    }
  }

  #locateObject(objectId: string): RawPlace | null {
    const { internalProperties } = PropertiesSchema.parse(this.#post("Runtime.getProperties", { objectId }));
    const internal = (name: string) => internalProperties.find((property) => property.name === name)?.value;
    // What `bind` returns has no place of its own.
    const target = internal("[[TargetFunction]]")?.objectId;
    if (target !== undefined) return this.#locateObject(target);
    const location = LocationSchema.parse(internal("[[FunctionLocation]]")?.value);
    const url = this.#urls.get(location.scriptId);
    const place = url === undefined ? null : mapToSource(url, location.lineNumber, location.columnNumber);
    if (place === null || !place.path.includes("/node_modules/")) return place;
    const wrapped = this.#wrappedFunction(internal("[[Scopes]]")?.objectId);
    return wrapped === null ? place : this.#locateObject(wrapped);
  }

  /** The workflow's function inside of a wrapper that LangGraph made: entrypoints, tasks and error handlers have one. */
  #wrappedFunction(scopesId: string | undefined): string | null {
    if (scopesId === undefined) return null;
    for (const scope of this.#propertiesOf(scopesId)) {
      if (scope.value?.objectId === undefined || !LOCAL_SCOPE.test(scope.value.description ?? "")) continue;
      const wrapped = this.#propertiesOf(scope.value.objectId).find(({ name, value }) => WRAPPED_NAMES.has(name) && value?.type === "function");
      if (wrapped?.value?.objectId !== undefined) return wrapped.value.objectId;
    }
    return null;
  }

  #propertiesOf(objectId: string): Property[] {
    return PropertiesSchema.parse(this.#post("Runtime.getProperties", { objectId, ownProperties: true })).result;
  }

  /** The inspector of the own process answers before `post` returns. */
  #post(method: string, params?: object): unknown {
    let answer: unknown;
    this.#session.post(method, params, (error, result) => {
      answer = error ?? result;
    });
    return answer;
  }
}

function toPath(url: string): string | null {
  if (url.startsWith("/")) return url;
  if (!url.startsWith("file://")) return null;
  try {
    return fileURLToPath(url.replace(/[?#].*$/, ""));
  } catch {
    return null;
  }
}

function mapToSource(url: string, line: number, column: number): RawPlace | null {
  const entry = findSourceMap(url)?.findEntry(line, column);
  if (entry !== undefined && "originalSource" in entry && typeof entry.originalSource === "string") {
    const path = toPath(entry.originalSource);
    if (path !== null) return { path, line: entry.originalLine, column: entry.originalColumn };
  }
  const path = toPath(url);
  return path === null ? null : { path, line, column };
}
