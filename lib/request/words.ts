import type { Json, JsonObject } from "../schema/json";
import type { ButtonStyle } from "./request-view";

export function isObject(value: Json | undefined): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** `ask_again` as `Ask again`. */
export function capitalise(word: string): string {
  const text = word.replaceAll("_", " ");
  return text.charAt(0).toUpperCase() + text.slice(1);
}

const YES = new Set(["approve", "approved", "accept", "accepted", "yes", "ok", "allow", "confirm"]);
const NO = new Set(["reject", "rejected", "refuse", "refused", "deny", "denied", "decline", "declined", "no", "ignore", "disallow", "abort"]);

/** The word says that something shall not be done. */
export function isRefusalWord(word: string): boolean {
  return NO.has(word.trim().toLowerCase());
}

/** How a button for the word looks: as the payload says, else by what it means. */
export function styleOf(word: string, given: Json | undefined): ButtonStyle {
  if (given === "primary" || given === "danger" || given === "default") return given;
  if (YES.has(word.toLowerCase())) return "primary";
  return isRefusalWord(word) ? "danger" : "default";
}
