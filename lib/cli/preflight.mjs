import { existsSync } from "node:fs";
import { mkdir, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:net";
import { dirname, join } from "node:path";
import { CliError } from "./run-main.mjs";

/**
 * @param {unknown} error
 * @returns {string | undefined} e.g. `EADDRINUSE`
 */
function codeOf(error) {
  return error instanceof Error && "code" in error ? String(error.code) : undefined;
}

/**
 * What to tell someone when the server cannot listen.
 * @param {unknown} error
 * @param {string} host
 * @param {number} port
 * @returns {string}
 */
export function listenProblem(error, host, port) {
  switch (codeOf(error)) {
    case "EADDRINUSE":
      return `Port ${port} is taken by another program (perhaps by another Retrograph).\nStop it, or choose another port: PORT=${port + 1} npm start`;
    case "EACCES":
      return `Port ${port} needs more rights than you have. Choose one above 1023: PORT=3000 npm start`;
    case "EADDRNOTAVAIL":
    case "ENOTFOUND":
      return `HOST=${host} is not an address of this machine. Use 127.0.0.1, or 0.0.0.0 for all addresses.`;
    default:
      return `The server cannot listen on ${host}:${port}: ${error instanceof Error ? error.message : String(error)}`;
  }
}

/**
 * @param {string} host
 * @param {number} port
 * @returns {Promise<void>}
 */
function checkPort(host, port) {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once("error", (error) => reject(new CliError(listenProblem(error, host, port))));
    probe.listen(port, host, () => probe.close(() => resolve()));
  });
}

/**
 * Node's own recursive `mkdir` never returns on some file systems that refuse a folder with ENOENT (such as /proc).
 * @param {string} folder absolute
 * @returns {Promise<void>}
 */
async function makeFolder(folder) {
  if (existsSync(folder)) return;
  await makeFolder(dirname(folder));
  await mkdir(folder);
}

/**
 * @param {string} folder absolute
 * @returns {Promise<void>}
 */
async function checkDataFolder(folder) {
  const probe = join(folder, `.write-test-${process.pid}`);
  try {
    await makeFolder(folder);
    await writeFile(probe, "");
    await rm(probe);
  } catch (error) {
    const reason = codeOf(error) === "ENOSPC" ? "the disk is full" : error instanceof Error ? error.message : String(error);
    throw new CliError(
      `Retrograph cannot write to its data folder ${folder}: ${reason}.\nMake it writable, or choose another: RETROGRAPH_DATA=/some/folder npm start`,
    );
  }
}

/**
 * Finds out before anything long begins whether the server will be able to work.
 * @param {import("../schema/settings").Settings} settings
 * @returns {Promise<void>}
 * @throws {CliError} saying what is in the way and what to do
 */
export async function checkMachine(settings) {
  await checkDataFolder(settings.RETROGRAPH_DATA);
  await checkPort(settings.HOST, settings.PORT);
}
