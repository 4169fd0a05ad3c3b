import "server-only";
import { isRetrographError } from "../errors";
import { getApp } from "./app";

/** `lib/cli` reads here, in words for a person, why the server cannot work; bundles share nothing but `globalThis`. */
const BOOT_PROBLEM = Symbol.for("retrograph.bootProblem");

/** Opens the database, puts the last session's unfinished runs right and warms up a runner. */
export async function boot(): Promise<void> {
  try {
    await getApp();
  } catch (error) {
    if (!isRetrographError(error)) throw error;
    Object.assign(globalThis, { [BOOT_PROBLEM]: error.message });
  }
}
