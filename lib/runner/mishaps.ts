import { writeSync } from "node:fs";
import { failRun, type ActiveRuns } from "./active-run";
import { cleanStack } from "./stack";

const STDERR = 2;

/** Text that must be out before the process is gone. */
function say(text: string): void {
  try {
    writeSync(STDERR, `${text}\n`);
  } catch {
    // Nobody listens any more.
  }
}

function describe(projectDir: string, thrown: unknown): string {
  return thrown instanceof Error ? (cleanStack(projectDir, thrown) ?? thrown.message) : String(thrown);
}

/**
 * What happens when a workflow's code breaks outside of what its node awaits. The run that the code belongs to fails
 * with the error; other runs of the process go on. `process.exit` is announced, so that the server can say why the
 * process is gone.
 */
export function handleMishaps(projectDir: string, active: ActiveRuns): void {
  const onError = (kind: string) => (thrown: unknown) => {
    const run = active.current();
    const owner = run === null ? "no run that is known" : `run ${run.spec.run_id}`;
    say(`${kind} in the code of ${owner}: ${describe(projectDir, thrown)}`);
    if (run !== null) failRun(run, thrown);
  };
  process.on("uncaughtException", onError("Uncaught exception"));
  process.on("unhandledRejection", onError("Unhandled rejection"));
  const exit = process.exit.bind(process);
  process.exit = (code): never => {
    const run = active.current();
    if (run !== null)
      say(`process.exit(${code ?? process.exitCode ?? 0}) was called by the workflow "${run.spec.graph_id}" in run ${run.spec.run_id}`);
    return exit(code);
  };
}
