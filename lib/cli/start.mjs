#!/usr/bin/env node
/**
 * `npm start`: checks the machine, installs and builds what is missing or stale, then serves.
 * Imports nothing but Node's own modules until the dependencies are known to be there.
 */
import { requireNode } from "./node-version.mjs";
import "./npm-watch.mjs";

requireNode();
const { main } = await import("./run-main.mjs");

await main(async () => {
  const { ensureInstalled } = await import("./install.mjs");
  await ensureInstalled({ dev: false });
  const { parseFlags } = await import("./flags.mjs");
  const { readSettings } = await import("./settings.mjs");
  const { checkMachine } = await import("./preflight.mjs");
  const settings = await readSettings(parseFlags(process.argv.slice(2), "npm start --"));
  await checkMachine(settings);
  const { ensureBuilt } = await import("./build.mjs");
  await ensureBuilt();
  const { serve } = await import("./serve.mjs");
  await serve(settings);
});
