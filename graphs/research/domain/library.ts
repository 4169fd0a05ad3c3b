import { createHash } from "node:crypto";
import { mkdirSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import Database from "better-sqlite3";

/** A folder of documents and the full-text index over it. */
export type Library = {
  /** Absolute. Every `file` of the library is relative to it. */
  root: string;
  /** `project`: the documentation of the project and its packages. `folder`: every document of the root. */
  scope: "project" | "folder";
  db: Database.Database;
};

/** Raised when tables or parsing change: an older index is built anew. */
const INDEX_VERSION = 1;

/**
 * Opens the index over a folder; it is kept in `cacheFolder` and survives restarts.
 * An index that is damaged or of an older version is thrown away: it can always be built again.
 * @throws when the root is not a folder or the cache cannot be written.
 */
export function openLibrary(root: string, scope: Library["scope"], cacheFolder: string): Library {
  if (!statSync(root, { throwIfNoEntry: false })?.isDirectory()) {
    throw new Error(`There is no folder "${root}" to search. Set RETROGRAPH_RESEARCH_FOLDER to a folder of Markdown or text files, or unset it.`);
  }
  mkdirSync(cacheFolder, { recursive: true });
  const name = createHash("sha256").update(`${scope}:${root}`).digest("hex").slice(0, 12);
  const file = join(cacheFolder, `index-${name}.db`);
  return { root, scope, db: openDatabase(file) };
}

function openDatabase(file: string): Database.Database {
  try {
    return prepare(new Database(file, { timeout: 10_000 }));
  } catch (error) {
    if (!(error instanceof Database.SqliteError) || !["SQLITE_CORRUPT", "SQLITE_NOTADB"].includes(error.code)) throw error;
    for (const suffix of ["", "-wal", "-shm"]) rmSync(file + suffix, { force: true });
    return prepare(new Database(file, { timeout: 10_000 }));
  }
}

function prepare(db: Database.Database): Database.Database {
  try {
    db.pragma("journal_mode = WAL");
    db.pragma("synchronous = NORMAL");
    db.transaction(() => {
      if (db.pragma("user_version", { simple: true }) !== INDEX_VERSION) db.exec(SCHEMA);
    }).immediate();
    return db;
  } catch (error) {
    db.close();
    throw error;
  }
}

const SCHEMA = `
  DROP TABLE IF EXISTS passage_text;
  DROP TABLE IF EXISTS passages;
  DROP TABLE IF EXISTS documents;
  CREATE TABLE documents (
    id INTEGER PRIMARY KEY,
    file TEXT NOT NULL UNIQUE,
    title TEXT NOT NULL,
    kind TEXT NOT NULL,
    size INTEGER NOT NULL,
    mtime INTEGER NOT NULL
  );
  CREATE TABLE passages (
    id INTEGER PRIMARY KEY,
    document INTEGER NOT NULL REFERENCES documents (id),
    line INTEGER NOT NULL,
    end_line INTEGER NOT NULL,
    path TEXT NOT NULL,
    title TEXT NOT NULL,
    heading TEXT NOT NULL,
    text TEXT NOT NULL,
    code TEXT NOT NULL
  );
  CREATE INDEX passages_document ON passages (document);
  CREATE VIRTUAL TABLE passage_text USING fts5 (
    path, title, heading, text, code,
    content = 'passages', content_rowid = 'id', tokenize = 'unicode61', prefix = '4 6'
  );
  CREATE TRIGGER passages_added AFTER INSERT ON passages BEGIN
    INSERT INTO passage_text (rowid, path, title, heading, text, code)
    VALUES (new.id, new.path, new.title, new.heading, new.text, new.code);
  END;
  CREATE TRIGGER passages_removed AFTER DELETE ON passages BEGIN
    INSERT INTO passage_text (passage_text, rowid, path, title, heading, text, code)
    VALUES ('delete', old.id, old.path, old.title, old.heading, old.text, old.code);
  END;
  PRAGMA user_version = ${INDEX_VERSION};
`;
