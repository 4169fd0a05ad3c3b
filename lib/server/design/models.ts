import "server-only";
import { RetrographError } from "../../errors";
import type { SourceModel } from "../../schema/source";
import { readSource } from "../../source/read-source";
import type { DiskHost } from "./disk-host";
import type { Texts } from "./texts";

/** A file and what was read from it. */
export type ReadDocument = {
  file: string;
  text: string;
  hash: string;
  model: SourceModel;
  /** The text has syntax errors: `model` is that of the last text without, or what could be read. Its errors are those of now. */
  stale: boolean;
};

export type Models = {
  /** The file as it is now. Throws `not_found` where it is gone, or no text. */
  read(file: string): ReadDocument;
  /** What a text would say; remembered when it is written. */
  keep(document: ReadDocument): void;
};

type Kept = { document: ReadDocument; versions: Map<string, string | null> };

/** The last text without syntax errors stands in for one with. */
function withGood(document: ReadDocument, good: SourceModel | undefined): ReadDocument {
  if (document.model.errors.length === 0) return document;
  if (good === undefined) return { ...document, stale: true };
  return { ...document, model: { ...good, errors: document.model.errors }, stale: true };
}

export type ModelsOptions = {
  host: DiskHost;
  texts: Texts;
  /** Called before a workflow's file is read: the project's settings name it. */
  allow: (file: string) => void;
  /** Called with the other files that a model was read from. */
  onRead: (file: string, files: readonly string[]) => void;
};

/** Reads the models of files, each again when it or a file that it was read from has changed. */
export function createModels({ host, texts, allow, onRead }: ModelsOptions): Models {
  const kept = new Map<string, Kept>();
  const good = new Map<string, SourceModel>();

  function isFresh({ versions }: Kept): boolean {
    for (const [file, version] of versions) if (host.version(file) !== version) return false;
    return true;
  }

  function keep(document: ReadDocument): ReadDocument {
    const versions = new Map([document.file, ...document.model.files].map((file) => [file, host.version(file)]));
    const full = withGood(document, good.get(document.file));
    if (!full.stale) good.set(document.file, document.model);
    // Another program may have written in between: then it is read again the next time.
    if (host.read(document.file) === document.text) kept.set(document.file, { document: full, versions });
    else kept.delete(document.file);
    onRead(document.file, document.model.files);
    return full;
  }

  return {
    read(file) {
      allow(file);
      const before = kept.get(file);
      if (before !== undefined && isFresh(before)) return before.document;
      const text = host.read(file);
      if (text === null) {
        throw new RetrographError("not_found", `The file ${file} cannot be read: it was deleted, moved, or holds no text.`, { file });
      }
      return keep({ file, text, hash: texts.note(file, text), model: readSource(host, file), stale: false });
    },
    keep(document) {
      texts.note(document.file, document.text);
      keep(document);
    },
  };
}
