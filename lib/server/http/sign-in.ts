import "server-only";
import { RetrographError } from "../../errors";
import { getSettings } from "../settings";
import { isToken, SESSION_COOKIE, sessionValue } from "./guard";

const SESSION_SECONDS = 30 * 24 * 3600;

/** Gives the browser a session for the token. Throws `unauthorized`. */
export function signIn(given: string): Response {
  const token = getSettings().RETROGRAPH_TOKEN;
  if (token === undefined) return new Response(null, { status: 204 });
  if (!isToken(given.trim(), token)) throw new RetrographError("unauthorized", "That is not the token that this server was started with.");
  const cookie = `${SESSION_COOKIE}=${sessionValue(token)}; Path=/; Max-Age=${SESSION_SECONDS}; HttpOnly; SameSite=Strict`;
  return new Response(null, { status: 204, headers: { "set-cookie": cookie } });
}
