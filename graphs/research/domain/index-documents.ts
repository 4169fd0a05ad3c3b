import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { setImmediate } from "node:timers/promises";
import { findInFolder, findInProject, type FoundDocument } from "./find-documents";
import type { Library } from "./library";
import { parseDocument } from "./parse-document";

export type IndexProgress = { indexed: number; of: number };
export type IndexOptions = { signal?: AbortSignal; onProgress?: (progress: IndexProgress) => void };
export type IndexResult = { documents: number; added: number; removed: number };

/** A document longer than this is indexed up to here. */
const MAX_CHARACTERS = 400_000;
const READ_AT_ONCE = 24;
/** How long the event loop may be held, in milliseconds. */
const SLICE_MS = 10;
/** Time between two reports of progress, in milliseconds. */
const REPORT_MS = 250;

const syncing = new WeakMap<Library, Promise<IndexResult>>();

/**
 * Brings the index in line with the documents on disk: reads those that are new or changed (by size and
 * modification time), forgets those that are gone. Callers at the same time share one pass.
 * @returns how many documents the library has, and what this pass changed.
 * @throws the signal's reason when it fires; what was indexed by then stays.
 */
export async function syncLibrary(library: Library, options: IndexOptions = {}): Promise<IndexResult> {
  const before = syncing.get(library);
  if (before !== undefined) {
    const shared = await before.catch(() => null);
    // A pass that failed may have been stopped by its own caller's signal, which is none of this one's business.
    return shared ?? syncLibrary(library, options);
  }
  const pass = sync(library, options).finally(() => syncing.delete(library));
  syncing.set(library, pass);
  return pass;
}

async function sync(library: Library, { signal, onProgress }: IndexOptions): Promise<IndexResult> {
  const found = await (library.scope === "project" ? findInProject(library.root) : findInFolder(library.root));
  const known = readKnown(library);
  const changed = found.filter((document) => known.get(document.file)?.stamp !== stampOf(document));
  const present = new Set(found.map(({ file }) => file));
  const gone = [...known].filter(([file]) => !present.has(file)).map(([, { id }]) => id);
  await inSlices(library, gone, (id) => removeDocument(library, id));
  let reportedAt = -Infinity;
  for (let at = 0; at < changed.length; at += READ_AT_ONCE) {
    signal?.throwIfAborted();
    const batch = await Promise.all(
      changed.slice(at, at + READ_AT_ONCE).map(async (document) => ({ document, text: await readText(library, document.file) })),
    );
    await inSlices(library, batch, ({ document, text }) => putDocument(library, document, text));
    if (at + READ_AT_ONCE >= changed.length || performance.now() - reportedAt > REPORT_MS) {
      onProgress?.({ indexed: Math.min(at + READ_AT_ONCE, changed.length), of: changed.length });
      reportedAt = performance.now();
    }
  }
  return { documents: found.length, added: changed.length, removed: gone.length };
}

/** Works through the items in transactions of about `SLICE_MS`, letting others run in between. */
async function inSlices<T>(library: Library, items: T[], work: (item: T) => void): Promise<void> {
  let next = 0;
  const slice = library.db.transaction(() => {
    const end = performance.now() + SLICE_MS;
    for (; next < items.length && performance.now() < end; next += 1) {
      const item = items[next];
      if (item !== undefined) work(item);
    }
  });
  while (next < items.length) {
    slice.immediate();
    await setImmediate();
  }
}

function readKnown(library: Library): Map<string, { id: number; stamp: string }> {
  const rows = library.db
    .prepare<[], { id: number; file: string; kind: string; size: number; mtime: number }>("SELECT id, file, kind, size, mtime FROM documents")
    .all();
  return new Map(rows.map(({ id, file, kind, size, mtime }) => [file, { id, stamp: `${kind}:${size}:${mtime}` }]));
}

function stampOf({ kind, size, mtimeMs }: FoundDocument): string {
  return `${kind}:${size}:${mtimeMs}`;
}

async function readText(library: Library, file: string): Promise<string> {
  const text = await readFile(join(library.root, file), "utf8").catch(() => "");
  return text.slice(0, MAX_CHARACTERS);
}

function removeDocument({ db }: Library, id: number): void {
  db.prepare("DELETE FROM passages WHERE document = ?").run(id);
  db.prepare("DELETE FROM documents WHERE id = ?").run(id);
}

/** What to call a document without a title: `zod` for a README in the folder `zod`, otherwise the file's name. */
function nameOf(file: string): string {
  const path = file.replace(/^node_modules\//, "");
  const slash = path.lastIndexOf("/");
  return slash > 0 && /^readme\b/i.test(path.slice(slash + 1)) ? path.slice(0, slash) : path.slice(slash + 1);
}

function putDocument(library: Library, { file, kind, size, mtimeMs }: FoundDocument, text: string): void {
  const { db } = library;
  const old = db.prepare<[string], { id: number }>("SELECT id FROM documents WHERE file = ?").get(file);
  if (old !== undefined) removeDocument(library, old.id);
  const { title, passages } = parseDocument(text, nameOf(file));
  const { lastInsertRowid } = db
    .prepare("INSERT INTO documents (file, title, kind, size, mtime) VALUES (?, ?, ?, ?, ?)")
    .run(file, title, kind, size, mtimeMs);
  const insert = db.prepare("INSERT INTO passages (document, line, end_line, path, title, heading, text, code) VALUES (?, ?, ?, ?, ?, ?, ?, ?)");
  // The folder name says nothing about a document, and would make every package match "node" or "modules".
  const path = file.replace(/^node_modules\//, "");
  for (const passage of passages) {
    insert.run(lastInsertRowid, passage.line, passage.endLine, path, title, passage.heading, passage.text, passage.code);
  }
}
