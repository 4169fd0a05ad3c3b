import type { JsonObject } from "../schema/json";

/** Ids of the requests that a run answers, from what is kept of its command. */
export function carriedIds(kwargs: JsonObject): string[] {
  const { command } = kwargs;
  const resume = typeof command === "object" && command !== null && !Array.isArray(command) ? command.resume : undefined;
  return typeof resume === "object" && resume !== null && !Array.isArray(resume) ? Object.keys(resume) : [];
}
