import { existsSync } from "node:fs";
import { delimiter, join } from "node:path";
import { runProgram } from "./child.mjs";
import { withProgress } from "./progress.mjs";
import { CliError } from "./run-main.mjs";

const NAMES = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"];
const APPLICATIONS = ["/Applications/Google Chrome.app/Contents/MacOS/Google Chrome", "/Applications/Chromium.app/Contents/MacOS/Chromium"];
const ADVICE = "Install Chromium (Debian: apt-get install chromium), or name a browser: CHROMIUM_PATH=/path/to/chrome npm test";

/**
 * @param {string} name
 * @returns {string | null} where the program is on the PATH
 */
function which(name) {
  for (const folder of (process.env.PATH ?? "").split(delimiter)) {
    const path = join(folder, name);
    if (folder !== "" && existsSync(path)) return path;
  }
  return null;
}

/**
 * The browser for the tests: `CHROMIUM_PATH`, else Chromium or Chrome of this machine.
 * @returns {string | null}
 */
export function findChromium() {
  const named = process.env.CHROMIUM_PATH;
  if (named) return existsSync(named) ? named : null;
  for (const name of NAMES) {
    const path = which(name);
    if (path !== null) return path;
  }
  return APPLICATIONS.find((path) => existsSync(path)) ?? null;
}

/**
 * How apt-get is called with the rights it needs, or null where there is no way to get them without asking.
 * @returns {string[] | null}
 */
function aptGet() {
  if (which("apt-get") === null) return null;
  if (process.getuid?.() === 0) return ["apt-get"];
  return which("sudo") === null ? null : ["sudo", "-n", "apt-get"];
}

/**
 * @param {string[]} command from `aptGet`
 * @returns {Promise<string>} the end of what it said
 */
function install([program = "", ...prefix]) {
  const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive" };
  return withProgress("Installing Chromium with apt-get (only this time)", async () => {
    await runProgram(program, [...prefix, "update", "-q"], { env });
    const { output } = await runProgram(program, [...prefix, "install", "-q", "-y", "--no-install-recommends", "chromium"], { env });
    return output.trimEnd().split("\n").slice(-10).join("\n");
  });
}

/**
 * Finds the browser for the end-to-end tests, installing Debian's where there is none and it can.
 * @returns {Promise<string>} its path
 * @throws {CliError} saying what to do
 */
export async function ensureChromium() {
  const named = process.env.CHROMIUM_PATH;
  if (named && !existsSync(named)) throw new CliError(`CHROMIUM_PATH names ${named}, which does not exist.\n${ADVICE}`);
  const found = findChromium();
  if (found !== null) return found;
  const command = aptGet();
  const output = command === null ? "" : `${await install(command)}\n\n`;
  const installed = findChromium();
  if (installed === null) throw new CliError(`${output}The end-to-end tests need a real browser, and there is none.\n${ADVICE}`);
  return installed;
}
