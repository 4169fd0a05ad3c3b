#!/usr/bin/env node
import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { runNode } from "./child.mjs";
import { withProgress } from "./progress.mjs";
import { ROOT } from "./root.mjs";
import { CliError, main } from "./run-main.mjs";

/** Everything that `next build` reads. Workflows and this command line are read when the server runs. */
const FOLDERS = ["app", "components", "lib/client", "lib/graph", "lib/runner", "lib/schema", "lib/server", "lib/source", "lib/store", "public"];
const FILES = ["lib/errors.ts", "instrumentation.ts", "proxy.ts", "next.config.ts", "postcss.config.mjs", "tsconfig.json", "package-lock.json"];
const STAMP = join(ROOT, ".next", "retrograph-stamp");
const STAGES = [
  [/Creating an optimized production build/, "compiling"],
  [/Compiled successfully/, "compiled"],
  [/Collecting page data/, "collecting pages"],
  [/Generating static pages/, "drawing static pages"],
  [/Finalizing/, "finishing"],
];

/**
 * @param {string} path a folder below ROOT, which need not exist
 * @returns {string[]} all files below it, absolute
 */
function filesOf(path) {
  const full = join(ROOT, path);
  if (!existsSync(full)) return [];
  const entries = readdirSync(full, { withFileTypes: true, recursive: true });
  return entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
}

/**
 * A hash of everything that the build depends on.
 * @returns {string}
 */
function sourceHash() {
  const hash = createHash("sha256").update(process.version);
  const files = [...FOLDERS.flatMap(filesOf), ...FILES.map((file) => join(ROOT, file)).filter((file) => existsSync(file))].sort();
  for (const file of files) hash.update(`\0${file.slice(ROOT.length)}\0`).update(readFileSync(file));
  return hash.digest("hex");
}

/**
 * True when the folder `.next` holds the production build of exactly these sources.
 * @param {string} hash
 * @returns {boolean}
 */
function isBuilt(hash) {
  return existsSync(join(ROOT, ".next", "BUILD_ID")) && existsSync(STAMP) && readFileSync(STAMP, "utf8") === hash;
}

/**
 * Builds the web app when there is no build of the sources as they are now.
 * @param {{ force?: boolean }} [options]
 * @returns {Promise<void>}
 * @throws {CliError} with the compiler's words
 */
export async function ensureBuilt({ force = false } = {}) {
  const hash = sourceHash();
  if (!force && isBuilt(hash)) return;
  rmSync(STAMP, { force: true });
  await withProgress("Building the web app (about a minute, only after a change)", async (update) => {
    const { code, output } = await runNode([join(ROOT, "node_modules", "next", "dist", "bin", "next"), "build"], {
      env: { ...process.env, NODE_ENV: "production", NEXT_TELEMETRY_DISABLED: "1" },
      onLine: (line) => {
        const stage = STAGES.find(([pattern]) => pattern instanceof RegExp && pattern.test(line));
        if (stage) update(String(stage[1]));
      },
    });
    if (code !== 0) throw new CliError(`${output.trimEnd()}\n\nThe web app could not be built: the compiler's words are above.`);
  });
  writeFileSync(STAMP, hash);
}

if (process.argv[1] !== undefined && import.meta.url === pathToFileURL(process.argv[1]).href) {
  await main(() => ensureBuilt({ force: process.argv.includes("--force") }));
}
