import { z } from "zod";
import { AccessLevelSchema, GroupSchema, PersonNameSchema } from "./access";

/** What this Retrograph works with. Names of keys alone, never their values. */
export const InstallationSchema = z.object({
  version: z.string(),
  langgraph_version: z.string(),
  node_version: z.string(),
  /** Absolute folders. */
  project: z.string(),
  data: z.string(),
  /** `RETROGRAPH_MODEL`: what workflows of `lib/kit` talk to. */
  model: z.string(),
  /** Environment variables that look like keys, and where each was found. */
  keys: z.array(z.object({ name: z.string(), from: z.enum(["environment", "project"]) })),
  /** The project's file of environment variables, relative to it, or null. */
  env_file: z.string().nullable(),
  access: z.object({
    host: z.string(),
    port: z.number().int(),
    has_token: z.boolean(),
    /** Those with tokens of their own. */
    people: z.array(z.object({ name: PersonNameSchema, level: AccessLevelSchema, groups: z.array(GroupSchema) })),
    readonly: z.boolean(),
    allowed_hosts: z.array(z.string()),
    allowed_origins: z.array(z.string()),
  }),
});
export type Installation = z.infer<typeof InstallationSchema>;
