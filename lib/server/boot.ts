import "server-only";
import { getApp } from "./app";

/** Opens the database, puts the last session's unfinished runs right and warms up a runner. */
export async function boot(): Promise<void> {
  await getApp();
}
