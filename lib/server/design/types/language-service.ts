import ts from "typescript";
import { createTypeFiles, type TypeFiles } from "./files";
import { findConfig, modifiedAt, readOptions, type ProjectOptions } from "./options";

/** How many workflows are held at once, besides the files that they import. */
const MAX_OPEN = 8;
/** Imports that led nowhere are tried again this often. */
const RETRY_MS = 2000;

/** TypeScript's language service for the files that one configuration is nearest to. */
export type ProjectService = {
  service: ts.LanguageService;
  files: TypeFiles;
  /** Whether the project says itself how strict it is. */
  hasConfig: boolean;
  /** Lays an unsaved text over a file, and sees what else has changed. */
  open(path: string, text: string): void;
  /** Files of the project that a file imports, directly or not, nearest first; without itself. */
  importsOf(path: string): string[];
};

type Folders = { projectDir: string; home: string };

/** True for code of the project itself, which a person may edit. */
export function isOwnFile(projectDir: string, path: string): boolean {
  return path.startsWith(`${projectDir}/`) && !path.includes("/node_modules/") && !/\.d\.[cm]?ts$/.test(path);
}

/** Where the imports of files lead, each looked up again after a while. */
function createImports(options: ts.CompilerOptions, projectDir: string) {
  const host: ts.ModuleResolutionHost = { ...ts.sys, getCurrentDirectory: () => projectDir };
  const names = new WeakMap<ts.SourceFile, string[]>();
  let targets = new Map<string, string | null>();
  let since = 0;

  function namesIn(sourceFile: ts.SourceFile): string[] {
    const known = names.get(sourceFile) ?? ts.preProcessFile(sourceFile.text, true, true).importedFiles.map(({ fileName }) => fileName);
    names.set(sourceFile, known);
    return known;
  }

  return {
    namesIn,
    /** The file that a name leads to; null where there is none. */
    resolve(name: string, from: string): string | null {
      if (Date.now() - since > RETRY_MS) {
        targets = new Map();
        since = Date.now();
      }
      const key = `${from}\n${name}`;
      let target = targets.get(key);
      if (target === undefined) {
        target = ts.resolveModuleName(name, from, options, host).resolvedModule?.resolvedFileName ?? null;
        targets.set(key, target);
      }
      return target;
    },
    forget: () => void (since = 0),
  };
}

function createProjectService({ projectDir }: Folders, config: ProjectOptions, files: TypeFiles, registry: ts.DocumentRegistry): ProjectService {
  const open: string[] = [];
  const imports = createImports(config.options, projectDir);
  /** Imports that led nowhere when the program was made, by file. */
  let unresolved = new Map<string, string[]>();
  /** Files whose imports are to be followed anew. */
  let stale = new Set<string>();
  let isEverythingStale = false;

  const host: ts.LanguageServiceHost & { hasInvalidatedResolutions(path: string): boolean } = {
    getCompilationSettings: () => config.options,
    getScriptFileNames: () => [...open, ...config.declarations],
    getScriptVersion: (path) => files.version(path),
    getScriptSnapshot: (path) => files.snapshot(path),
    getCurrentDirectory: () => projectDir,
    getDefaultLibFileName: (options) => ts.getDefaultLibFilePath(options),
    useCaseSensitiveFileNames: () => ts.sys.useCaseSensitiveFileNames,
    fileExists: (path) => ts.sys.fileExists(path),
    readFile: (path) => files.read(path),
    readDirectory: (...search) => ts.sys.readDirectory(...search),
    directoryExists: (path) => ts.sys.directoryExists(path),
    getDirectories: (path) => ts.sys.getDirectories(path),
    realpath: (path) => ts.sys.realpath?.(path) ?? path,
    hasInvalidatedResolutions: (path) => (isEverythingStale && isOwnFile(projectDir, path)) || stale.has(path),
  };
  const service = ts.createLanguageService(host, registry);

  function leadNowhere(path: string, names: string[]): string[] {
    return names.filter((name) => imports.resolve(name, path) === null);
  }

  function findUnresolved(program: ts.Program): Map<string, string[]> {
    const own = program.getSourceFiles().filter(({ fileName }) => isOwnFile(projectDir, fileName));
    const found = own.map((file) => [file.fileName, leadNowhere(file.fileName, imports.namesIn(file))] as const);
    return new Map(found.filter(([, names]) => names.length > 0));
  }

  return {
    service,
    files,
    hasConfig: config.configFile !== null,
    open(path, text) {
      const known = open.indexOf(path);
      if (known !== -1) open.splice(known, 1);
      open.unshift(path);
      open.length = Math.min(open.length, MAX_OPEN);
      isEverythingStale = files.refresh();
      if (isEverythingStale) imports.forget();
      files.overlay(path, text);
      stale = new Set([...unresolved].filter(([from, names]) => leadNowhere(from, names).length < names.length).map(([from]) => from));
      const program = service.getProgram();
      stale = new Set();
      isEverythingStale = false;
      if (program !== undefined) unresolved = findUnresolved(program);
    },
    importsOf(path) {
      const program = service.getProgram();
      if (program === undefined) return [];
      const found = new Set([path]);
      for (const at of found) {
        const sourceFile = program.getSourceFile(at);
        if (sourceFile === undefined) continue;
        for (const name of imports.namesIn(sourceFile)) {
          const target = imports.resolve(name, at);
          if (target !== null && isOwnFile(projectDir, target)) found.add(target);
        }
      }
      found.delete(path);
      return [...found];
    },
  };
}

/** Gives the service for a file: one per configuration, made anew when the configuration changes. */
export function createProjectServices(folders: Folders): (path: string) => ProjectService {
  const files = createTypeFiles();
  const registry = ts.createDocumentRegistry(ts.sys.useCaseSensitiveFileNames, folders.projectDir);
  const services = new Map<string, { modified: number; project: ProjectService }>();
  return (path) => {
    const configFile = findConfig(folders.projectDir, path);
    const key = configFile ?? "";
    const modified = configFile === null ? 0 : modifiedAt(configFile);
    const known = services.get(key);
    if (known?.modified === modified) return known.project;
    known?.project.service.dispose();
    const project = createProjectService(folders, readOptions(folders.projectDir, folders.home, configFile), files, registry);
    services.set(key, { modified, project });
    return project;
  };
}
