import { z } from "zod";

export type Json = string | number | boolean | null | Json[] | { [key: string]: Json };

/** Anything that JSON can hold. What crosses a boundary was parsed from JSON just before, so it is not walked again: that costs 45 ms a megabyte. */
export const JsonSchema = z.custom<Json>((value) => value !== undefined && typeof value !== "function", { message: "must be a JSON value" });

/** An object with JSON values; `__proto__`, `constructor` and `prototype` are refused as keys. */
export const JsonObjectSchema = z
  .record(z.string(), JsonSchema)
  .refine((value) => !["__proto__", "constructor", "prototype"].some((key) => Object.hasOwn(value, key)), {
    message: "must not have the keys __proto__, constructor or prototype",
  });
export type JsonObject = z.infer<typeof JsonObjectSchema>;

/**
 * How a value that JSON has no word for is shown: `{"$type": "Date", "value": "2026-…"}`.
 * `Map` has `entries`, `Set` has `values`, a class instance has `name` and `value`,
 * `undefined` and `circular` have nothing more.
 */
export const SPECIAL_TYPE_KEY = "$type";
export const SPECIAL_TYPES = [
  "Date",
  "Map",
  "Set",
  "BigInt",
  "Uint8Array",
  "RegExp",
  "Error",
  "instance",
  "undefined",
  "circular",
  "function",
  "NaN",
  "Infinity",
  "-Infinity",
] as const;
export type SpecialType = (typeof SPECIAL_TYPES)[number];
