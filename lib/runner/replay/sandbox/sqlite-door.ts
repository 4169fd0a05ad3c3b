import type { Store } from "../../../store/open";
import { findPackage, isBag, loadedCommonJs } from "../../langgraph";
import { replayContext } from "../context";
import { DryRunError } from "../dry-run-error";
import { isMethod, wrapMethod } from "../intercept";

type Database = Store["sqlite"];

/** What runs statements, and what makes them. */
const RUNNING = ["run", "get", "all", "iterate"];

const wrapped = new WeakSet<object>();

/** Databases in memory are the process's own. */
function isOutside(database: unknown, own: Database): boolean {
  return database !== own && isBag(database) && database["memory"] !== true;
}

function refuse(database: unknown): void {
  const context = replayContext();
  const name = isBag(database) && typeof database["name"] === "string" ? database["name"].slice(0, 200) : "a database";
  const error = new DryRunError(`changed the database ${name}`);
  context?.attempts?.onRefused(error);
  throw error;
}

function close(databaseClass: unknown, sample: Database, own: Database): void {
  const prototype = isBag(databaseClass) ? databaseClass["prototype"] : undefined;
  if (!isBag(prototype) || wrapped.has(prototype)) return;
  wrapped.add(prototype);
  wrapMethod(
    prototype,
    "exec",
    (original) =>
      function (this: unknown, ...args: unknown[]): unknown {
        if (replayContext()?.isDry === true && isOutside(this, own)) refuse(this);
        return original.apply(this, args);
      },
  );
  const statement: unknown = Object.getPrototypeOf(sample.prepare("SELECT 1"));
  if (!isBag(statement) || wrapped.has(statement)) return;
  wrapped.add(statement);
  for (const name of RUNNING) {
    wrapMethod(
      statement,
      name,
      (original) =>
        function (this: unknown, ...args: unknown[]): unknown {
          const isWriting = isBag(this) && this["readonly"] === false;
          if (isWriting && replayContext()?.isDry === true && isOutside(this["database"], own)) refuse(this["database"]);
          return original.apply(this, args);
        },
    );
  }
}

type DatabaseClass = new (path: string) => Database;
const isDatabaseClass = (value: unknown): value is DatabaseClass => isMethod(value);

/**
 * Closes SQLite, which writes past Node.js: code of a dry run reads other databases than Retrograph's own and does not
 * change them. Called before each run, for a workflow may have brought a copy of the driver.
 */
export function closeSqlite(own: Database, projectDir: string): void {
  close(own.constructor, own, own);
  const root = findPackage("better-sqlite3", projectDir);
  const loaded = root === null ? undefined : loadedCommonJs(root, "lib/index.js");
  if (!isDatabaseClass(loaded) || wrapped.has(loaded.prototype as object)) return;
  const sample = new loaded(":memory:");
  close(loaded, sample, own);
  sample.close();
}
