import "server-only";
import type { AuditOrigin } from "../../schema/audit";

const MAX_AGENT = 300;
const MAX_ADDRESS = 100;

/** Pages of ours send it with every request, programs do not. */
function isFromPage(headers: Headers): boolean {
  return headers.get("sec-fetch-site") === "same-origin";
}

function viaOf(request: Request): AuditOrigin["via"] {
  const { pathname } = new URL(request.url);
  if (!/^\/api\/(debug|design)(\/|$)/.test(pathname)) return "agent_api";
  if (!isFromPage(request.headers)) return "debug_api";
  return /^\/api\/debug\/(inbox|audit)(\/|$)/.test(pathname) ? "inbox" : "workbench";
}

/**
 * From where a request comes, for the audit log. Of several addresses the last is the one that connected to this server;
 * those before it are what proxies, or the client itself, say.
 */
export function originOf(request: Request): AuditOrigin {
  const addresses = request.headers.get("x-forwarded-for")?.trim() ?? "";
  return {
    via: viaOf(request),
    address: addresses === "" ? null : addresses.slice(-MAX_ADDRESS),
    user_agent: request.headers.get("user-agent")?.slice(0, MAX_AGENT) ?? null,
  };
}
