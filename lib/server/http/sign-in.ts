import "server-only";
import { RetrographError } from "../../errors";
import { findByToken, needsToken, SESSION_COOKIE } from "../access";
import { getSettings } from "../settings";

const SESSION_SECONDS = 30 * 24 * 3600;

/** Gives the browser a session for the token, and says whose it is. Throws `unauthorized`. */
export function signIn(given: string): Response {
  const settings = getSettings();
  if (!needsToken(settings)) return Response.json({ name: null }, { headers: { "cache-control": "no-store" } });
  const found = findByToken(settings, given);
  if (found === null) throw new RetrographError("unauthorized", "Nobody has that token. Tokens are set where this server is started.");
  const cookie = `${SESSION_COOKIE}=${found.session}; Path=/; Max-Age=${SESSION_SECONDS}; HttpOnly; SameSite=Strict`;
  return Response.json({ name: found.actor.name, level: found.actor.level }, { headers: { "cache-control": "no-store", "set-cookie": cookie } });
}

/** Takes the browser's session away. */
export function signOut(): Response {
  return new Response(null, { status: 204, headers: { "set-cookie": `${SESSION_COOKIE}=; Path=/; Max-Age=0; HttpOnly; SameSite=Strict` } });
}
