import { readdir, readFile, stat } from "node:fs/promises";
import { join, relative, resolve, sep } from "node:path";
import { channelValue, textFor, type ChannelName, type NodeUpdate, type StateText } from "./node-types";
import { rankPassages, splitPassages, type Passage } from "./full-text";

export type RetrieveOptions<State extends object> = {
  /** A folder of text and Markdown files, from where the program runs. */
  folder: string;
  /** What to look for. Default: the text of the last message. */
  query?: StateText<State>;
  /** How many passages to give. Default: 5. */
  k?: number;
  /** The channel for the passages: `{ file, line, text, score }[]`, the best first. */
  into: NoInfer<ChannelName<State>>;
};

/** A passage that was found. `file` is relative to the folder. */
export type FoundPassage = Passage & { score: number };

/**
 * A node that looks passages up in a folder by full-text search (BM25), without any service.
 *
 * ```ts
 * const find = retrieve({ folder: "docs", query: (state: typeof State.State) => state.question, into: "documents" });
 * ```
 * @throws (in the run) when the folder does not exist.
 */
export function retrieve<State extends object = object>({ folder, query, k = 5, into }: RetrieveOptions<State>) {
  return async (state: State): Promise<NodeUpdate> => {
    const asked = query === undefined ? lastText(state) : textFor(query, state);
    return { [into]: await searchFolder(folder, asked, k) };
  };
}

/** The `k` best passages of a folder for a query, the best first; none where nothing fits. */
export async function searchFolder(folder: string, query: string, k: number): Promise<FoundPassage[]> {
  const root = resolve(folder);
  const isFolder = await stat(root).then(
    (found) => found.isDirectory(),
    () => false,
  );
  if (!isFolder) throw new Error(`There is no folder "${folder}" to search (looked for ${root}). Name one with text or Markdown files.`);
  return rankPassages(await readPassages(root), query, k);
}

const TEXT_FILE = /\.(md|mdx|markdown|txt|text|rst)$/i;
const MAX_FILES = 5000;
const MAX_BYTES = 2_000_000;
const known = new Map<string, { stamp: string; passages: Passage[] }>();

async function readPassages(root: string): Promise<Passage[]> {
  const passages: Passage[] = [];
  for (const path of await listTexts(root)) passages.push(...(await passagesOf(root, path)));
  return passages;
}

/** A file is read again only when it has changed. */
async function passagesOf(root: string, path: string): Promise<Passage[]> {
  const { mtimeMs, size } = await stat(path);
  if (size > MAX_BYTES) return [];
  const stamp = `${mtimeMs}:${size}`;
  const old = known.get(path);
  if (old?.stamp === stamp) return old.passages;
  const file = relative(root, path).split(sep).join("/");
  const passages = splitPassages(file, await readFile(path, "utf8"));
  known.set(path, { stamp, passages });
  return passages;
}

async function listTexts(root: string): Promise<string[]> {
  const found: string[] = [];
  const folders = [root];
  for (let folder = folders.shift(); folder !== undefined && found.length < MAX_FILES; folder = folders.shift()) {
    const entries = await readdir(folder, { withFileTypes: true });
    for (const entry of entries.sort((a, b) => a.name.localeCompare(b.name, "en"))) {
      if (entry.name.startsWith(".") || entry.name === "node_modules") continue;
      const path = join(folder, entry.name);
      if (entry.isDirectory()) folders.push(path);
      else if (entry.isFile() && TEXT_FILE.test(entry.name)) found.push(path);
    }
  }
  return found.slice(0, MAX_FILES);
}

function lastText(state: object): string {
  const messages = channelValue(state, "messages");
  const last: unknown = Array.isArray(messages) ? messages.at(-1) : undefined;
  return typeof last === "object" && last !== null && "text" in last && typeof last.text === "string" ? last.text : "";
}
