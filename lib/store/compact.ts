import { statSync } from "node:fs";
import { setImmediate as nextMacrotask } from "node:timers/promises";
import { withStorageErrorsAsync } from "./errors";
import type { Store } from "./open";

/** Pages given back in one go: some ten milliseconds of work. */
const PAGES_PER_STEP = 1000;
const INCREMENTAL = 2;

function pragma(store: Store, name: string): number {
  return Number(store.sqlite.pragma(name, { simple: true }));
}

function sizeOf(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.size ?? 0;
}

/** Sizes in bytes: of the database file, of the log beside it, and of the pages in the file that hold nothing. */
export function fileSizes(store: Store): { bytes: number; wal_bytes: number; free_bytes: number } {
  return {
    bytes: sizeOf(store.path),
    wal_bytes: sizeOf(`${store.path}-wal`),
    free_bytes: pragma(store, "freelist_count") * pragma(store, "page_size"),
  };
}

/** False for a file that was made without the means for it: it has to be written anew once. */
export function compactsInSteps(store: Store): boolean {
  return pragma(store, "auto_vacuum") === INCREMENTAL;
}

/**
 * Gives the free pages of the file back to the disk. In steps, between which others get their turn; a file that an
 * earlier version made is written anew in one go, which holds up everything until it is done. `onProgress` gets the bytes
 * given back so far and in all.
 */
export function compact(store: Store, onProgress: (done: number, total: number) => void = () => undefined): Promise<void> {
  return withStorageErrorsAsync(async () => {
    const pageSize = pragma(store, "page_size");
    const total = pragma(store, "freelist_count");
    onProgress(0, total * pageSize);
    if (!compactsInSteps(store)) {
      store.sqlite.pragma("auto_vacuum = INCREMENTAL");
      store.sqlite.exec("VACUUM");
    }
    for (let free = pragma(store, "freelist_count"); free > 0;) {
      store.sqlite.pragma(`incremental_vacuum(${PAGES_PER_STEP})`);
      const left = pragma(store, "freelist_count");
      if (left >= free) break;
      free = left;
      onProgress(Math.max(0, total - left) * pageSize, total * pageSize);
      await nextMacrotask();
    }
    // The file itself is cut when the log is written into it. Somebody who reads right now keeps it as it is until later.
    store.sqlite.pragma("wal_checkpoint(TRUNCATE)");
  });
}
