import { join } from "node:path";
import { openLibrary, type Library } from "./domain/library";
import { syncLibrary, type IndexOptions } from "./domain/index-documents";
import { readSettings } from "./settings";

/** How long the index is taken to be up to date, in milliseconds. */
const FRESH_MS = 20_000;

type Shelf = { library: Library; documents: number; syncedAt: number };
const shelves = new Map<string, Shelf>();

/**
 * The library that the settings name, its index up to date. The first call builds the index (a second or two
 * for a thousand documents); later ones look at what has changed, at most every 20 seconds.
 */
export async function useLibrary(options: IndexOptions = {}): Promise<{ library: Library; documents: number }> {
  const { projectFolder, dataFolder, researchFolder } = readSettings();
  const cacheFolder = join(dataFolder, "research");
  const key = JSON.stringify([projectFolder, cacheFolder, researchFolder]);
  const shelf = shelves.get(key) ?? {
    library: openLibrary(researchFolder ?? projectFolder, researchFolder === null ? "project" : "folder", cacheFolder),
    documents: 0,
    syncedAt: -Infinity,
  };
  shelves.set(key, shelf);
  if (performance.now() - shelf.syncedAt > FRESH_MS) {
    shelf.documents = (await syncLibrary(shelf.library, options)).documents;
    shelf.syncedAt = performance.now();
  }
  return { library: shelf.library, documents: shelf.documents };
}
