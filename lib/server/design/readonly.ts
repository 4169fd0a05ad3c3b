import "server-only";
import { accessSync, constants, statSync } from "node:fs";
import { dirname } from "node:path";
import { RetrographError } from "../../errors";
import { getSettings } from "../settings";
import type { Desk } from "./desk";

const SERVER =
  "This installation is read-only: RETROGRAPH_READONLY is on, as it is by itself where HOST is not loopback. Start it with RETROGRAPH_READONLY=false to change workflows.";

function mayWrite(path: string): boolean {
  try {
    // Root may write anything; a file that says it is not to be written is left alone all the same.
    if ((statSync(path).mode & 0o222) === 0) return false;
    accessSync(path, constants.W_OK);
    return true;
  } catch {
    return false;
  }
}

/** Why a file cannot be changed here; null where it can. */
export function readonlyReason(desk: Desk, file: string): string | null {
  if (desk.settings.RETROGRAPH_READONLY) return SERVER;
  if (!desk.host.exists(file)) return `The file ${file} is not there: it was deleted or moved.`;
  const path = desk.host.pathOf(file);
  if (path === null || file.startsWith("../")) return `The file ${file} lies outside of the project folder.`;
  if (!mayWrite(path)) return `The file ${file} is read-only. Make it writable to change it here.`;
  if (!mayWrite(dirname(path))) return `The folder of ${file} may not be written to.`;
  return null;
}

/** Throws `readonly` where this installation changes no files. */
export function refuseReadonly(): void {
  if (getSettings().RETROGRAPH_READONLY) throw new RetrographError("readonly", SERVER);
}
