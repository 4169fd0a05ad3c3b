import "server-only";
import { createHmac, timingSafeEqual } from "node:crypto";
import { RetrographError } from "../../errors";
import { hostNameOf } from "../../schema/host";
import type { ServerSettings } from "../settings";

/** Name of the cookie that a browser gets for the token. */
export const SESSION_COOKIE = "retrograph_session";

type GuardedRequest = { method: string; headers: Headers };

function sameText(a: string, b: string): boolean {
  const key = "compare";
  const digest = (text: string) => createHmac("sha256", key).update(text).digest();
  return timingSafeEqual(digest(a), digest(b));
}

/** The cookie's value: derived from the token, so that the cookie does not hold it. */
export function sessionValue(token: string): string {
  return createHmac("sha256", token).update("retrograph session v1").digest("base64url");
}

/** True when `given` is the token. Takes the same time wherever they differ. */
export function isToken(given: string, token: string): boolean {
  return sameText(given, token);
}

function readCookie(header: string | null, name: string): string | null {
  for (const part of (header ?? "").split(";")) {
    const at = part.indexOf("=");
    if (at > 0 && part.slice(0, at).trim() === name) return part.slice(at + 1).trim();
  }
  return null;
}

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

/** True when the request carries the token: as `x-api-key`, `Authorization: Bearer`, or the session cookie. */
export function hasAccess(headers: Headers, settings: ServerSettings): boolean {
  const token = settings.RETROGRAPH_TOKEN;
  if (token === undefined) return true;
  const bearer = /^Bearer\s+(.+)$/i.exec(headers.get("authorization") ?? "")?.[1];
  const key = headers.get("x-api-key") ?? bearer;
  if (key !== undefined && isToken(key.trim(), token)) return true;
  const cookie = readCookie(headers.get("cookie"), SESSION_COOKIE);
  return cookie !== null && sameText(cookie, sessionValue(token));
}

/**
 * Checks whom a request is addressed to, where it comes from and whether it may. Gives the CORS headers of its answer.
 * Throws `forbidden_host`, `forbidden_origin` or, unless `isPublic`, `unauthorized`.
 */
export function guardRequest(request: GuardedRequest, settings: ServerSettings, isPublic: boolean): Record<string, string> {
  const { headers } = request;
  checkHost(headers, settings);
  const origin = checkOrigin(request, settings);
  if (!isPublic && !hasAccess(headers, settings)) {
    throw new RetrographError("unauthorized", "A token is needed: send it as x-api-key or as Authorization: Bearer, or sign in on the start page.");
  }
  if (origin === null) return {};
  return {
    "access-control-allow-origin": origin,
    "access-control-allow-credentials": "true",
    "access-control-expose-headers": "content-location, location, x-pagination-total, x-pagination-next",
    vary: "origin",
  };
}
