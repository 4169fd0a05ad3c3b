import "server-only";
import { headers } from "next/headers";
import { notFound, redirect } from "next/navigation";
import { isRetrographError } from "../errors";
import { guardRequest } from "./http/guard";
import { getSettings } from "./settings";

/**
 * Checks a page's request as the API checks its own, so that nothing rests on the proxy alone: who has no session goes
 * to sign in, a foreign host or origin finds nothing.
 */
export async function requirePageAccess(): Promise<void> {
  try {
    guardRequest({ method: "GET", headers: await headers() }, getSettings(), false);
  } catch (error) {
    if (!isRetrographError(error)) throw error;
    if (error.code === "unauthorized") redirect("/login");
    notFound();
  }
}
