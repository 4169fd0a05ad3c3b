import { z } from "zod";

const SignedInSchema = z.object({ name: z.string().nullable() });

/** Exchanges a token for this browser's cookie, and says whose it is; null when it is nobody's. Throws where the server cannot be reached. */
export async function login(token: string): Promise<{ name: string | null } | null> {
  const response = await fetch("/api/login", {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ token }),
  });
  return response.ok ? SignedInSchema.parse(await response.json()) : null;
}
