import "server-only";
import type { Pin } from "../../schema/design-api";
import { readPins, writePins } from "../../store/pins";
import { getApp } from "../app";
import { getWorkflow } from "../workflows";

/** Outputs that stand in for nodes in runs of the workbench, switched on or off. Throws `graph_not_found`. */
export async function getPins(graphId: string): Promise<Pin[]> {
  await getWorkflow(graphId);
  return readPins((await getApp()).store, graphId);
}

/** Saves the pins; of several for one node the last stands. Throws `graph_not_found`. */
export async function setPins(graphId: string, pins: Pin[]): Promise<Pin[]> {
  await getWorkflow(graphId);
  return writePins((await getApp()).store, graphId, [...new Map(pins.map((pin) => [pin.node, pin])).values()]);
}
