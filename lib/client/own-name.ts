import { isPersonName, NAME_HEADER } from "../schema/names";
import { readLocal, writeLocal } from "./local-storage";

const KEY = "retrograph.name";

/** The name by which this browser goes where people have no tokens of their own; null when nobody has said one. */
export function readOwnName(): string | null {
  if (typeof window === "undefined") return null;
  const name = readLocal(KEY);
  return typeof name === "string" && isPersonName(name) ? name.trim() : null;
}

/** Keeps the name for this browser; null forgets it. */
export function keepOwnName(name: string | null): void {
  writeLocal(KEY, name ?? undefined);
}

/** What goes with every request, so that the audit log can say who it was. */
export function nameHeaders(): Record<string, string> {
  const name = readOwnName();
  return name === null ? {} : { [NAME_HEADER]: encodeURIComponent(name) };
}
