import "server-only";
import packageJson from "../../package.json";
import type { Installation } from "../schema/installation";
import { getApp } from "./app";
import { readProjectEnv } from "./project-env";
import { getSettings, type ServerSettings } from "./settings";

const KEY_LIKE = /(_API_KEY|_ACCESS_KEY_ID|_ACCESS_KEY|_AUTH_TOKEN|_API_TOKEN|_SECRET_KEY)$/;

function accessOf(settings: ServerSettings): Installation["access"] {
  return {
    host: settings.HOST,
    port: settings.PORT,
    has_token: settings.RETROGRAPH_TOKEN !== undefined,
    people: settings.people.map(({ name, level, groups }) => ({ name, level, groups })),
    readonly: settings.RETROGRAPH_READONLY,
    allowed_hosts: [...settings.allowedHosts],
    allowed_origins: [...settings.allowedOrigins],
  };
}

/** What this Retrograph works with, for the page of its settings. */
export async function getInstallation(): Promise<Installation> {
  const { pool } = await getApp();
  const settings = getSettings();
  const { variables, file } = await readProjectEnv(settings.RETROGRAPH_PROJECT);
  const ofProject = new Set(Object.keys(variables).filter((name) => KEY_LIKE.test(name)));
  const ofEnvironment = Object.keys(process.env).filter((name) => KEY_LIKE.test(name) && process.env[name] !== "" && !ofProject.has(name));
  const keys: Installation["keys"] = [
    ...[...ofProject].map((name) => ({ name, from: "project" as const })),
    ...ofEnvironment.map((name) => ({ name, from: "environment" as const })),
  ];
  return {
    version: packageJson.version,
    langgraph_version: pool.langgraphVersion() ?? "not loaded yet",
    node_version: process.versions.node,
    project: settings.RETROGRAPH_PROJECT,
    data: settings.RETROGRAPH_DATA,
    model: settings.RETROGRAPH_MODEL,
    keys: keys.sort((a, b) => a.name.localeCompare(b.name)),
    env_file: file,
    access: accessOf(settings),
  };
}
