import type { Me } from "../schema/access";
import type { AuditEntry, AuditPage, AuditQuery } from "../schema/audit";
import type { Repeats, RepeatsQuery } from "../schema/effect";
import type {
  AnswerAgainBody,
  AnswersBody,
  AnswersResult,
  ApprovalRules,
  ChangeRequestsBody,
  InboxDetail,
  InboxPage,
  InboxQuery,
  SavedView,
  SavedViewBody,
} from "../schema/inbox";
import type { RerunPlan, RerunPlanBody } from "../schema/rerun";
import type { Run } from "../schema/run";
import type { PingResult, WebhookList } from "../schema/webhooks";
import type { WhatIf, WhatIfBody } from "../schema/what-if";
import { request, withQuery, type Query } from "./api";

const INBOX = "/api/debug/inbox";
const requestPath = (interruptId: string) => `${INBOX}/${encodeURIComponent(interruptId)}`;
const threadPath = (threadId: string) => `/api/debug/threads/${encodeURIComponent(threadId)}`;
const rulesPath = (graphId: string) => `/api/debug/graphs/${encodeURIComponent(graphId)}/approval-rules`;

/** What has no text of its own is left out. */
function plain(query: object): Query {
  const isPlain = (value: unknown) => typeof value === "string" || typeof value === "number" || typeof value === "boolean";
  return Object.fromEntries(Object.entries(query).flatMap(([name, value]: [string, unknown]) => (isPlain(value) ? [[name, String(value)]] : [])));
}

/** Requests of all threads and workflows that match, with how many there are in each box. */
export function listRequests(query: InboxQuery, signal?: AbortSignal): Promise<InboxPage> {
  return request(withQuery(INBOX, plain(query)), { signal: signal ?? null });
}

/** One request with everything to decide about it; without a thread the newest with that id. */
export function getRequest(interruptId: string, threadId?: string, signal?: AbortSignal): Promise<InboxDetail> {
  return request(withQuery(requestPath(interruptId), { thread_id: threadId }), { signal: signal ?? null });
}

/** Answers requests of any threads. What was refused is in the result, with the reason. */
export function sendAnswers(body: AnswersBody): Promise<AnswersResult> {
  return request(`${INBOX}/answers`, { method: "POST", json: body });
}

/** Goes back before an answered request and answers it differently, on a branch of its own. */
export function answerAgain(interruptId: string, body: AnswerAgainBody): Promise<Run> {
  return request(`${requestPath(interruptId)}/answer-again`, { method: "POST", json: body });
}

/** Takes back what one said about a request that needs two approvers. */
export function withdrawVote(interruptId: string, threadId: string): Promise<void> {
  return request(withQuery(`${requestPath(interruptId)}/vote`, { thread_id: threadId }), { method: "DELETE" });
}

/** Assigns or snoozes requests. */
export function changeRequests(body: ChangeRequestsBody): Promise<void> {
  return request(INBOX, { method: "PATCH", json: body });
}

export function listViews(signal?: AbortSignal): Promise<SavedView[]> {
  return request(`${INBOX}/views`, { signal: signal ?? null });
}

export function saveView(body: SavedViewBody): Promise<SavedView> {
  return request(`${INBOX}/views`, { method: "POST", json: body });
}

export function deleteView(viewId: string): Promise<void> {
  return request(`${INBOX}/views/${viewId}`, { method: "DELETE" });
}

/** Entries of the audit log, newest first. */
export function listAudit(query: AuditQuery, signal?: AbortSignal): Promise<AuditPage> {
  return request(withQuery("/api/debug/audit", plain(query)), { signal: signal ?? null });
}

/** One entry with its whole payload and answer. */
export function getAuditEntry(auditId: number, signal?: AbortSignal): Promise<AuditEntry> {
  return request(`/api/debug/audit/${auditId}`, { signal: signal ?? null });
}

/** The address of all matching entries as a file. */
export function auditFile(query: AuditQuery & { format: "jsonl" | "csv" }): string {
  return withQuery("/api/debug/audit", plain(query));
}

export function getMe(signal?: AbortSignal): Promise<Me> {
  return request("/api/debug/me", { signal: signal ?? null });
}

export function getApprovalRules(graphId: string, signal?: AbortSignal): Promise<ApprovalRules> {
  return request(rulesPath(graphId), { signal: signal ?? null });
}

export function setApprovalRules(graphId: string, rules: ApprovalRules): Promise<ApprovalRules> {
  return request(rulesPath(graphId), { method: "PUT", json: rules });
}

/** What a resume, a continuation, a replay or a fork would run, and run again. */
export function getRerunPlan(threadId: string, body: RerunPlanBody, signal?: AbortSignal): Promise<RerunPlan> {
  return request(`${threadPath(threadId)}/rerun-plan`, { method: "POST", json: body, signal: signal ?? null });
}

/** Side effects that were executed more than once. */
export function listRepeats(query: RepeatsQuery, signal?: AbortSignal): Promise<Repeats> {
  return request(withQuery("/api/debug/repeats", plain(query)), { signal: signal ?? null });
}

/** Tries answers beside each other, dry, on a copy. */
export function startWhatIf(threadId: string, body: WhatIfBody): Promise<WhatIf> {
  return request(`${threadPath(threadId)}/what-if`, { method: "POST", json: body });
}

export function getWhatIf(threadId: string, whatIfId: string, signal?: AbortSignal): Promise<WhatIf> {
  return request(`${threadPath(threadId)}/what-if/${whatIfId}`, { signal: signal ?? null });
}

/** Stops the alternatives and deletes their copies, also while the page goes away. */
export function endWhatIf(threadId: string, whatIfId: string): Promise<void> {
  return request(`${threadPath(threadId)}/what-if/${whatIfId}`, { method: "DELETE", keepalive: true });
}

/** Which webhooks are told, by their hosts. */
export function listWebhooks(signal?: AbortSignal): Promise<WebhookList> {
  return request("/api/debug/webhooks", { signal: signal ?? null });
}

/** Sends a `ping` to one webhook, by its place in the list. */
export function pingWebhook(webhook: number): Promise<PingResult> {
  return request("/api/debug/webhooks/ping", { method: "POST", json: { webhook } });
}
