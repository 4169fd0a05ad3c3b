import { mkdirSync } from "node:fs";
import { dirname } from "node:path";
import Database from "better-sqlite3";
import { RetrographError } from "../errors";
import { toStorageError, withStorageErrors } from "./errors";

/**
 * Lets one server at a time work with a database: what it finds running when it starts must be nobody else's. The claim
 * is a lock of the system on a file beside the database, so it ends with the process, however that ends. Gives a function
 * that ends it. Throws `storage_locked` while another server has it.
 */
export function claimDatabase(path: string): () => void {
  const folder = dirname(path);
  return withStorageErrors(() => {
    mkdirSync(folder, { recursive: true });
    const lock = new Database(`${path}.lock`, { timeout: 0 });
    try {
      lock.exec("BEGIN EXCLUSIVE");
    } catch (error) {
      lock.close();
      if (toStorageError(error)?.code !== "storage_locked") throw error;
      throw new RetrographError(
        "storage_locked",
        `Another Retrograph works with the data folder ${folder}. Use that one, stop it, or choose another folder: RETROGRAPH_DATA=/some/folder npm start`,
      );
    }
    return () => void lock.close();
  });
}
