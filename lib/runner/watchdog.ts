import { Worker } from "node:worker_threads";

const CHECK_MS = 500;

// Plain JavaScript in a string: it must start at once, whatever loads the runner's TypeScript.
const WATCH = `
const { workerData } = require("node:worker_threads");
setInterval(() => { if (process.ppid !== workerData.parent) process.kill(process.pid, "SIGKILL"); }, workerData.every);
`;

/**
 * Ends this process when its parent is gone. A closed IPC channel is noticed only by a free event loop; the watching
 * thread also ends a process whose workflow spins.
 */
export function watchParent(): void {
  process.on("disconnect", () => process.exit(0));
  const worker = new Worker(WATCH, { eval: true, workerData: { parent: process.ppid, every: CHECK_MS }, execArgv: [], stdin: false });
  worker.unref();
}
