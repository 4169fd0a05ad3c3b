import { asList, isBag, type Bag } from "../langgraph";

export type Method = (this: unknown, ...args: unknown[]) => unknown;

export function isMethod(value: unknown): value is Method {
  return typeof value === "function";
}

/**
 * An object that is the same but for some of its properties. Its own code keeps working on the object itself, so that what
 * it holds privately is reached.
 */
export function inPlaceOf(target: object, instead: Readonly<Record<string, unknown>>): object {
  return new Proxy(target, {
    get(own, property) {
      if (typeof property === "string" && Object.hasOwn(instead, property)) return instead[property];
      const value: unknown = Reflect.get(own, property, own);
      return isMethod(value) && property !== "constructor" ? value.bind(own) : value;
    },
  });
}

/** Puts a method in the place of one of a prototype's. */
export function wrapMethod(prototype: Bag, name: string, around: (original: Method) => Method): void {
  const original = prototype[name];
  if (!isMethod(original)) return;
  Object.defineProperty(prototype, name, { configurable: true, writable: true, enumerable: false, value: around(original) });
}

/** The id of the span that LangChain's callbacks tell of for this call. */
export function spanIdOf(runManager: unknown): string | undefined {
  const id = isBag(runManager) ? runManager["runId"] : undefined;
  return typeof id === "string" ? id : undefined;
}

/** The class that its kind of objects is known by, e.g. `ChatOpenAI`. */
export function classNameOf(value: object): string {
  const own = value.constructor;
  const named = isBag(own) ? own["lc_name"] : undefined;
  const name: unknown = isMethod(named) ? named.call(own) : own.name;
  return typeof name === "string" && name !== "" ? name : "object";
}

function call(target: Bag, name: string, ...args: unknown[]): unknown {
  const method = target[name];
  try {
    return isMethod(method) ? method.apply(target, args) : undefined;
  } catch {
    // A model that cannot say what it is called with, for want of a key, will say so itself when it is called.
    return undefined;
  }
}

/** What a model is called with beside its messages, and the name that it is known by. */
export function modelSettings(model: Bag, options: unknown): { name: string; settings: Bag } {
  const invocation = call(model, "invocationParams", options);
  const told = call(model, "getLsParams", options);
  const identifying = call(model, "_identifyingParams");
  const { ls_provider, ls_model_name, ls_temperature, ls_max_tokens, ls_stop } = isBag(told) ? told : {};
  const settings = {
    options,
    invocation_params: {
      ...(isBag(identifying) ? identifying : {}),
      ...(isBag(invocation) ? invocation : {}),
      ls_provider,
      ls_model_name,
      ls_temperature,
      ls_max_tokens,
      ls_stop,
    },
  };
  const known = isBag(invocation) ? (invocation["model"] ?? invocation["model_name"]) : undefined;
  const name = [known, ls_model_name, model["model"], model["modelName"]].find((one) => typeof one === "string" && one !== "");
  return { name: typeof name === "string" ? name : classNameOf(model), settings };
}

/** The one generation of an answer, or an empty one. */
export function firstGeneration(result: unknown, index: number): readonly unknown[] {
  return asList(asList(isBag(result) ? result["generations"] : null)[index]);
}
