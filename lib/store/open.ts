import { mkdirSync } from "node:fs";
import { dirname } from "node:path";
import { SqliteSaver } from "@langchain/langgraph-checkpoint-sqlite";
import Database from "better-sqlite3";
import { Kysely, SqliteDialect } from "kysely";
import { RetrographError } from "../errors";
import { toStorageError } from "./errors";
import { SCHEMA_VERSION, migrate } from "./migrations";
import type { Tables } from "./tables";

/** An open database: the first argument of every function in this folder. */
export type Store = {
  path: string;
  sqlite: Database.Database;
  db: Kysely<Tables>;
  /** A prepared statement for the hot path; prepared once per SQL text. */
  prepare(sql: string): Database.Statement;
  /** Runs in a transaction that takes the lock at once; for the hot path, where making a transaction each time is felt. */
  atOnce(action: () => void): void;
  close(): void;
};

/** How long a statement waits for another process to let go of the database, in milliseconds. Everything else in the process waits with it. */
const BUSY_TIMEOUT_MS = 5000;

/** Creates the saver's tables the way the official saver does, so that they stay its own. */
class SaverTables extends SqliteSaver {
  create(): void {
    this.setup();
  }
}

function prepareDatabase(sqlite: Database.Database, busyMs: number): void {
  // Counts for a new file only: free space can be given back to the disk bit by bit, while others work.
  sqlite.pragma("auto_vacuum = INCREMENTAL");
  sqlite.pragma("journal_mode = WAL");
  sqlite.pragma("synchronous = NORMAL");
  sqlite.pragma(`busy_timeout = ${busyMs}`);
  new SaverTables(sqlite).create();
  const found = migrate(sqlite);
  if (found > SCHEMA_VERSION) {
    throw new RetrographError(
      "storage_failed",
      `The database was written by a newer Retrograph (schema ${found}, this one knows ${SCHEMA_VERSION}). Update Retrograph, or choose another data folder.`,
    );
  }
}

function openError(path: string, error: unknown): unknown {
  const known = toStorageError(error);
  if (known !== null && error instanceof RetrographError) return known;
  if (known !== null) return new RetrographError(known.code, `Cannot open the database ${path}. ${known.message}`, known.details, { cause: error });
  return new RetrographError(
    "storage_failed",
    `Cannot open the database ${path}: ${error instanceof Error ? error.message : String(error)}. Check that its folder exists and may be written to.`,
    undefined,
    { cause: error },
  );
}

/**
 * Opens the SQLite file at `path`, creating its folder and tables where they are missing. Several processes may have it
 * open at once. Throws a `RetrographError` with a `storage_*` code when the folder cannot be written, the file is no
 * database, the disk is full or another program holds the lock.
 */
export function openStore(options: { path: string; busyMs?: number }): Store {
  const { busyMs = BUSY_TIMEOUT_MS } = options;
  let sqlite: Database.Database | null = null;
  try {
    mkdirSync(dirname(options.path), { recursive: true });
    const database = new Database(options.path, { timeout: busyMs });
    sqlite = database;
    prepareDatabase(database, busyMs);
    const transaction = database.transaction((action: () => void) => action());
    const statements = new Map<string, Database.Statement>();
    return {
      path: options.path,
      sqlite: database,
      db: new Kysely<Tables>({ dialect: new SqliteDialect({ database }) }),
      prepare(sql) {
        let statement = statements.get(sql);
        if (statement === undefined) {
          statement = database.prepare(sql);
          statements.set(sql, statement);
        }
        return statement;
      },
      atOnce: (action) => transaction.immediate(action),
      close: () => void database.close(),
    };
  } catch (error) {
    sqlite?.close();
    throw openError(options.path, error);
  }
}
