import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import { openStore, type Store } from "../../lib/store/open";

/** A folder that is gone after the test. */
export function tempFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "retrograph-store-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** A real database that is gone after the test. */
export function tempStore(path = join(tempFolder(), "retrograph.db")): Store {
  const store = openStore({ path });
  onTestFinished(() => store.close());
  return store;
}
