import ts from "typescript";
import { statSync } from "node:fs";

/** Larger files are no code that somebody wrote. */
const MAX_BYTES = 5_000_000;
/** Installed packages change seldom; looking at all their files each time would take longer than the check. */
const LIBRARY_MS = 10_000;

type Entry = { text: string | undefined; version: number; modified: number; lookedAt: number };

/** The files that types are read from: the disk, with unsaved texts laid over it. Paths are absolute. */
export type TypeFiles = {
  /** Looks again at what may have changed. True when a file is gone or has appeared, so that imports may lead elsewhere. */
  refresh(): boolean;
  /** `text` counts until the file on the disk changes. */
  overlay(path: string, text: string): void;
  read(path: string): string | undefined;
  /** Empty for a file that is not there. */
  version(path: string): string;
  snapshot(path: string): ts.IScriptSnapshot | undefined;
};

const isLibrary = (path: string) => path.includes("/node_modules/");

function stampOf(path: string): number {
  const found = statSync(path, { throwIfNoEntry: false });
  return found === undefined || !found.isFile() || found.size > MAX_BYTES ? 0 : found.mtimeMs;
}

/** Files by path, each read once until it changes. */
export function createTypeFiles(now: () => number = Date.now): TypeFiles {
  const entries = new Map<string, Entry>();
  const snapshots = new Map<string, { version: number; snapshot: ts.IScriptSnapshot }>();
  let lastVersion = 0;

  function load(path: string, modified: number): Entry {
    const text = modified === 0 ? undefined : ts.sys.readFile(path);
    const entry = { text, version: ++lastVersion, modified, lookedAt: now() };
    entries.set(path, entry);
    return entry;
  }

  const entryOf = (path: string) => entries.get(path) ?? load(path, stampOf(path));

  return {
    refresh() {
      let hasMoved = false;
      for (const [path, entry] of entries) {
        if (isLibrary(path) && now() - entry.lookedAt < LIBRARY_MS) continue;
        entry.lookedAt = now();
        const modified = stampOf(path);
        if (modified === entry.modified) continue;
        if (modified === 0 || entry.modified === 0) hasMoved = true;
        const text = modified === 0 ? undefined : ts.sys.readFile(path);
        // What was laid over it is often what is saved a moment later: nothing to check again.
        if (text === entry.text) entry.modified = modified;
        else load(path, modified);
      }
      return hasMoved;
    },
    overlay(path, text) {
      const entry = entryOf(path);
      if (entry.text !== text) entries.set(path, { ...entry, text, version: ++lastVersion });
    },
    read: (path) => entryOf(path).text,
    version(path) {
      const { text, version } = entryOf(path);
      return text === undefined ? "" : String(version);
    },
    snapshot(path) {
      const { text, version } = entryOf(path);
      if (text === undefined) return undefined;
      const known = snapshots.get(path);
      if (known?.version === version) return known.snapshot;
      const snapshot = ts.ScriptSnapshot.fromString(text);
      snapshots.set(path, { version, snapshot });
      return snapshot;
    },
  };
}
