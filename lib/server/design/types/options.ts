import ts from "typescript";
import { existsSync, statSync } from "node:fs";
import { dirname, join } from "node:path";

const CONFIG_NAMES = ["tsconfig.json", "jsconfig.json"];
const DECLARATIONS = [".d.ts", ".d.mts", ".d.cts"];
/** How deep the project is searched for declarations that belong to every file, and how many are taken. */
const DECLARATION_DEPTH = 5;
const MAX_DECLARATIONS = 200;

export type ProjectOptions = {
  /** The project's own configuration; null where there is none that says anything. */
  configFile: string | null;
  options: ts.CompilerOptions;
  /** Ambient declarations of the project, as absolute paths. */
  declarations: string[];
};

/** The configuration that is nearest to a file, from its folder up to the project's. */
export function findConfig(projectDir: string, file: string): string | null {
  for (let dir = dirname(file); ; dir = dirname(dir)) {
    const found = CONFIG_NAMES.map((name) => join(dir, name)).find((path) => existsSync(path));
    if (found !== undefined) return found;
    if (dir === projectDir || dirname(dir) === dir) return null;
  }
}

/** Milliseconds, or 0 for a file that is not there. */
export function modifiedAt(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0;
}

function typeRoots(projectDir: string, home: string): string[] {
  const roots: string[] = [];
  for (const start of [projectDir, home]) {
    for (let dir = start; ; dir = dirname(dir)) {
      const candidate = join(dir, "node_modules", "@types");
      if (existsSync(candidate) && !roots.includes(candidate)) roots.push(candidate);
      if (dirname(dir) === dir) break;
    }
  }
  return roots;
}

/** For a project that says nothing: as the workflows are run, which is without a check of their types. */
function defaultOptions(projectDir: string, home: string): ts.CompilerOptions {
  return {
    target: ts.ScriptTarget.ES2022,
    module: ts.ModuleKind.ESNext,
    moduleResolution: ts.ModuleResolutionKind.Bundler,
    lib: ["lib.es2023.d.ts", "lib.dom.d.ts", "lib.dom.iterable.d.ts"],
    strict: true,
    esModuleInterop: true,
    resolveJsonModule: true,
    jsx: ts.JsxEmit.Preserve,
    types: ["node"],
    typeRoots: typeRoots(projectDir, home),
  };
}

/** Whatever the project says, nothing is written, and libraries are not checked. */
function bounded(options: ts.CompilerOptions): ts.CompilerOptions {
  return {
    ...options,
    allowJs: true,
    checkJs: options.checkJs ?? false,
    allowImportingTsExtensions: true,
    skipLibCheck: true,
    noEmit: true,
    incremental: false,
    composite: false,
    declaration: false,
    declarationMap: false,
    plugins: [],
  };
}

/** Reads the options of a project. Files that its configuration includes are not loaded, besides ambient declarations. */
export function readOptions(projectDir: string, home: string, configFile: string | null): ProjectOptions {
  const fallback = { configFile: null, options: bounded(defaultOptions(projectDir, home)), declarations: [] };
  if (configFile === null) return fallback;
  const read = ts.readConfigFile(configFile, (path) => ts.sys.readFile(path));
  if (read.error !== undefined) return fallback;
  const host: ts.ParseConfigHost = {
    useCaseSensitiveFileNames: ts.sys.useCaseSensitiveFileNames,
    fileExists: (path) => ts.sys.fileExists(path),
    readFile: (path) => ts.sys.readFile(path),
    readDirectory: (root, _extensions, excludes, includes) => ts.sys.readDirectory(root, DECLARATIONS, excludes, includes, DECLARATION_DEPTH),
  };
  const parsed = ts.parseJsonConfigFileContent(read.config, host, dirname(configFile), undefined, configFile);
  const isSolution = parsed.fileNames.length === 0 && (parsed.projectReferences?.length ?? 0) > 0;
  if (isSolution) return fallback;
  const declarations = parsed.fileNames.filter((name) => DECLARATIONS.some((ending) => name.endsWith(ending))).slice(0, MAX_DECLARATIONS);
  return { configFile, options: bounded(parsed.options), declarations };
}
