import { RetrographError, isRetrographError, type ErrorCode } from "../errors";

const FULL = ["SQLITE_FULL", "ENOSPC", "EDQUOT"];
const LOCKED = ["SQLITE_BUSY", "SQLITE_LOCKED", "SQLITE_PROTOCOL"];
const READONLY = ["SQLITE_READONLY", "SQLITE_PERM", "SQLITE_AUTH", "EACCES", "EPERM", "EROFS"];
const DAMAGED = ["SQLITE_CORRUPT", "SQLITE_NOTADB"];
const FAILED = ["SQLITE_IOERR", "SQLITE_CANTOPEN", "SQLITE_NOMEM", "SQLITE_TOOBIG", "SQLITE_MISUSE", "SQLITE_NOLFS", "SQLITE_FORMAT", "SQLITE_ERROR"];

function codeOf(error: unknown): string | null {
  return error instanceof Error && "code" in error && typeof error.code === "string" ? error.code : null;
}

/** Extended codes such as `SQLITE_IOERR_WRITE` belong to their family. */
function isOneOf(code: string, family: readonly string[]): boolean {
  return family.some((name) => code === name || code.startsWith(`${name}_`));
}

function classify(code: string): { code: ErrorCode; message: string } | null {
  if (isOneOf(code, FULL)) {
    return {
      code: "storage_full",
      message: "The database cannot grow: the disk or its quota is full. Nothing saved so far is lost. Free some space, then try again.",
    };
  }
  if (isOneOf(code, LOCKED)) {
    return {
      code: "storage_locked",
      message: "The database is locked by another program that does not let go of it. Close that program, then try again.",
    };
  }
  if (isOneOf(code, READONLY)) {
    return {
      code: "storage_failed",
      message: "The database may not be written to. Check the permissions of the data folder and of the files in it.",
    };
  }
  if (isOneOf(code, DAMAGED)) {
    return {
      code: "storage_failed",
      message: "The database file is damaged or is no SQLite database. Restore it from a backup, or move it away so that a new one is made.",
    };
  }
  if (isOneOf(code, FAILED)) {
    return { code: "storage_failed", message: "The database could not be read or written. Check the disk and the data folder, then try again." };
  }
  return null;
}

/**
 * The `RetrographError` (`storage_full`, `storage_locked` or `storage_failed`) for an error of SQLite or the file system,
 * or null when the error is of another kind. Looks into causes, because libraries wrap what they catch.
 */
export function toStorageError(error: unknown): RetrographError | null {
  if (isRetrographError(error)) return error.code.startsWith("storage_") && error instanceof RetrographError ? error : null;
  const code = codeOf(error);
  const known = code === null ? null : classify(code);
  if (known !== null && error instanceof Error) {
    return new RetrographError(known.code, `${known.message} (${code}: ${error.message})`, { cause: code }, { cause: error });
  }
  return error instanceof Error && error.cause !== undefined && error.cause !== error ? toStorageError(error.cause) : null;
}

/** Runs `action` and turns what SQLite throws into a `RetrographError`. */
export function withStorageErrors<T>(action: () => T): T {
  try {
    return action();
  } catch (error) {
    throw toStorageError(error) ?? error;
  }
}

/** `withStorageErrors` for promises. */
export async function withStorageErrorsAsync<T>(action: () => Promise<T>): Promise<T> {
  try {
    return await action();
  } catch (error) {
    throw toStorageError(error) ?? error;
  }
}
