import { PinsSchema, type Pin } from "../schema/design-api";
import type { Store } from "./open";
import { readPreference, writePreference } from "./preferences";

/** The preference that holds a workflow's pins. */
export function pinsKey(graphId: string): string {
  return `pins:${graphId}`;
}

/** Outputs that stand in for nodes of a workflow. Synchronous. */
export function readPins(store: Store, graphId: string): Pin[] {
  return PinsSchema.catch([]).parse(readPreference(store, pinsKey(graphId)) ?? []);
}

/** Saves the pins of a workflow in place of those that were there. Synchronous. */
export function writePins(store: Store, graphId: string, pins: Pin[]): Pin[] {
  writePreference(store, pinsKey(graphId), pins);
  return pins;
}
