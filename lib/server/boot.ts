import "server-only";
import { isRetrographError } from "../errors";
import { getApp } from "./app";
import { Deadlines } from "./deadlines";
import { Notifier } from "./notify";

/** `lib/cli` reads here, in words for a person, why the server cannot work; bundles share nothing but `globalThis`. */
const BOOT_PROBLEM = Symbol.for("retrograph.bootProblem");

/** Opens the database, puts the last session's unfinished runs right, warms up a runner, and starts what goes by the clock. */
export async function boot(): Promise<void> {
  try {
    const app = await getApp();
    for (const one of [new Deadlines(app), new Notifier(app)]) {
      one.start();
      app.beforeEnd(() => one.stop());
    }
  } catch (error) {
    if (!isRetrographError(error)) throw error;
    Object.assign(globalThis, { [BOOT_PROBLEM]: error.message });
  }
}
