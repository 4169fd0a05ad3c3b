import "server-only";
import { watch, type FSWatcher } from "node:fs";
import { join } from "node:path";
import { basename, dirname } from "node:path/posix";
import { RetrographError } from "../../errors";
import type { DesignEvent } from "../../schema/design-api";
import { createBoundedBuffer, type BoundedBuffer, type Taken } from "../bounded-buffer";
import type { DiskHost } from "./disk-host";
import { hashOf } from "./hash";

/** A program that writes a file does so in several steps; what is told is how it looks when they are over. */
const SETTLE_MS = 40;
/** Where the system tells of no changes (network drives, some containers), looking now and then finds them. */
const POLL_MS = 2000;
const READER_LIMIT = 1_000_000;
const MAX_READERS = 200;

export type DesignSubscription = { next(timeoutMs: number): Promise<Taken<DesignEvent>>; close(): void };

export type DesignEvents = {
  /** Throws `too_many_requests` where as many editors are open as may be. */
  assertRoom(): void;
  /** Everything that happens to a workflow's files from now on. */
  subscribe(files: { graphId: string; file: string; layoutFile: string }): DesignSubscription;
  /** A model was read from these files: a change of one of them concerns it. */
  follow(file: string, files: readonly string[]): void;
  /** Retrograph wrote these files itself, for `clientId`. */
  noteWrite(files: readonly string[], clientId: string): void;
  /** To the editors of one workflow, or of one file. */
  publish(event: Extract<DesignEvent, { type: "problems" | "workflow" }>, to: { graphId: string } | { file: string }): void;
  close(): void;
};

type Reader = { graphId: string; file: string; layoutFile: string; buffer: BoundedBuffer<DesignEvent> };

/** Watches what open editors show. `root` is the project folder, symbolic links resolved. */
export function createDesignEvents(root: string, host: DiskHost): DesignEvents {
  const readers = new Set<Reader>();
  const dependencies = new Map<string, ReadonlySet<string>>();
  /** The state of each watched file that was last told of. */
  const told = new Map<string, string | null>();
  const folders = new Map<string, FSWatcher>();
  const due = new Set<string>();
  let timer: NodeJS.Timeout | undefined;
  let poll: NodeJS.Timeout | undefined;

  const filesOf = (reader: Reader) => [reader.file, reader.layoutFile, ...(dependencies.get(reader.file) ?? [])];

  function hashNow(file: string): string | null {
    const text = host.read(file);
    return text === null ? null : hashOf(text);
  }

  function tell(file: string, clientId: string): void {
    for (const reader of readers) {
      if (file === reader.layoutFile) reader.buffer.push({ type: "layout", hash: hashNow(file) ?? hashOf(""), client_id: clientId }, 200);
      else if (file === reader.file || dependencies.get(reader.file)?.has(file) === true) {
        reader.buffer.push({ type: "changed", hash: hashNow(reader.file), client_id: clientId }, 200);
      }
    }
  }

  function check(files: Iterable<string>): void {
    for (const file of files) {
      const version = host.version(file);
      if (!told.has(file) || told.get(file) === version) continue;
      told.set(file, version);
      tell(file, "");
    }
  }

  function look(): void {
    const files = [...due];
    due.clear();
    timer = undefined;
    check(files);
  }

  function onEvent(folder: string, name: string | null): void {
    const changed = [...told.keys()].filter((file) => dirname(file) === folder && (name === null || basename(file) === name));
    if (changed.length === 0) return;
    for (const file of changed) due.add(file);
    clearTimeout(timer);
    timer = setTimeout(look, SETTLE_MS);
  }

  function watchFolder(folder: string): void {
    try {
      const watcher = watch(join(root, folder), { persistent: false }, (_event, name) => onEvent(folder, name));
      watcher.on("error", () => {
        watcher.close();
        folders.delete(folder);
      });
      folders.set(folder, watcher);
    } catch {
      // The folder is not there (any more): looking now and then finds out when it is.
    }
  }

  /** Watches what the readers of now need, and nothing else. */
  function refresh(): void {
    const files = new Set([...readers].flatMap(filesOf).filter((file) => !file.startsWith("..")));
    for (const file of told.keys()) if (!files.has(file)) told.delete(file);
    for (const file of files) if (!told.has(file)) told.set(file, host.version(file));
    const wanted = new Set([...files].map((file) => dirname(file)));
    for (const [folder, watcher] of folders) {
      if (wanted.has(folder)) continue;
      watcher.close();
      folders.delete(folder);
    }
    for (const folder of wanted) if (!folders.has(folder)) watchFolder(folder);
    if (readers.size === 0) {
      clearInterval(poll);
      poll = undefined;
    } else if (poll === undefined) {
      poll = setInterval(() => {
        check([...told.keys()]);
        refresh();
      }, POLL_MS);
      poll.unref();
    }
  }

  return {
    assertRoom() {
      if (readers.size < MAX_READERS) return;
      throw new RetrographError("too_many_requests", `${MAX_READERS} editors are open already. Close some of their tabs, then try again.`);
    },
    subscribe(files) {
      const reader: Reader = { ...files, buffer: createBoundedBuffer<DesignEvent>(READER_LIMIT) };
      readers.add(reader);
      refresh();
      return {
        next: (timeoutMs) => reader.buffer.next(timeoutMs),
        close() {
          readers.delete(reader);
          reader.buffer.end();
          refresh();
        },
      };
    },
    follow(file, files) {
      const before = dependencies.get(file);
      if (before !== undefined && before.size === files.length && files.every((each) => before.has(each))) return;
      dependencies.set(file, new Set(files));
      if (readers.size > 0) refresh();
    },
    noteWrite(files, clientId) {
      for (const file of files) {
        if (told.has(file)) told.set(file, host.version(file));
        tell(file, clientId);
      }
    },
    publish(event, to) {
      for (const reader of readers) {
        const isMeant = "file" in to ? reader.file === to.file : reader.graphId === to.graphId;
        if (isMeant) reader.buffer.push(event, 200);
      }
    },
    close() {
      clearTimeout(timer);
      clearInterval(poll);
      for (const watcher of folders.values()) watcher.close();
      for (const reader of readers) reader.buffer.end();
    },
  };
}
