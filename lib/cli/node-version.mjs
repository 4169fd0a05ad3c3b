import { readFileSync } from "node:fs";

/**
 * @param {string} version e.g. `v20.19.1` or `20.9`
 * @returns {number[]}
 */
function parse(version) {
  return version
    .replace(/^[^0-9]*/, "")
    .split(".")
    .map(Number);
}

/**
 * What to tell someone whose Node.js is older than `range`, or null when it is new enough.
 * @param {string} version `process.version`
 * @param {string} range `engines.node`, of the form `>=20.19`
 * @returns {string | null}
 */
export function nodeVersionProblem(version, range) {
  const have = parse(version);
  const need = parse(range);
  for (let i = 0; i < need.length; i++) {
    const difference = (have[i] ?? 0) - (need[i] ?? 0);
    if (difference > 0) return null;
    if (difference < 0) {
      return `Retrograph needs Node.js ${need.join(".")} or newer; this is ${version}.\nInstall a newer one (https://nodejs.org, or "nvm install" in this folder) and run the command again.`;
    }
  }
  return null;
}

/** Ends the process with a clear message when Node.js is too old for the dependencies. */
export function requireNode() {
  const manifest = JSON.parse(readFileSync(new URL("../../package.json", import.meta.url), "utf8"));
  const problem = nodeVersionProblem(process.version, manifest.engines.node);
  if (problem === null) return;
  process.stderr.write(`\n${problem}\n\n`);
  process.exit(1);
}
