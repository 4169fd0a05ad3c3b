import { mkdtemp, readdir, rm } from "node:fs/promises";
import { join } from "node:path";

/** Nobody else names a folder so. */
const PREFIX = "retrograph.db.backup-";

/** Makes a folder for a copy of the database; gives its path. Who made it deletes it. */
export function makeBackupFolder(dataFolder: string): Promise<string> {
  return mkdtemp(join(dataFolder, PREFIX));
}

/** Deletes copies whose server ended before they were downloaded. */
export async function removeLostBackups(dataFolder: string): Promise<void> {
  const lost = (await readdir(dataFolder)).filter((name) => name.startsWith(PREFIX));
  for (const name of lost) await rm(join(dataFolder, name), { recursive: true, force: true });
}
