import { z } from "zod";
import { PeopleTextSchema, parsePeople } from "./people";
import { WebhooksTextSchema } from "./webhooks";

/** A whole number of at least `min`, from text; the message says which values are right. */
function wholeNumber(min: number, max = Number.MAX_SAFE_INTEGER) {
  const message = max === Number.MAX_SAFE_INTEGER ? `must be a whole number of at least ${min}` : `must be a whole number from ${min} to ${max}`;
  return z.coerce.number(message).int(message).min(min, message).max(max, message);
}

const LOOPBACK = new Set(["127.0.0.1", "::1", "localhost"]);

/** The environment variables of `npm start`; its flags set the same ones. */
export const SettingsSchema = z
  .object({
    PORT: wholeNumber(0, 65_535).default(3000),
    HOST: z.string().min(1).default("127.0.0.1"),
    /** Folder with `langgraph.json` or `graphs/`; absolute after parsing by the CLI. */
    RETROGRAPH_PROJECT: z.string().min(1),
    RETROGRAPH_DATA: z.string().min(1),
    DATABASE_URL: z.string().optional(),
    /** `scripted` or any name that `initChatModel` knows, e.g. `openai:gpt-5`. Read by workflows. */
    RETROGRAPH_MODEL: z.string().min(1).default("scripted"),
    RETROGRAPH_TOKEN: z.string().min(16, "must have at least 16 characters").optional(),
    /**
     * People with tokens of their own, comma separated: `name:level:token`, with groups after the level where there are any:
     * `Ann:approver+finance:secret-of-16-characters`.
     */
    RETROGRAPH_PEOPLE: PeopleTextSchema.default(""),
    /** Addresses that are told of new requests, comma separated; no others are ever called. */
    RETROGRAPH_WEBHOOKS: WebhooksTextSchema.default(""),
    /** Signs what webhooks are told: HMAC-SHA-256 of time and body, in `x-retrograph-signature`. */
    RETROGRAPH_WEBHOOK_SECRET: z.string().min(16, "must have at least 16 characters").optional(),
    /** The address by which people reach this server, for links in what webhooks are told. */
    RETROGRAPH_PUBLIC_URL: z.url({ protocol: /^https?$/ }).optional(),
    /** Workflows cannot be changed in the browser. On by default where others can reach the server. */
    RETROGRAPH_READONLY: z.stringbool({ error: "must be true or false" }).optional(),
    /** Names by which the server may be reached besides loopback, comma separated. */
    RETROGRAPH_ALLOWED_HOSTS: z.string().default(""),
    /** Web origins that may call the API from a browser, comma separated. */
    RETROGRAPH_ALLOWED_ORIGINS: z.string().default(""),
    /** Heap limit of the runner in megabytes. */
    RETROGRAPH_RUNNER_MEMORY_MB: wholeNumber(64).default(2048),
    /** How long a cancelled run may take to stop before its process is killed, in milliseconds. */
    RETROGRAPH_CANCEL_MS: wholeNumber(100).default(5000),
    /** Largest request body in bytes. */
    RETROGRAPH_MAX_BODY: wholeNumber(1024).default(32 * 1024 * 1024),
  })
  .refine((settings) => LOOPBACK.has(settings.HOST) || settings.RETROGRAPH_TOKEN !== undefined || settings.RETROGRAPH_PEOPLE.trim() !== "", {
    path: ["RETROGRAPH_TOKEN"],
    message: "is required when HOST is not loopback: set it to a secret of at least 16 characters, or give people tokens in RETROGRAPH_PEOPLE",
  })
  .refine(({ RETROGRAPH_TOKEN: token, RETROGRAPH_PEOPLE: text }) => !parsePeople(text).people.some((person) => person.token === token), {
    path: ["RETROGRAPH_PEOPLE"],
    message: "gives somebody the token of RETROGRAPH_TOKEN, which is the owner's",
  })
  .transform((settings) => ({ ...settings, RETROGRAPH_READONLY: settings.RETROGRAPH_READONLY ?? !LOOPBACK.has(settings.HOST) }));
export type Settings = z.infer<typeof SettingsSchema>;
