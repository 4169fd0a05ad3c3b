import type { Json } from "@/lib/schema/json";

/** The code of an option whose part `name` becomes `value`; undefined takes the part away, and null is an option without parts. */
export function toOption(option: Json | undefined, name: string, value: Json | undefined): string | null {
  const parts = typeof option === "object" && option !== null && !Array.isArray(option) ? option : {};
  const entries = Object.entries(parts).filter(([key]) => key !== name);
  if (value !== undefined) entries.push([name, value]);
  if (entries.length === 0) return null;
  return `{ ${entries.map(([key, part]) => `${/^[\p{ID_Start}$_][\p{ID_Continue}$]*$/u.test(key) ? key : JSON.stringify(key)}: ${JSON.stringify(part)}`).join(", ")} }`;
}
