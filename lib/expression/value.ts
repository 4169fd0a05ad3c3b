import type { Json } from "../schema/json";
import { SPECIAL_TYPE_KEY } from "../schema/special-types";
import { ExpressionError } from "./error";

/** What an expression computes with: JSON, and undefined for what is not there. */
export type Value = Json | undefined;

export function isObject(value: Value): value is { [key: string]: Json } {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** A number that JSON has no word for, or undefined, as itself again; anything else stays as it is displayed. */
export function settle(value: Value): Value {
  if (!isObject(value) || !Object.hasOwn(value, SPECIAL_TYPE_KEY)) return value;
  switch (value[SPECIAL_TYPE_KEY]) {
    case "NaN":
    case "Infinity":
    case "-Infinity":
      return Number(value[SPECIAL_TYPE_KEY]);
    case "undefined":
      return undefined;
    default:
      return value;
  }
}

/** How much of a value may be written out: characters, and one for each part. Running out is an `ExpressionError`. */
export class Room {
  #left: number;

  constructor(private readonly size: number) {
    this.#left = size;
  }

  get used(): number {
    return this.size - this.#left;
  }

  take(count: number): void {
    if (count > this.#left) {
      const most = this.size.toLocaleString("en");
      throw new ExpressionError(`The value is too large to show: more than ${most} characters. Ask for a part of it, or for its length.`);
    }
    this.#left -= count;
  }
}

function written(value: Value, room: Room): Json {
  room.take(typeof value === "string" ? value.length + 1 : 1);
  if (value === undefined) return { [SPECIAL_TYPE_KEY]: "undefined" };
  if (typeof value === "number" && !Number.isFinite(value)) return { [SPECIAL_TYPE_KEY]: String(value) };
  if (Array.isArray(value)) return value.map((item) => written(item, room));
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => {
      room.take(key.length);
      return [key, written(item, room)];
    }),
  );
}

/**
 * A value as the display JSON that is shown and sent: undefined and the odd numbers become `{"$type": …}`. Throws
 * `ExpressionError` where the room is not enough: a short expression can put one list into a thousand places of another.
 */
export function toJson(value: Value, room: Room): Json {
  try {
    return written(value, room);
  } catch (error) {
    if (error instanceof RangeError) throw new ExpressionError("The value is nested too deeply to show.", { cause: error });
    throw error;
  }
}

/** What to call a value in a message. */
export function kindOf(value: Value): string {
  if (value === undefined) return "undefined";
  if (value === null) return "null";
  if (Array.isArray(value)) return "a list";
  if (typeof value === "object") return "an object";
  return typeof value === "string" ? "a text" : typeof value === "number" ? "a number" : "true or false";
}

/** `typeof`, with lists and null told apart. */
export function typeOf(value: Value): string {
  if (value === null) return "null";
  return Array.isArray(value) ? "array" : typeof value;
}
