import "server-only";
import { readFile } from "node:fs/promises";
import { resolve } from "node:path";
import { parseEnv } from "node:util";
import { z } from "zod";

const ConfigSchema = z.looseObject({ env: z.union([z.string(), z.record(z.string(), z.unknown())]).optional() });

export type ProjectEnv = {
  /** The variables that the project sets for its workflows. */
  variables: Record<string, string>;
  /** The project's file of them, relative to it, or null. */
  file: string | null;
};

/** What `env` of `langgraph.json` sets. What is wrong with its files is told where workflows are loaded. */
export async function readProjectEnv(project: string): Promise<ProjectEnv> {
  try {
    const { env } = ConfigSchema.parse(JSON.parse(await readFile(resolve(project, "langgraph.json"), "utf8")));
    if (env === undefined) return { variables: {}, file: null };
    const given = typeof env === "string" ? parseEnv(await readFile(resolve(project, env), "utf8")) : env;
    const variables = Object.fromEntries(Object.entries(given).map(([name, value]) => [name, String(value)]));
    return { variables, file: typeof env === "string" ? env : null };
  } catch {
    return { variables: {}, file: null };
  }
}
