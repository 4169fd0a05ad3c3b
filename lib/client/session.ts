import { request } from "./api";

/** Ends this browser's session. */
export function signOut(): Promise<void> {
  return request("/api/login", { method: "DELETE" });
}
