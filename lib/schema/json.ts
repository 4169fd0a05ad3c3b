import { z } from "zod";

export type Json = string | number | boolean | null | Json[] | { [key: string]: Json };

/** Anything that JSON can hold. What crosses a boundary was parsed from JSON just before, so it is not walked again: that costs 45 ms a megabyte. */
export const JsonSchema = z.custom<Json>((value) => value !== undefined && typeof value !== "function", { message: "must be a JSON value" });

/**
 * An object with JSON values. Whatever was saved must be readable again, so no key is refused here: keys that could change
 * a prototype are refused where a request's body is read.
 */
export const JsonObjectSchema = z.record(z.string(), JsonSchema);
export type JsonObject = z.infer<typeof JsonObjectSchema>;
