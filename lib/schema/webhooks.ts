import { z } from "zod";

const MAX_HOOKS = 20;

function problemOf(address: string): string | null {
  if (!URL.canParse(address)) return "is no address: write it whole, such as https://chat.example/hooks/1";
  const url = new URL(address);
  if (url.protocol !== "https:" && url.protocol !== "http:") return "must begin with https:// or http://";
  if (url.username !== "" || url.password !== "") return "must not have a name and password in it";
  return null;
}

/** The addresses in `RETROGRAPH_WEBHOOKS`, comma separated, and what is wrong with the text; problems name a place, for an address may hold a secret. */
export function parseWebhooks(text: string): { urls: string[]; problems: string[] } {
  const entries = text.split(",").map((entry) => entry.trim());
  const urls = new Set<string>();
  const problems: string[] = [];
  for (const [index, entry] of entries.entries()) {
    if (entry === "") continue;
    const problem = problemOf(entry);
    if (problem === null) urls.add(new URL(entry).href);
    else problems.push(`entry ${index + 1} ${problem}`);
  }
  if (urls.size > MAX_HOOKS) problems.push(`has more than ${MAX_HOOKS} addresses`);
  return { urls: [...urls], problems };
}

/** Checks the text of `RETROGRAPH_WEBHOOKS`. */
export const WebhooksTextSchema = z.string().superRefine((text, context) => {
  for (const message of parseWebhooks(text).problems) context.addIssue({ code: "custom", message });
});

/** What a webhook is told. No value of the payload is in it but what the request's title and summary say. */
export const WebhookBodySchema = z.object({
  type: z.enum(["interrupt.asked", "interrupt.answered", "interrupt.expired", "ping"]),
  interrupt_id: z.string().nullable(),
  thread_id: z.string().nullable(),
  workflow: z.string().nullable(),
  node: z.string().nullable(),
  title: z.string(),
  summary: z.string(),
  kind: z.string().nullable(),
  assignee: z.string().nullable(),
  due_at: z.string().nullable(),
  url: z.string(),
});
export type WebhookBody = z.infer<typeof WebhookBodySchema>;

/** `GET /api/debug/webhooks` */
export const WebhookListSchema = z.object({
  webhooks: z.array(z.object({ host: z.string(), is_encrypted: z.boolean() })),
  is_signed: z.boolean(),
  /** What links begin with. */
  public_url: z.string(),
});
export type WebhookList = z.infer<typeof WebhookListSchema>;

/** `POST /api/debug/webhooks/ping`: which one by its place in the list. */
export const PingBodySchema = z.strictObject({ webhook: z.number().int().min(0).max(MAX_HOOKS) });
export const PingResultSchema = z.object({ ok: z.boolean(), outcome: z.string() });
export type PingResult = z.infer<typeof PingResultSchema>;
