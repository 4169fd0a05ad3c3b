import "server-only";
import { hashOf } from "./hash";

const PER_FILE = 50;
/** Characters that are remembered of all files together. */
const MAX_CHARACTERS = 64_000_000;

/** Texts that files had lately, by hash: what an edit was made from can be told from what became of the file meanwhile. */
export type Texts = {
  /** Remembers a text and gives its hash. */
  note(file: string, text: string): string;
  find(file: string, hash: string): string | null;
  /** The text as it was when it was first asked for. */
  opening(file: string): string | null;
  rename(from: string, to: string): void;
};

type Known = { opening: string; byHash: Map<string, string> };

export function createTexts(): Texts {
  const files = new Map<string, Known>();
  let held = 0;

  function drop(known: Known, hash: string): void {
    held -= known.byHash.get(hash)?.length ?? 0;
    known.byHash.delete(hash);
  }

  function shrink(): void {
    for (const known of files.values()) {
      for (const hash of known.byHash.keys()) {
        if (held <= MAX_CHARACTERS) return;
        if (known.byHash.size > 1) drop(known, hash);
      }
    }
  }

  return {
    note(file, text) {
      const hash = hashOf(text);
      const known = files.get(file) ?? { opening: text, byHash: new Map<string, string>() };
      files.set(file, known);
      drop(known, hash);
      known.byHash.set(hash, text);
      held += text.length;
      const [oldest] = known.byHash.keys();
      if (known.byHash.size > PER_FILE && oldest !== undefined) drop(known, oldest);
      shrink();
      return hash;
    },
    find: (file, hash) => files.get(file)?.byHash.get(hash) ?? null,
    opening: (file) => files.get(file)?.opening ?? null,
    rename(from, to) {
      const known = files.get(from);
      if (known === undefined) return;
      files.delete(from);
      files.set(to, known);
    },
  };
}
