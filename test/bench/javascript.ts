import { readFileSync } from "node:fs";
import { gzipSync } from "node:zlib";
import { scriptsOf } from "../../lib/cli/bundle.mjs";
import type { Result } from "./stats";

const GOAL_KB = 350;

/** What a browser downloads before anyone has touched the workbench. `npm run size` guards the same number. */
export async function benchJavaScript(url: string): Promise<Result> {
  const html = await (await fetch(`${url}/w/loop`)).text();
  const files = scriptsOf(html);
  const kb = files.reduce((sum, file) => sum + gzipSync(readFileSync(file)).length, 0) / 1000;
  return {
    name: "JavaScript before interaction, gzipped",
    measured: `${kb.toFixed(0)} kB`,
    goal: `at most ${GOAL_KB} kB`,
    met: kb <= GOAL_KB,
    detail: `${files.length} files`,
  };
}
