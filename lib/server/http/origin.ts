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

/** From where a request comes, for the audit log. The address is what the nearest proxy says, or the connection's own. */
export function originOf(request: Request): AuditOrigin {
  const forwarded = request.headers.get("x-forwarded-for")?.split(",").at(-1)?.trim();
  return {
    via: viaOf(request),
    address: forwarded === undefined || forwarded === "" ? null : forwarded.slice(0, MAX_ADDRESS),
    user_agent: request.headers.get("user-agent")?.slice(0, MAX_AGENT) ?? null,
  };
}
