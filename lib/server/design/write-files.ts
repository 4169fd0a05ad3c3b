import "server-only";
import { randomUUID } from "node:crypto";
import { chmodSync, linkSync, mkdirSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { RetrographError } from "../../errors";
import { toStorageError } from "../../store/errors";

/** One file to be written, in a folder that may have to be made. `path` is absolute; the mode of a file that is there stays. */
export type FileWrite = {
  path: string;
  text: string;
  /** What must stand there at the last moment before it is written; null: nothing. */
  before: string | null;
};

/** Reads what stands at a path now; null where nothing does. */
export type ReadNow = (path: string) => string | null;

function changedMeanwhile(path: string): RetrographError {
  return new RetrographError(
    "edit_conflict",
    `${basename(path)} was changed at this very moment by another program. Nothing was written; try again.`,
  );
}

function writeError(path: string, error: unknown): unknown {
  // Whatever the file system says no to: a name that is too long, a folder in the place of the file.
  if (!(error instanceof Error && "syscall" in error)) return error;
  const code = toStorageError(error)?.code === "storage_full" ? "storage_full" : "edit_refused";
  return new RetrographError(code, `${basename(path)} could not be written: ${error instanceof Error ? error.message : String(error)}.`, undefined, {
    cause: error,
  });
}

function textAt(path: string, readNow: ReadNow): string | null {
  try {
    return readNow(path);
  } catch (error) {
    throw writeError(path, error);
  }
}

/** Writes beside the file first, so that nobody ever reads half of it. */
function prepare({ path, text }: FileWrite): string {
  // Not called after the file, whose name may be as long as a name can be.
  const temporary = join(dirname(path), `.${randomUUID()}.tmp`);
  try {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(temporary, text, { flag: "wx" });
    const old = statSync(path, { throwIfNoEntry: false });
    if (old !== undefined) chmodSync(temporary, old.mode);
    return temporary;
  } catch (error) {
    rmSync(temporary, { force: true });
    throw writeError(path, error);
  }
}

function putBack({ path, before }: FileWrite): void {
  if (before === null) return rmSync(path, { force: true });
  renameSync(prepare({ path, text: before, before: null }), path);
}

/**
 * Writes all files or none, each atomically. Throws `edit_conflict` where one does not hold any more what it held, and
 * `edit_refused` or `storage_full` where the disk does not take it.
 */
export function writeFiles(writes: readonly FileWrite[], readNow: ReadNow): void {
  const temporaries: string[] = [];
  const written: FileWrite[] = [];
  try {
    for (const write of writes) temporaries.push(prepare(write));
    for (const [index, write] of writes.entries()) {
      if (textAt(write.path, readNow) !== write.before) throw changedMeanwhile(write.path);
      try {
        const temporary = temporaries[index] ?? "";
        // A new file takes nobody's place, not even that of one which came a moment ago.
        if (write.before === null) linkSync(temporary, write.path);
        else renameSync(temporary, write.path);
      } catch (error) {
        throw writeError(write.path, error);
      }
      written.push(write);
    }
  } catch (error) {
    for (const write of written.reverse()) if (readNow(write.path) === write.text) putBack(write);
    throw error;
  } finally {
    for (const temporary of temporaries) rmSync(temporary, { force: true });
  }
}
