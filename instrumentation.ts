/** Runs once when the server starts: opens the database and warms up a runner, so that the first page need not wait. */
export async function register(): Promise<void> {
  if (process.env.NEXT_RUNTIME !== "nodejs") return;
  const { boot } = await import("./lib/server/boot");
  await boot();
}
