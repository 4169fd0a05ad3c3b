/**
 * Writes data to measure with into a data folder, which no server has open meanwhile:
 *
 *     npx tsx test/bench/large-thread.ts --data DIR [--checkpoints 10000] [--branches 200] [--state 1000000] [--growth 4]
 *     npx tsx test/bench/large-thread.ts --data DIR --threads 20000
 *
 * The threads belong to the workflows in `test/bench/project`: RETROGRAPH_PROJECT=test/bench/project RETROGRAPH_DATA=DIR.
 */
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { openStore } from "../../lib/store/open";
import { writeLargeThread } from "./write-thread";
import { writeManyThreads } from "./write-threads";

const { values } = parseArgs({
  options: {
    data: { type: "string" },
    checkpoints: { type: "string" },
    branches: { type: "string" },
    state: { type: "string" },
    growth: { type: "string" },
    threads: { type: "string" },
  },
});

function numberOf(text: string | undefined, otherwise: number): number {
  const number = Number(text ?? otherwise);
  if (!Number.isFinite(number) || number <= 0) throw new Error(`${text} is no number above 0.`);
  return number;
}

if (values.data === undefined)
  throw new Error("usage: large-thread.ts --data DIR [--checkpoints N] [--branches N] [--state BYTES] [--growth N] [--threads N]");
const store = openStore({ path: join(resolve(values.data), "retrograph.db") });
const start = performance.now();
if (values.threads !== undefined) {
  writeManyThreads(store, numberOf(values.threads, 20_000));
  process.stdout.write(`${values.threads} threads`);
}
if (values.threads === undefined || values.checkpoints !== undefined) {
  const id = writeLargeThread(store, {
    checkpoints: numberOf(values.checkpoints, 10_000),
    branches: numberOf(values.branches, 200),
    state: numberOf(values.state, 1_000_000),
    growth: numberOf(values.growth, 4),
  });
  process.stdout.write(`/w/journal/t/${id}`);
}
process.stdout.write(` written in ${((performance.now() - start) / 1000).toFixed(1)} s\n`);
store.close();
