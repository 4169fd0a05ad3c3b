import { parse } from "../../lib/source/ast";
import { memoryHost } from "../../lib/source/host";
import { readSource } from "../../lib/source/read-source";
import { longWorkflow } from "./long-workflow";
import { median, spread, type Result } from "./stats";

const LINES = 1000;
const ROUNDS = 21;
const WARM_UP = 5;
const GOAL_MS = 150;

/** A file's text to its model, parsing included; no text is read twice, so that nothing is remembered. */
export function benchReadSource(): Result {
  const reading: number[] = [];
  const parsing: number[] = [];
  for (let round = -WARM_UP; round < ROUNDS; round++) {
    const text = `${longWorkflow(LINES)}// ${round}\n`;
    const start = performance.now();
    parse(text, "flow.ts");
    const parsed = performance.now();
    readSource(memoryHost({ "flow.ts": text }), "flow.ts");
    const done = performance.now();
    if (round < 0) continue;
    parsing.push(parsed - start);
    reading.push(done - start);
  }
  const time = median(reading);
  return {
    name: "Reading a workflow of 1,000 lines from its text",
    measured: `${time.toFixed(0)} ms`,
    goal: `< ${GOAL_MS} ms`,
    met: time < GOAL_MS,
    detail: `${spread(reading)}; ${(time / median(parsing)).toFixed(1)} times as long as parsing it alone`,
  };
}
