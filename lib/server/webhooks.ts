import "server-only";
import { randomUUID } from "node:crypto";
import { RetrographError } from "../errors";
import type { PingResult, WebhookBody, WebhookList } from "../schema/webhooks";
import { appendAudit } from "../store/audit";
import { getApp } from "./app";
import type { Caller } from "./http/handle";
import { publicAddress, webhookName } from "./notify";
import { callWebhook } from "./webhook-call";

/** Which webhooks are told, by their hosts: the rest of an address may be a secret. */
export async function listWebhooks(): Promise<WebhookList> {
  const { settings } = await getApp();
  return {
    webhooks: settings.webhooks.map((address) => ({ host: webhookName(address), is_encrypted: address.startsWith("https:") })),
    is_signed: settings.RETROGRAPH_WEBHOOK_SECRET !== undefined,
    public_url: publicAddress(settings),
  };
}

/** Sends a `ping` to one of the webhooks and says what came of it. Throws `not_found`. */
export async function pingWebhook(place: number, { actor, origin }: Caller): Promise<PingResult> {
  const { settings, store } = await getApp();
  const address = settings.webhooks[place];
  if (address === undefined) throw new RetrographError("not_found", "There is no such webhook. They are set in RETROGRAPH_WEBHOOKS.");
  const body: WebhookBody = {
    type: "ping",
    interrupt_id: null,
    thread_id: null,
    workflow: null,
    node: null,
    title: "Retrograph says hello",
    summary: "",
    kind: null,
    assignee: null,
    due_at: null,
    url: `${publicAddress(settings)}/inbox`,
  };
  const message = { id: randomUUID(), body: JSON.stringify(body), secret: settings.RETROGRAPH_WEBHOOK_SECRET };
  const delivery = await callWebhook(address, message, new AbortController().signal);
  appendAudit(store, {
    action: "notified",
    thread_id: null,
    graph_id: null,
    interrupt_id: null,
    run_id: null,
    node: null,
    actor: actor.name,
    verified: actor.verified,
    origin,
    note: `ping to ${webhookName(address)}: ${delivery.ok ? "told" : "not told"}, ${delivery.outcome}.`,
  });
  return delivery;
}
