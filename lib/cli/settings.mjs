import { existsSync, statSync } from "node:fs";
import { join, resolve } from "node:path";
import { tsImport } from "tsx/esm/api";
import { ROOT } from "./root.mjs";
import { CliError } from "./run-main.mjs";

/** @typedef {import("../schema/settings").Settings} Settings */

/**
 * An empty variable counts as not set: that is how `.env` files and compose files leave one out.
 * @param {NodeJS.ProcessEnv} env
 * @returns {Record<string, string | undefined>}
 */
function withoutEmpty(env) {
  return Object.fromEntries(Object.entries(env).filter(([, value]) => value !== undefined && value !== ""));
}

/**
 * @param {string} path
 * @returns {boolean}
 */
function isFolder(path) {
  return existsSync(path) && statSync(path).isDirectory();
}

/**
 * The settings, with absolute folders. Relative ones are taken from the folder that the command was called in.
 * @param {NodeJS.ProcessEnv} raw
 * @returns {Promise<Settings>}
 * @throws {CliError} naming each wrong setting
 */
export async function readSettings(raw) {
  const env = withoutEmpty(raw);
  const from = env.INIT_CWD ?? process.cwd();
  const project = resolve(from, env.RETROGRAPH_PROJECT ?? ROOT);
  const data = env.RETROGRAPH_DATA === undefined ? join(project, ".retrograph") : resolve(from, env.RETROGRAPH_DATA);
  /** @type {typeof import("../schema/settings")} */
  const { SettingsSchema } = await tsImport("../schema/settings.ts", import.meta.url);
  const parsed = SettingsSchema.safeParse({ ...env, RETROGRAPH_PROJECT: project, RETROGRAPH_DATA: data });
  const problems = parsed.success ? [] : parsed.error.issues.map((issue) => `  ${issue.path.join(".")}: ${issue.message}`);
  if (!isFolder(project)) problems.push(`  RETROGRAPH_PROJECT: there is no folder ${project}`);
  const research = env.RETROGRAPH_RESEARCH_FOLDER === undefined ? project : resolve(project, env.RETROGRAPH_RESEARCH_FOLDER);
  if (research !== project && !isFolder(research)) problems.push(`  RETROGRAPH_RESEARCH_FOLDER: there is no folder ${research}`);
  if (!parsed.success || problems.length > 0) {
    throw new CliError(`Nothing was started, because of these settings:\n${problems.join("\n")}`);
  }
  if (parsed.data.DATABASE_URL !== undefined) {
    process.stderr.write(`DATABASE_URL is set, but this version stores in SQLite only: it uses ${data} and leaves that database alone.\n`);
  }
  if (parsed.data.RETROGRAPH_READONLY) {
    const why = env.RETROGRAPH_READONLY === undefined ? ", because HOST is not loopback; RETROGRAPH_READONLY=false allows it" : "";
    process.stderr.write(`Workflows cannot be changed in the browser${why}. Runs and forks stay allowed.\n`);
  }
  return parsed.data;
}

/**
 * The environment that carries the settings into the server and the runner.
 * @param {Settings} settings
 * @returns {Record<string, string>}
 */
export function toEnvironment(settings) {
  return Object.fromEntries(
    Object.entries(settings)
      .filter(([, value]) => value !== undefined)
      .map(([name, value]) => [name, String(value)]),
  );
}
