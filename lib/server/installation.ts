import "server-only";
import { readFile } from "node:fs/promises";
import { resolve } from "node:path";
import { parseEnv } from "node:util";
import { z } from "zod";
import packageJson from "../../package.json";
import type { Installation } from "../schema/installation";
import { getApp } from "./app";
import { getSettings, type ServerSettings } from "./settings";

const KEY_LIKE = /(_API_KEY|_ACCESS_KEY_ID|_ACCESS_KEY|_AUTH_TOKEN|_API_TOKEN|_SECRET_KEY)$/;

const ConfigSchema = z.looseObject({ env: z.union([z.string(), z.record(z.string(), z.unknown())]).optional() });

/** Names of the variables that the project sets for its workflows. What is wrong with its files is told where workflows are loaded. */
async function projectVariables(project: string): Promise<{ names: string[]; file: string | null }> {
  try {
    const { env } = ConfigSchema.parse(JSON.parse(await readFile(resolve(project, "langgraph.json"), "utf8")));
    if (env === undefined) return { names: [], file: null };
    if (typeof env !== "string") return { names: Object.keys(env), file: null };
    return { names: Object.keys(parseEnv(await readFile(resolve(project, env), "utf8"))), file: env };
  } catch {
    return { names: [], file: null };
  }
}

function accessOf(settings: ServerSettings): Installation["access"] {
  return {
    host: settings.HOST,
    port: settings.PORT,
    has_token: settings.RETROGRAPH_TOKEN !== undefined,
    readonly: settings.RETROGRAPH_READONLY,
    allowed_hosts: [...settings.allowedHosts],
    allowed_origins: [...settings.allowedOrigins],
  };
}

/** What this Retrograph works with, for the page of its settings. */
export async function getInstallation(): Promise<Installation> {
  const { pool } = await getApp();
  const settings = getSettings();
  const { names, file } = await projectVariables(settings.RETROGRAPH_PROJECT);
  const ofProject = new Set(names.filter((name) => KEY_LIKE.test(name)));
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
