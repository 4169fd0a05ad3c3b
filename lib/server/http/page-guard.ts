import "server-only";
import { NextResponse, type NextRequest } from "next/server";
import { isRetrographError } from "../../errors";
import { getSettings } from "../settings";
import { findActor } from "../access";
import { guardRequest } from "./guard";

const LOGIN = "/login";

function contentSecurityPolicy(nonce: string): string {
  const isDevelopment = process.env.NODE_ENV === "development";
  return [
    "default-src 'self'",
    // React's development build needs eval for its stack traces.
    `script-src 'self' 'nonce-${nonce}' 'strict-dynamic'${isDevelopment ? " 'unsafe-eval'" : ""}`,
    // Positions on the canvas are inline styles.
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data: blob:",
    "font-src 'self' data:",
    "connect-src 'self'",
    "worker-src 'self' blob:",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join("; ");
}

function setSafetyHeaders(response: NextResponse, policy: string): NextResponse {
  response.headers.set("content-security-policy", policy);
  response.headers.set("x-content-type-options", "nosniff");
  response.headers.set("referrer-policy", "same-origin");
  response.headers.set("cross-origin-opener-policy", "same-origin");
  return response;
}

function refusal(error: unknown): NextResponse {
  if (!isRetrographError(error)) throw error;
  return new NextResponse(error.message, { status: error.status, headers: { "content-type": "text/plain; charset=utf-8" } });
}

/** The page to sign in on, which leads back to what was asked for. */
function loginFor({ nextUrl, url }: NextRequest): URL {
  const login = new URL(LOGIN, url);
  const asked = `${nextUrl.pathname}${nextUrl.search}`;
  if (asked !== "/") login.searchParams.set("to", asked);
  return login;
}

/** Lets a page through under a strict policy; refuses foreign hosts and sends who has no session to sign in. */
export function pageResponse(request: NextRequest): NextResponse {
  const settings = getSettings();
  try {
    guardRequest(request, settings);
  } catch (error) {
    return refusal(error);
  }
  const nonce = Buffer.from(crypto.randomUUID()).toString("base64");
  const policy = contentSecurityPolicy(nonce);
  if (request.nextUrl.pathname !== LOGIN && findActor(request.headers, settings) === null) {
    return setSafetyHeaders(NextResponse.redirect(loginFor(request)), policy);
  }
  const headers = new Headers(request.headers);
  headers.set("x-nonce", nonce);
  headers.set("content-security-policy", policy);
  return setSafetyHeaders(NextResponse.next({ request: { headers } }), policy);
}

/** Answers a preflight: yes for our own pages and for configured origins. */
export function apiPreflight(request: NextRequest): NextResponse {
  try {
    const cors = guardRequest(request, getSettings());
    return new NextResponse(null, {
      status: 204,
      headers: {
        ...cors,
        "access-control-allow-methods": "GET, POST, PATCH, PUT, DELETE",
        "access-control-allow-headers": request.headers.get("access-control-request-headers") ?? "content-type",
        "access-control-max-age": "600",
      },
    });
  } catch (error) {
    return refusal(error);
  }
}
