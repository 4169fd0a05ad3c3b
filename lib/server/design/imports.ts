import "server-only";
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { dirname, normalize, relative } from "node:path/posix";
import ts from "typescript";
import { changedText } from "../../graph/rebase-changes";
import type { TextChange } from "../../schema/edit";
import type { Desk } from "./desk";

const CODE = /\.[cm]?[jt]sx?$/;
const SKIPPED = new Set(["node_modules", "dist", "build", "out", "coverage"]);
const MAX_FILES = 5000;

/** The project's own code files, relative to its folder. */
function codeFiles(root: string): string[] {
  const found: string[] = [];
  const folders = [""];
  for (let folder = folders.pop(); folder !== undefined && found.length < MAX_FILES; folder = folders.pop()) {
    for (const entry of readdirSync(join(root, folder), { withFileTypes: true })) {
      const file = folder === "" ? entry.name : `${folder}/${entry.name}`;
      if (entry.name.startsWith(".") || SKIPPED.has(entry.name)) continue;
      if (entry.isDirectory()) folders.push(file);
      else if (entry.isFile() && CODE.test(entry.name)) found.push(file);
    }
  }
  return found;
}

function withoutExtension(file: string): string {
  return file.replace(CODE, "");
}

function asSpecifier(from: string, target: string): string {
  const path = relative(dirname(from), target);
  return path.startsWith(".") ? path : `./${path}`;
}

/**
 * A text with its relative imports leading elsewhere: `retarget` gives the file that one means now, null where it stays as
 * it is. `as` is where the text will stand.
 */
function withImports(file: string, text: string, as: string, retarget: (target: string) => string | null): string {
  const changes = ts.preProcessFile(text, true, true).importedFiles.flatMap(({ fileName, pos }): TextChange[] => {
    if (!/^\.{1,2}(\/|$)/.test(fileName)) return [];
    const target = retarget(normalize(`${dirname(file)}/${fileName}`));
    // `pos` is that of the quote.
    return target === null ? [] : [{ start: pos + 1, end: pos + 1 + fileName.length, text: asSpecifier(as, target) }];
  });
  return changedText(
    text,
    changes.sort((a, b) => a.start - b.start),
  );
}

/** The text of a file as it reads in another folder: its relative imports lead where they led before. */
export function movedText(text: string, from: string, to: string): string {
  return dirname(from) === dirname(to) ? text : withImports(from, text, to, (target) => target);
}

/** New texts of the files that import what was moved: a file, or everything in a folder. */
export function importersOf(desk: Desk, from: string, to: string): Map<string, string> {
  const [oldStem, newStem] = [withoutExtension(from), withoutExtension(to)];
  const retarget = (target: string) => {
    const stem = withoutExtension(target);
    if (stem !== oldStem && !stem.startsWith(`${oldStem}/`)) return null;
    return newStem + target.slice(oldStem.length);
  };
  const changed = new Map<string, string>();
  const name = oldStem.slice(oldStem.lastIndexOf("/") + 1);
  for (const file of codeFiles(desk.root)) {
    if (file === from || file.startsWith(`${from}/`)) continue;
    const text = desk.host.read(file);
    if (text === null || !text.includes(name)) continue;
    const moved = withImports(file, text, file, retarget);
    if (moved !== text) changed.set(file, moved);
  }
  return changed;
}
