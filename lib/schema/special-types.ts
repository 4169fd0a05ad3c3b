/**
 * How a value that JSON has no word for is shown: `{"$type": "Date", "value": "2026-…"}`.
 * `Map` has `entries`, `Set` has `values`, a class instance has `name` and `value`,
 * `undefined` and `circular` have nothing more. `delta` is a channel that was saved as what was written to it: `value`
 * is its last snapshot, `values` the writes since.
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
  "delta",
  "NaN",
  "Infinity",
  "-Infinity",
] as const;
export type SpecialType = (typeof SPECIAL_TYPES)[number];
