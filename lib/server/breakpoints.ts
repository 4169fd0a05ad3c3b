import "server-only";
import { v7 as uuid7 } from "uuid";
import type { z } from "zod";
import { RetrographError } from "../errors";
import { parseExpression } from "../expression/parse";
import type { Breakpoint, BreakpointSpec, ChangeBreakpointBodySchema, CreateBreakpointBodySchema } from "../schema/breakpoint";
import {
  deleteBreakpoint as deleteStored,
  getBreakpoint as readBreakpoint,
  listBreakpoints as listStored,
  putBreakpoint,
} from "../store/breakpoints";
import { getApp, type App } from "./app";
import { getWorkflow } from "./workflows";

/** More than this many are a mistake of a program; each costs every run a little. */
const MAX_PER_WORKFLOW = 200;

function checkCondition(spec: BreakpointSpec): void {
  if (spec.condition === null) return;
  const parsed = parseExpression(spec.condition);
  if (parsed.ok) return;
  const { message, index } = parsed;
  throw new RetrographError("invalid_expression", `The condition cannot be read: ${message}`, { field: "spec.condition", message, index });
}

async function requireBreakpoint(app: App, graphId: string, breakpointId: string): Promise<Breakpoint> {
  const found = await readBreakpoint(app.store, graphId, breakpointId);
  if (found !== null) return found;
  throw new RetrographError("breakpoint_not_found", "The breakpoint is not there any more: it was deleted meanwhile.", {
    breakpoint_id: breakpointId,
  });
}

function tellAll(app: App, graphId: string): void {
  app.live.publishAll({ type: "breakpoints", graph_id: graphId });
}

/** Breakpoints of a workflow, oldest first, also those on nodes that it has no more. Throws `graph_not_found`. */
export async function listBreakpoints(graphId: string): Promise<Breakpoint[]> {
  const app = await getApp();
  const breakpoints = await listStored(app.store, graphId);
  if (breakpoints.length === 0) await getWorkflow(graphId);
  return breakpoints;
}

/** Adds a breakpoint to a workflow. Throws `graph_not_found`, `invalid_expression` with the place, `invalid_request` for too many. */
export async function createBreakpoint(graphId: string, body: z.output<typeof CreateBreakpointBodySchema>): Promise<Breakpoint> {
  const app = await getApp();
  await getWorkflow(graphId);
  checkCondition(body.spec);
  if ((await listStored(app.store, graphId)).length >= MAX_PER_WORKFLOW) {
    throw new RetrographError("invalid_request", `The workflow has ${MAX_PER_WORKFLOW} breakpoints already. Delete some first.`, { field: "spec" });
  }
  const breakpoint: Breakpoint = { breakpoint_id: uuid7(), graph_id: graphId, ...body, created_at: new Date().toISOString() };
  await putBreakpoint(app.store, breakpoint);
  tellAll(app, graphId);
  return breakpoint;
}

/** Switches a breakpoint on or off, or changes what it stops at. Throws `breakpoint_not_found`, `invalid_expression`. */
export async function changeBreakpoint(
  graphId: string,
  breakpointId: string,
  change: z.output<typeof ChangeBreakpointBodySchema>,
): Promise<Breakpoint> {
  const app = await getApp();
  const found = await requireBreakpoint(app, graphId, breakpointId);
  const changed: Breakpoint = { ...found, spec: change.spec ?? found.spec, enabled: change.enabled ?? found.enabled };
  checkCondition(changed.spec);
  await putBreakpoint(app.store, changed);
  tellAll(app, graphId);
  return changed;
}

/** Deletes a breakpoint. Throws `breakpoint_not_found`. */
export async function deleteBreakpoint(graphId: string, breakpointId: string): Promise<void> {
  const app = await getApp();
  await requireBreakpoint(app, graphId, breakpointId);
  await deleteStored(app.store, graphId, breakpointId);
  tellAll(app, graphId);
}
