import "server-only";
import { RetrographError } from "../../errors";
import type { Actor } from "../../schema/access";
import { hostNameOf } from "../../schema/host";
import { findActor } from "../access";
import type { ServerSettings } from "../settings";

type GuardedRequest = { method: string; headers: Headers };

function checkHost(headers: Headers, settings: ServerSettings): void {
  const name = hostNameOf(headers.get("host") ?? "");
  if (settings.allowedHosts.has(name)) return;
  throw new RetrographError(
    "forbidden_host",
    "This server does not answer under that host name. Use localhost, or add the name to RETROGRAPH_ALLOWED_HOSTS.",
    { host: name.slice(0, 255) },
  );
}

/** The origin to name in CORS headers when it is a configured foreign one; null for our own pages and for programs. */
function checkOrigin({ method, headers }: GuardedRequest, settings: ServerSettings): string | null {
  const origin = headers.get("origin")?.toLowerCase() ?? null;
  const host = (headers.get("host") ?? "").toLowerCase();
  if (origin === null) {
    const site = headers.get("sec-fetch-site");
    // A link from elsewhere may lead here; a form from elsewhere may not be sent here.
    const isPlainVisit = headers.get("sec-fetch-mode") === "navigate" && (method === "GET" || method === "HEAD");
    if (site === null || site === "same-origin" || site === "none" || isPlainVisit) return null;
  } else {
    if (origin === `http://${host}` || origin === `https://${host}`) return null;
    if (settings.allowedOrigins.has(origin)) return origin;
  }
  throw new RetrographError(
    "forbidden_origin",
    "Pages of other origins may not call this server. To allow one, name it in RETROGRAPH_ALLOWED_ORIGINS.",
    { origin: origin?.slice(0, 255) ?? null },
  );
}

/**
 * Checks whom a request is addressed to and where it comes from. Gives the CORS headers of its answer. Throws
 * `forbidden_host` or `forbidden_origin`.
 */
export function guardRequest(request: GuardedRequest, settings: ServerSettings): Record<string, string> {
  checkHost(request.headers, settings);
  const origin = checkOrigin(request, settings);
  if (origin === null) return {};
  return {
    "access-control-allow-origin": origin,
    "access-control-allow-credentials": "true",
    "access-control-expose-headers": "content-location, location, x-pagination-total, x-pagination-next",
    vary: "origin",
  };
}

/** Who sends the request. Throws `unauthorized` where a token is needed and none of them came with it. */
export function requireActor(headers: Headers, settings: ServerSettings): Actor {
  const actor = findActor(headers, settings);
  if (actor !== null) return actor;
  throw new RetrographError("unauthorized", "A token is needed: send it as x-api-key or as Authorization: Bearer, or sign in on the start page.");
}
