import { readdir, readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import { z } from "zod";

/** A document on disk. `file` is relative to the library's root, with `/` between its parts. */
export type FoundDocument = { file: string; size: number; mtimeMs: number; kind: DocumentKind };
/** `own`: of the project or the named folder. `direct`, `indirect`: of a package it depends on. */
export type DocumentKind = "own" | "direct" | "indirect";
type Unmeasured = Pick<FoundDocument, "file" | "kind">;

const MAX_DOCUMENTS = 5_000;
const MAX_DEPTH = 8;
const NO_DOCUMENTATION =
  /^(licen[cs]e|copying|notice|third[-_]?party|authors|contributors|code[-_]of[-_]conduct|security|funding|governance|maintainers|patents|robots|requirements)\b/i;
const DOCUMENT = /\.(md|mdx|markdown|txt)$/i;
const MARKDOWN = /\.(md|mdx|markdown)$/i;

/** Every Markdown and text document of a folder, without hidden folders and `node_modules`. */
export async function findInFolder(root: string): Promise<FoundDocument[]> {
  const files = await walk(root, "", DOCUMENT, MAX_DEPTH);
  return measure(root, markAs("own", files));
}

/**
 * The documentation of a project: its own Markdown at the top and under `docs`, and that of the packages
 * in `node_modules`: README and change log of each, and the `docs` folders of those it names itself.
 */
export async function findInProject(root: string): Promise<FoundDocument[]> {
  const own = [...(await list(root, "", DOCUMENT)), ...(await walk(root, "docs", DOCUMENT, MAX_DEPTH))];
  const direct = await readDependencies(root);
  const found = markAs("own", own);
  for (const name of await listPackages(root)) {
    const folder = `node_modules/${name}`;
    const kind = direct.has(name) ? "direct" : "indirect";
    const files = await list(root, folder, MARKDOWN);
    if (kind === "direct")
      for (const docs of ["docs", "doc", "dist/docs"]) files.push(...(await walk(root, `${folder}/${docs}`, MARKDOWN, MAX_DEPTH)));
    found.push(...markAs(kind, files));
    if (found.length >= MAX_DOCUMENTS) break;
  }
  return measure(root, found);
}

function markAs(kind: DocumentKind, files: string[]): Unmeasured[] {
  return files.map((file) => ({ file, kind }));
}

async function measure(root: string, files: Unmeasured[]): Promise<FoundDocument[]> {
  const documents: FoundDocument[] = [];
  for (const { file, kind } of files.slice(0, MAX_DOCUMENTS)) {
    const status = await stat(join(root, file)).catch(() => null);
    if (status?.isFile()) documents.push({ file, kind, size: status.size, mtimeMs: Math.round(status.mtimeMs) });
  }
  return documents;
}

const PackageSchema = z.object({
  dependencies: z.record(z.string(), z.string()).optional(),
  devDependencies: z.record(z.string(), z.string()).optional(),
});

async function readDependencies(root: string): Promise<Set<string>> {
  const text = await readFile(join(root, "package.json"), "utf8").catch(() => "{}");
  const parsed = PackageSchema.safeParse(parseJson(text));
  return new Set(parsed.success ? Object.keys({ ...parsed.data.dependencies, ...parsed.data.devDependencies }) : []);
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

async function listPackages(root: string): Promise<string[]> {
  // Packages of mere type declarations have no documentation of their own.
  const names = (await entries(root, "node_modules", "folder")).filter((name) => name !== "@types");
  const nested = await Promise.all(
    names.map(async (name) =>
      name.startsWith("@") ? (await entries(root, `node_modules/${name}`, "folder")).map((inner) => `${name}/${inner}`) : [name],
    ),
  );
  return nested.flat();
}

/** The documents of one folder. */
async function list(root: string, folder: string, pattern: RegExp): Promise<string[]> {
  const names = await entries(root, folder, "file");
  return names.filter((name) => pattern.test(name) && !NO_DOCUMENTATION.test(name)).map((name) => (folder === "" ? name : `${folder}/${name}`));
}

async function walk(root: string, folder: string, pattern: RegExp, depth: number): Promise<string[]> {
  const files = await list(root, folder, pattern);
  if (depth === 0) return files;
  for (const name of await entries(root, folder, "folder")) {
    if (name === "node_modules" || files.length >= MAX_DOCUMENTS) continue;
    files.push(...(await walk(root, folder === "" ? name : `${folder}/${name}`, pattern, depth - 1)));
  }
  return files;
}

/** Names in a folder, sorted, without hidden ones. A folder that is not there has none. */
async function entries(root: string, folder: string, kind: "file" | "folder"): Promise<string[]> {
  const all = await readdir(join(root, folder), { withFileTypes: true }).catch(() => []);
  return all
    .filter((entry) => !entry.name.startsWith(".") && (kind === "file" ? entry.isFile() : entry.isDirectory()))
    .map((entry) => entry.name)
    .sort();
}
