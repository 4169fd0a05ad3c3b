import crypto from "node:crypto";
import { replayContext } from "../context";
import type { Randomness } from "./randomness";
import { replace } from "./replace";

/** Ids and random numbers come from the run where it has its own, also in LangGraph's loop, which gives messages their ids. */
function drawn(): Randomness | null {
  const context = replayContext();
  if (context === undefined || context.randomness === null) return null;
  return context.isLoop ? context.randomness.loop : context.randomness;
}

/** Bytes and time: not in the loop, whose checkpoints get new ids from them. */
function inCode(): Randomness | null {
  const context = replayContext();
  return context === undefined || context.isLoop ? null : context.randomness;
}

/**
 * What fills so much at once keeps it for later, and would hand it out to other runs too. Such stores of chance stay
 * the process's own.
 */
const LARGEST_FILL = 255;

type View = NodeJS.ArrayBufferView;

function bytesOf(view: View, offset = 0, size?: number): Uint8Array {
  const scale = "BYTES_PER_ELEMENT" in view && typeof view.BYTES_PER_ELEMENT === "number" ? view.BYTES_PER_ELEMENT : 1;
  const start = offset * scale;
  const length = size === undefined ? view.byteLength - start : size * scale;
  return new Uint8Array(view.buffer, view.byteOffset + start, length);
}

function fillOwn(view: unknown, offset?: unknown, size?: unknown): boolean {
  const randomness = inCode();
  if (randomness === null || !ArrayBuffer.isView(view) || view.byteLength > LARGEST_FILL) return false;
  const at = typeof offset === "number" ? offset : 0;
  randomness.fill(bytesOf(view as View, at, typeof size === "number" ? size : undefined));
  return true;
}

function callbackOf(args: readonly unknown[]): ((error: null, value: unknown) => void) | null {
  const last = args.at(-1);
  return typeof last === "function" ? (last as (error: null, value: unknown) => void) : null;
}

function replaceCrypto(): void {
  replace(
    crypto,
    "randomUUID",
    (original) =>
      (...args) =>
        drawn()?.uuid() ?? original(...args),
  );
  replace(
    crypto,
    "getRandomValues",
    (original) =>
      (...args) =>
        fillOwn(args[0]) ? args[0] : original(...args),
  );
  replace(
    crypto,
    "randomFillSync",
    (original) =>
      (...args) =>
        fillOwn(args[0], args[1], args[2]) ? args[0] : original(...args),
  );
  replace(crypto, "randomFill", (original) => (...args) => {
    const callback = callbackOf(args);
    if (callback === null || !fillOwn(args[0], args[1], args[2])) return original(...args);
    return process.nextTick(callback, null, args[0]);
  });
  replace(crypto, "randomBytes", (original) => (...args) => {
    const [size] = args;
    const bytes = typeof size === "number" && size <= LARGEST_FILL && size >= 0 ? Buffer.alloc(size) : null;
    if (bytes === null || (bytes.length > 0 && !fillOwn(bytes))) return original(...args);
    const callback = callbackOf(args);
    return callback === null ? bytes : process.nextTick(callback, null, bytes);
  });
  replace(crypto, "randomInt", (original) => (...args) => {
    const randomness = inCode();
    if (randomness === null) return original(...args);
    const [min, max] = typeof args[1] === "number" ? [Number(args[0]), args[1]] : [0, Number(args[0])];
    const callback = callbackOf(args);
    const value = min + Math.floor(randomness.number() * (max - min));
    return callback === null ? value : process.nextTick(callback, null, value);
  });
}

function replaceWebCrypto(): void {
  const { webcrypto } = crypto;
  const randomUUID = webcrypto.randomUUID.bind(webcrypto);
  const getRandomValues = webcrypto.getRandomValues.bind(webcrypto);
  Object.defineProperty(webcrypto, "randomUUID", {
    configurable: true,
    writable: true,
    value: () => drawn()?.uuid() ?? randomUUID(),
  });
  Object.defineProperty(webcrypto, "getRandomValues", {
    configurable: true,
    writable: true,
    value: (view: Parameters<typeof webcrypto.getRandomValues>[0]) => (fillOwn(view) ? view : getRandomValues(view)),
  });
}

function replaceDate(): void {
  const Real = globalThis.Date;
  const now = () => inCode()?.now() ?? Real.now();
  globalThis.Date = new Proxy(Real, {
    construct(target, args, newTarget) {
      return Reflect.construct(target, args.length === 0 ? [now()] : args, newTarget) as Date;
    },
    apply: (target) => new target(now()).toString(),
    get: (target, property, receiver) => (property === "now" ? now : (Reflect.get(target, property, receiver) as unknown)),
  });
  Object.defineProperty(Real.prototype, "constructor", { configurable: true, writable: true, value: globalThis.Date });
}

/** Lets chance and time come from the run that asks, where it has its own. Everywhere else they are the process's, as always. */
export function installChance(): void {
  const random = Math.random;
  Math.random = () => drawn()?.number() ?? random();
  replaceCrypto();
  replaceWebCrypto();
  replaceDate();
}
