import "server-only";
import type { WebhookBody } from "../schema/webhooks";
import { appendAudit } from "../store/audit";
import { withStorageErrors } from "../store/errors";
import { hasThread, lastAuditId, noticesAfter, type Notice } from "../store/notices";
import { readPreference, writePreference } from "../store/preferences";
import type { App } from "./app";
import { redactorOf } from "./redactor";
import type { ServerSettings } from "./settings";
import { callWebhook, type Delivery } from "./webhook-call";

const LOOK_MS = 1000;
/** So many are read and told before the next are read: the log itself is the queue, so that none has to be kept in memory. */
const BATCH = 20;
/** News that could not be told for so long are none any more. */
const MAX_AGE_MS = 60 * 60_000;
/** The last entry of the log that every webhook was told of. */
const CURSOR = "webhooks.cursor";

const TYPES: Record<Notice["action"], WebhookBody["type"]> = {
  asked: "interrupt.asked",
  answered: "interrupt.answered",
  expired: "interrupt.expired",
};

/** The address by which people reach this server, without a slash at its end. */
export function publicAddress(settings: ServerSettings): string {
  if (settings.RETROGRAPH_PUBLIC_URL !== undefined) return settings.RETROGRAPH_PUBLIC_URL.replace(/\/+$/, "");
  const host = settings.HOST === "0.0.0.0" || settings.HOST === "::" ? "localhost" : settings.HOST;
  return `http://${host.includes(":") ? `[${host}]` : host}:${settings.PORT}`;
}

/** Which webhook, without what may be a secret in its path. */
export function webhookName(address: string): string {
  return new URL(address).host;
}

function bodyOf(settings: ServerSettings, notice: Notice): WebhookBody {
  const place = `/inbox/${encodeURIComponent(notice.interrupt_id)}?thread=${encodeURIComponent(notice.thread_id)}`;
  return {
    type: TYPES[notice.action],
    interrupt_id: notice.interrupt_id,
    thread_id: notice.thread_id,
    workflow: notice.graph_id,
    node: notice.node,
    title: notice.title ?? "",
    summary: notice.summary ?? "",
    kind: notice.kind,
    assignee: notice.assignee,
    due_at: notice.due_at,
    url: `${publicAddress(settings)}${place}`,
  };
}

/** Tells the webhooks of the settings what the audit log says of requests. Nothing waits for it, and nothing is lost by a restart. */
export class Notifier {
  readonly #app: App;
  readonly #stop = new AbortController();
  #timer: NodeJS.Timeout | null = null;
  #work: Promise<void> = Promise.resolve();
  /** What is still told of the present batch, by the entry's number and webhook. */
  readonly #told = new Set<string>();

  constructor(app: App) {
    this.#app = app;
  }

  start(): void {
    if (this.#app.settings.webhooks.length === 0) return;
    this.#cursor();
    this.#wait();
  }

  async stop(): Promise<void> {
    this.#stop.abort();
    if (this.#timer !== null) clearTimeout(this.#timer);
    await this.#work;
  }

  #wait(): void {
    if (this.#stop.signal.aborted) return;
    this.#timer = setTimeout(() => {
      this.#work = this.#tellAll()
        .catch((error: unknown) => console.error("Webhooks could not be told; they are again soon:", error))
        .finally(() => this.#wait());
    }, LOOK_MS);
    this.#timer.unref();
  }

  /** Where the log was read up to; at the very first it is read from now on. */
  #cursor(): number {
    const { store } = this.#app;
    const kept = readPreference(store, CURSOR);
    if (typeof kept === "number") return kept;
    const now = lastAuditId(store);
    writePreference(store, CURSOR, now);
    return now;
  }

  async #tellAll(): Promise<void> {
    for (;;) {
      const notices = noticesAfter(this.#app.store, this.#cursor(), BATCH);
      const last = notices.at(-1);
      if (last === undefined) return;
      const since = new Date(Date.now() - MAX_AGE_MS).toISOString();
      const news = notices.filter(({ at }) => at >= since);
      await Promise.all(this.#app.settings.webhooks.map((address, index) => this.#tellOne(address, index, news)));
      // What a stopped server did not tell is told by the next one.
      if (this.#stop.signal.aborted) return;
      writePreference(this.#app.store, CURSOR, last.audit_id);
      this.#told.clear();
    }
  }

  /** One after the other, so that a webhook hears of an answer after the question. */
  async #tellOne(address: string, index: number, notices: readonly Notice[]): Promise<void> {
    const { settings } = this.#app;
    const redactor = await redactorOf(settings);
    for (const notice of notices) {
      const id = `${notice.audit_id}.${index}`;
      if (this.#told.has(id)) continue;
      const body = redactor.json(JSON.stringify(bodyOf(settings, notice)));
      const delivery = await callWebhook(address, { id, body, secret: settings.RETROGRAPH_WEBHOOK_SECRET }, this.#stop.signal);
      if (this.#stop.signal.aborted && !delivery.ok) return;
      this.#log(notice, address, delivery);
      this.#told.add(id);
    }
  }

  #log(notice: Notice, address: string, delivery: Delivery): void {
    const { store } = this.#app;
    withStorageErrors(() =>
      store.atOnce(() =>
        appendAudit(store, {
          action: "notified",
          // An entry of a thread that was deleted meanwhile would be left behind.
          thread_id: hasThread(store, notice.thread_id) ? notice.thread_id : null,
          graph_id: notice.graph_id,
          interrupt_id: notice.interrupt_id,
          run_id: null,
          node: notice.node,
          actor: "Retrograph",
          verified: true,
          origin: { via: "server", address: null, user_agent: null },
          note: `${TYPES[notice.action]} to ${webhookName(address)}: ${delivery.ok ? "told" : "not told"}, ${delivery.outcome}.`,
        }),
      ),
    );
  }
}
