import "server-only";
import { createHmac, timingSafeEqual } from "node:crypto";
import { RetrographError } from "../errors";
import { PersonNameSchema, type AccessLevel, type Actor } from "../schema/access";
import { foldName, isTakenName, NAME_HEADER } from "../schema/names";
import type { ServerSettings } from "./settings";

/** Name of the cookie that a browser gets for a token. */
export const SESSION_COOKIE = "retrograph_session";

/** Each level includes what stands before it. */
const RANK: Readonly<Record<AccessLevel, number>> = { viewer: 0, approver: 1, editor: 2 };

const MAY: Readonly<Record<AccessLevel, string>> = {
  viewer: "look at everything",
  approver: "look at everything and answer requests",
  editor: "do everything",
};

/** Who has the token of the installation. */
const OWNER: Actor = { name: "owner", level: "editor", groups: [], verified: true };

type Credential = { actor: Actor; token: string };

function sameText(a: string, b: string): boolean {
  const digest = (text: string) => createHmac("sha256", "compare").update(text).digest();
  return timingSafeEqual(digest(a), digest(b));
}

/** The cookie's value: derived from the token, so that the cookie does not hold it. */
export function sessionValue(token: string): string {
  return createHmac("sha256", token).update("retrograph session v1").digest("base64url");
}

function credentials(settings: ServerSettings): Credential[] {
  const owner = settings.RETROGRAPH_TOKEN === undefined ? [] : [{ actor: OWNER, token: settings.RETROGRAPH_TOKEN }];
  const people = settings.people.map(({ name, level, groups, token }) => ({ actor: { name, level, groups, verified: true }, token }));
  return [...owner, ...people];
}

/** Compares with every credential, so that the time tells nothing about which one is right. */
function find(all: readonly Credential[], isIt: (credential: Credential) => boolean): Credential | null {
  return all.filter(isIt)[0] ?? null;
}

/** Whose token it is, with the value of the cookie for it, or null. */
export function findByToken(settings: ServerSettings, given: string): { actor: Actor; session: string } | null {
  const found = find(credentials(settings), ({ token }) => sameText(given.trim(), token));
  return found === null ? null : { actor: found.actor, session: sessionValue(found.token) };
}

/** True when nobody gets in without a token. */
export function needsToken(settings: ServerSettings): boolean {
  return settings.RETROGRAPH_TOKEN !== undefined || settings.people.length > 0;
}

function readCookie(header: string | null, name: string): string | null {
  for (const part of (header ?? "").split(";")) {
    const at = part.indexOf("=");
    if (at > 0 && part.slice(0, at).trim() === name) return part.slice(at + 1).trim();
  }
  return null;
}

/** The name that a browser gives itself. Nobody checks it, so it may not be one that means something else. */
function givenName(headers: Headers): string {
  const given = headers.get(NAME_HEADER);
  if (given === null || given.length > 500) return "somebody";
  try {
    const name = PersonNameSchema.safeParse(decodeURIComponent(given));
    return name.success && !isTakenName(name.data) ? name.data : "somebody";
  } catch {
    return "somebody";
  }
}

/**
 * Who sends the request: by a token as `x-api-key`, as `Authorization: Bearer` or by the session cookie; where no token is
 * set, by the name that the browser gives. Null for who has none of the tokens that are needed.
 */
export function findActor(headers: Headers, settings: ServerSettings): Actor | null {
  if (!needsToken(settings)) return { name: givenName(headers), level: "editor", groups: [], verified: false };
  const bearer = /^Bearer\s+(.+)$/i.exec(headers.get("authorization") ?? "")?.[1];
  const key = headers.get("x-api-key") ?? bearer;
  const byKey = key === undefined ? null : findByToken(settings, key);
  if (byKey !== null) return byKey.actor;
  const cookie = readCookie(headers.get("cookie"), SESSION_COOKIE);
  if (cookie === null) return null;
  return find(credentials(settings), ({ token }) => sameText(cookie, sessionValue(token)))?.actor ?? null;
}

/**
 * Who somebody is now that did something under this name before; null for who has no token any more, and for a name that
 * nobody checked then, where tokens are needed now.
 */
export function actorNamed(settings: ServerSettings, { name, verified }: { name: string; verified: boolean }): Actor | null {
  if (!needsToken(settings)) return { name, level: "editor", groups: [], verified };
  if (!verified) return null;
  return credentials(settings).find(({ actor }) => foldName(actor.name) === foldName(name))?.actor ?? null;
}

/** True when the actor's level includes `level`. */
export function hasLevel(actor: Actor, level: AccessLevel): boolean {
  return RANK[actor.level] >= RANK[level];
}

/** Names of those who have the level, for who may not. */
function whoCould(settings: ServerSettings, level: AccessLevel): string {
  const names = settings.people.filter((person) => RANK[person.level] >= RANK[level]).map(({ name }) => name);
  const all = settings.RETROGRAPH_TOKEN === undefined ? names : ["the owner", ...names];
  if (all.length === 0) return "Nobody here has that level; it is set in RETROGRAPH_PEOPLE.";
  return `Ask ${all.slice(0, 5).join(", ")}${all.length > 5 ? " or another" : ""}.`;
}

/** Throws `not_allowed` where the actor's level is too low, with who could. */
export function requireLevel(actor: Actor, level: AccessLevel, settings: ServerSettings): void {
  if (hasLevel(actor, level)) return;
  throw new RetrographError("not_allowed", `${actor.name} may ${MAY[actor.level]}; this needs the level ${level}. ${whoCould(settings, level)}`, {
    level: actor.level,
    needed: level,
  });
}
