import "server-only";
import type { z } from "zod";
import { RetrographError } from "../errors";
import type { Redactor } from "../runner/trace/secrets";
import { AuditEntrySchema, type AuditEntry, type AuditPage, type AuditQuerySchema } from "../schema/audit";
import { appendAudit, eachAudit, listAudit, readAudit, type AuditFilter } from "../store/audit";
import { getApp, type App } from "./app";
import { csvHead, csvLine } from "./audit-file";
import type { Caller } from "./http/handle";
import { textStream } from "./http/sse";
import { redactorOf } from "./redactor";

function redacted(redactor: Redactor, entry: AuditEntry): AuditEntry {
  const text = JSON.stringify(entry);
  const clean = redactor.json(text);
  return clean === text ? entry : AuditEntrySchema.parse(JSON.parse(clean));
}

/** Entries of the audit log, newest first, without secrets of the environment; long payloads are left out. */
export async function readAuditPage(query: z.output<typeof AuditQuerySchema>): Promise<AuditPage> {
  const { store, settings } = await getApp();
  const { format: _format, limit, before, ...filter } = query;
  const redactor = await redactorOf(settings);
  const { entries, total } = listAudit(store, filter, { limit, before });
  return { entries: entries.map((entry) => redacted(redactor, entry)), total };
}

/** One entry, whole. Throws `not_found`. */
export async function readAuditEntry(auditId: number): Promise<AuditEntry> {
  const { store, settings } = await getApp();
  const entry = readAudit(store, auditId);
  if (entry === null) throw new RetrographError("not_found", `The audit log has no entry ${auditId}. It may have been deleted with its thread.`);
  return redacted(await redactorOf(settings), entry);
}

type FileFormat = "jsonl" | "csv";

async function* fileText(app: App, filter: AuditFilter, format: FileFormat): AsyncGenerator<string, void, undefined> {
  const redactor = await redactorOf(app.settings);
  if (format === "csv") yield csvHead();
  for (const entry of eachAudit(app.store, filter)) {
    const clean = redacted(redactor, entry);
    yield format === "csv" ? csvLine(clean) : `${JSON.stringify(clean)}\n`;
  }
}

const TYPES: Readonly<Record<FileFormat, string>> = { csv: "text/csv; charset=utf-8", jsonl: "application/jsonl; charset=utf-8" };

/** What an export left out, for the log. */
function describe(filter: AuditFilter, format: FileFormat): string {
  const parts = Object.entries(filter).flatMap(([name, value]) => (value === undefined ? [] : [`${name} ${value}`]));
  return `As ${format}: ${parts.length === 0 ? "everything" : parts.join(", ")}.`;
}

/** All entries that match as a file, oldest first; that somebody took it is an entry of its own. */
async function auditFile(filter: AuditFilter, format: FileFormat, { actor, origin }: Caller): Promise<Response> {
  const app = await getApp();
  appendAudit(app.store, {
    action: "exported",
    thread_id: null,
    graph_id: null,
    interrupt_id: null,
    run_id: null,
    node: null,
    actor: actor.name,
    verified: actor.verified,
    origin,
    note: describe(filter, format),
  });
  const day = new Date().toISOString().slice(0, 10);
  return new Response(
    textStream(fileText(app, filter, format), () => undefined),
    {
      headers: {
        "content-type": TYPES[format],
        "content-disposition": `attachment; filename="retrograph-audit-${day}.${format}"`,
        "cache-control": "no-store",
      },
    },
  );
}

/** The audit log as a page of JSON, or all that matches as a file. */
export async function getAudit(query: z.output<typeof AuditQuerySchema>, caller: Caller): Promise<AuditPage | Response> {
  const { format, limit: _limit, before: _before, ...filter } = query;
  return format === "json" ? readAuditPage(query) : auditFile(filter, format, caller);
}
