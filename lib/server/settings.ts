import "server-only";
import { resolve } from "node:path";
import { RetrographError } from "../errors";
import { parsePeople, type Person } from "../schema/people";
import { SettingsSchema, type Settings } from "../schema/settings";
import { parseWebhooks } from "../schema/webhooks";
import { shared } from "./shared";

export type ServerSettings = Settings & {
  /** Retrograph's own folder. */
  home: string;
  /** The SQLite file. */
  databasePath: string;
  /** Lower-case host names (no port) that a request may be addressed to. */
  allowedHosts: ReadonlySet<string>;
  /** Web origins besides our own that may call the API from a browser. */
  allowedOrigins: ReadonlySet<string>;
  /** People with tokens of their own. */
  people: readonly Person[];
  /** The only addresses that are ever told of requests. */
  webhooks: readonly string[];
};

const LOOPBACK_HOSTS = ["localhost", "127.0.0.1", "[::1]"];
const ANY_ADDRESS = new Set(["0.0.0.0", "::", "[::]"]);

function list(text: string): string[] {
  return text
    .split(",")
    .map((entry) => entry.trim().toLowerCase())
    .filter((entry) => entry !== "");
}

function bracketed(host: string): string {
  return host.includes(":") && !host.startsWith("[") ? `[${host}]` : host;
}

/**
 * Reads the settings from environment variables. `RETROGRAPH_HOME` names Retrograph's own folder (default: the
 * working folder), `RETROGRAPH_PROJECT` the opened project (default: home), `RETROGRAPH_DATA` its data folder.
 * Throws `invalid_request` that names every wrong variable.
 */
export function parseSettings(env: Record<string, string | undefined>): ServerSettings {
  const home = resolve(env.RETROGRAPH_HOME || ".");
  const project = resolve(env.RETROGRAPH_PROJECT || home);
  const data = env.RETROGRAPH_DATA ? resolve(env.RETROGRAPH_DATA) : resolve(project, ".retrograph");
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== undefined && value !== ""));
  const parsed = SettingsSchema.safeParse({ ...given, RETROGRAPH_PROJECT: project, RETROGRAPH_DATA: data });
  if (!parsed.success) {
    const problems = parsed.error.issues.map((issue) => `${issue.path.join(".")} ${issue.message}`);
    throw new RetrographError("invalid_request", `Wrong settings: ${problems.join("; ")}.`, { problems });
  }
  const settings = parsed.data;
  const bound = ANY_ADDRESS.has(settings.HOST) ? [] : [bracketed(settings.HOST.toLowerCase())];
  return {
    ...settings,
    home,
    databasePath: resolve(data, "retrograph.db"),
    allowedHosts: new Set([...LOOPBACK_HOSTS, ...bound, ...list(settings.RETROGRAPH_ALLOWED_HOSTS)]),
    allowedOrigins: new Set(list(settings.RETROGRAPH_ALLOWED_ORIGINS)),
    people: parsePeople(settings.RETROGRAPH_PEOPLE).people,
    webhooks: parseWebhooks(settings.RETROGRAPH_WEBHOOKS).urls,
  };
}

/** The settings of this process, parsed once. */
export function getSettings(): ServerSettings {
  return shared("settings", () => parseSettings(process.env));
}
