/** Exchanges the installation's token for this browser's cookie; false when it is not the right one. */
export async function login(token: string): Promise<boolean> {
  const response = await fetch("/api/login", {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ token }),
  });
  return response.ok;
}
