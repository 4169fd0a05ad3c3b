import "server-only";
import { createHash } from "node:crypto";

/** SHA-256 of a text in hex: what tells one state of a file from another. */
export function hashOf(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}
