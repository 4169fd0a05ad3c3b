import { existsSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { runNpm } from "./child.mjs";
import { withProgress } from "./progress.mjs";
import { ROOT } from "./root.mjs";
import { CliError } from "./run-main.mjs";

/** @typedef {{ version?: string, dev?: boolean, optional?: boolean, devOptional?: boolean, peer?: boolean, link?: boolean }} LockEntry */

/**
 * @param {string} path
 * @returns {Record<string, LockEntry> | null} the `packages` of a lock file, or null when there is none
 */
function readLock(path) {
  if (!existsSync(path)) return null;
  return JSON.parse(readFileSync(path, "utf8")).packages ?? {};
}

/**
 * What the lock file asks for and `node_modules` does not have. npm's own record of what it installed
 * (`node_modules/.package-lock.json`) is compared, so an install by hand counts too.
 * @param {Record<string, LockEntry>} wanted packages of `package-lock.json`
 * @param {Record<string, LockEntry> | null} installed packages of the hidden lock file
 * @param {boolean} dev whether development dependencies are needed
 * @returns {string[]} places in `node_modules`, at most a few
 */
export function missingPackages(wanted, installed, dev) {
  const missing = [];
  for (const [place, entry] of Object.entries(wanted)) {
    if (place === "" || entry.link) continue;
    if (!dev && (entry.dev || entry.devOptional)) continue;
    const have = installed?.[place];
    if (have ? have.version === entry.version : entry.optional || entry.devOptional) continue;
    missing.push(place.replace(/^node_modules\//, ""));
  }
  return missing;
}

/** True when the database driver loads: it is compiled for one version of Node.js and one platform. */
function driverLoads() {
  try {
    const Database = createRequire(join(ROOT, "package.json"))("better-sqlite3");
    new Database(":memory:").close();
    return true;
  } catch {
    return false;
  }
}

/**
 * @param {string} output
 * @returns {string}
 */
function tail(output) {
  return output.trimEnd().split("\n").slice(-30).join("\n");
}

/** @param {boolean} dev */
async function install(dev) {
  await withProgress("Installing the dependencies (a few minutes, only this time)", async () => {
    const { code, output } = await runNpm(["ci", "--no-audit", "--no-fund", ...(dev ? ["--include=dev"] : [])]);
    if (code === 0) return;
    throw new CliError(
      `${tail(output)}\n\nThe dependencies could not be installed: npm's own words are above.\nCheck the network (or the registry in ~/.npmrc) and the free disk space, then run the command again.`,
    );
  });
}

async function rebuildDriver() {
  await withProgress("Compiling the database driver for this Node.js", async () => {
    const { code, output } = await runNpm(["rebuild", "better-sqlite3"]);
    if (code === 0 && driverLoads()) return;
    throw new CliError(
      `${tail(output)}\n\nThe database driver (better-sqlite3) could not be compiled.\nIt needs Python 3, make and a C++ compiler (Debian: apt-get install python3 make g++), then run the command again.`,
    );
  });
}

/**
 * Makes `node_modules` what the lock file says. Does nothing (in a few milliseconds) when it already is.
 * @param {{ dev: boolean }} options whether tests and lint need to run too
 * @returns {Promise<void>}
 */
export async function ensureInstalled({ dev }) {
  const wanted = readLock(join(ROOT, "package-lock.json"));
  if (wanted === null) throw new CliError("package-lock.json is missing from Retrograph's folder. Restore it (git checkout package-lock.json).");
  const installed = readLock(join(ROOT, "node_modules", ".package-lock.json"));
  if (missingPackages(wanted, installed, dev).length > 0) await install(dev);
  if (!driverLoads()) await rebuildDriver();
}
