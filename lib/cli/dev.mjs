#!/usr/bin/env node
/** `npm run dev`: the same checks as `npm start`, then Next.js in development mode (reloads on every change). */
import { requireNode } from "./node-version.mjs";

requireNode();
const { main } = await import("./run-main.mjs");

await main(async () => {
  const { ensureInstalled } = await import("./install.mjs");
  await ensureInstalled({ dev: true });
  const { parseFlags } = await import("./flags.mjs");
  const { readSettings } = await import("./settings.mjs");
  const { checkMachine } = await import("./preflight.mjs");
  const settings = await readSettings(parseFlags(process.argv.slice(2), "npm run dev --"));
  await checkMachine(settings);
  const { serve } = await import("./serve.mjs");
  await serve(settings, { dev: true });
});
