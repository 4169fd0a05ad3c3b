import { existsSync, readFileSync, statSync } from "node:fs";
import { dirname, join, relative, resolve, sep } from "node:path";
import type { SourceHost } from "../source/host";

/** Files that mark the folder of a project. */
const MARKS = ["package.json", "langgraph.json", "tsconfig.json", "jsconfig.json"];

/**
 * The project that a file belongs to, with the packages that stand beside its own in one repository: the outermost folder
 * upward that is marked as one, no further than the repository; else the file's own.
 */
export function projectOf(path: string): { root: string; file: string } {
  const full = resolve(path);
  let root = dirname(full);
  for (let folder = root; ; folder = dirname(folder)) {
    const isRepository = existsSync(join(folder, ".git"));
    if (isRepository || MARKS.some((mark) => existsSync(join(folder, mark)))) root = folder;
    if (isRepository || folder === dirname(folder)) break;
  }
  return { root, file: relative(root, full).split(sep).join("/") };
}

/** The texts below a folder, each read once. */
export function diskHost(root: string): SourceHost {
  const texts = new Map<string, string | null>();
  const read = (file: string): string | null => {
    const known = texts.get(file);
    if (known !== undefined) return known;
    const text = readText(join(root, file));
    texts.set(file, text);
    return text;
  };
  return { read, exists: (file) => isFile(join(root, file)) };
}

function isFile(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isFile() === true;
}

function readText(path: string): string | null {
  try {
    return isFile(path) ? readFileSync(path, "utf8") : null;
  } catch {
    // A file that cannot be read is one that is not there.
    return null;
  }
}
