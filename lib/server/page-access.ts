import "server-only";
import { headers } from "next/headers";
import { notFound, redirect } from "next/navigation";
import { isRetrographError } from "../errors";
import type { Actor } from "../schema/access";
import { guardRequest, requireActor } from "./http/guard";
import { getSettings } from "./settings";

/**
 * Checks a page's request as the API checks its own, so that nothing rests on the proxy alone: who has no session goes
 * to sign in, a foreign host or origin finds nothing. Gives who asks; a page's request has no name of the browser's in it.
 */
export async function requirePageAccess(): Promise<Actor> {
  try {
    const settings = getSettings();
    const sent = await headers();
    guardRequest({ method: "GET", headers: sent }, settings);
    return requireActor(sent, settings);
  } catch (error) {
    if (!isRetrographError(error)) throw error;
    if (error.code === "unauthorized") redirect("/login");
    notFound();
  }
}
