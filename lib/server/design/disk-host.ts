import "server-only";
import { existsSync, readFileSync, realpathSync, statSync } from "node:fs";
import { isUtf8 } from "node:buffer";
import { dirname, isAbsolute, join, sep } from "node:path";
import { RetrographError } from "../../errors";
import type { SourceHost } from "../../source/host";

/** A file beyond this size is no code that a person wrote. */
const MAX_BYTES = 5_000_000;
const MAX_CACHED = 2000;

type Cached = { version: string; text: string | null };

/** The project's files, as they are on disk at the moment of asking. */
export type DiskHost = SourceHost & {
  exists(file: string): boolean;
  /** Changes with every change of the file; null where there is none. */
  version(file: string): string | null;
  /** Absolute path for a file that is to be made. Throws `readonly` for one that would lie outside of the project. */
  newPath(file: string): string;
  /** Absolute path of a file of the project. Null for one that lies elsewhere, by its name or by a symbolic link. */
  pathOf(file: string): string | null;
};

/** True for a path that stays below where it starts, whatever the file system says. */
function staysBelow(file: string): boolean {
  return file !== "" && !isAbsolute(file) && !file.includes("\0") && !file.includes("\\") && !file.split("/").includes("..");
}

function isInside(path: string, folder: string): boolean {
  return path === folder || path.startsWith(folder.endsWith(sep) ? folder : folder + sep);
}

export type DiskHostOptions = {
  projectDir: string;
  /** Retrograph's own folder, whose kit is copied into projects that lack it. */
  home: string;
  /** Files beyond the project folder that its settings name: they can be read too. */
  outside: (file: string) => boolean;
};

/** Reads the files of a project, each again only when it has changed. */
export function createDiskHost({ projectDir, home, outside }: DiskHostOptions): DiskHost {
  const root = realpathSync(projectDir);
  const cache = new Map<string, Cached>();

  function realPath(file: string): string | null {
    if (!staysBelow(file)) return outside(file) ? join(root, file) : null;
    try {
      const path = realpathSync(join(root, file));
      return isInside(path, root) ? path : null;
    } catch {
      return null;
    }
  }

  function newPath(file: string): string {
    let folder = dirname(file);
    while (folder !== "." && !existsSync(join(root, folder))) folder = dirname(folder);
    // The nearest folder that is there may be a symbolic link.
    const isSafe = staysBelow(file) && (folder === "." || realPath(folder) !== null);
    if (!isSafe) throw new RetrographError("readonly", `${file} would lie outside of the project folder.`, { file });
    return join(root, file);
  }

  function version(file: string): string | null {
    if (!staysBelow(file) && !outside(file)) return null;
    const found = statSync(join(root, file), { throwIfNoEntry: false, bigint: true });
    if (found === undefined || !found.isFile()) return null;
    return `${found.mtimeNs}.${found.ctimeNs}.${found.size}.${found.ino}`;
  }

  function readNow(file: string): string | null {
    const path = realPath(file);
    if (path === null) return null;
    const bytes = readFileSync(path);
    // What is no text as we would write it again is left alone.
    return bytes.length <= MAX_BYTES && isUtf8(bytes) ? bytes.toString("utf8") : null;
  }

  return {
    exists: (file) => version(file) !== null,
    version,
    pathOf: realPath,
    newPath,
    kit(name) {
      if (!/^(templates\/)?[\w-]+$/.test(name)) return null;
      try {
        return readFileSync(join(home, "lib/kit", `${name}.ts`), "utf8");
      } catch {
        return null;
      }
    },
    read(file) {
      try {
        const now = version(file);
        if (now === null) return null;
        const cached = cache.get(file);
        if (cached?.version === now) return cached.text;
        const text = readNow(file);
        if (cache.size >= MAX_CACHED) cache.clear();
        cache.set(file, { version: now, text });
        return text;
      } catch {
        // It went away, or may not be read: to whoever asks there is no such file.
        return null;
      }
    },
  };
}

/**
 * The same files as they are at one moment: a text that was read once stays as it was, whatever other programs write
 * meanwhile. `texts` were read already.
 */
export function frozenHost(host: DiskHost, texts: Iterable<readonly [string, string]>): DiskHost {
  const known = new Map<string, string | null>(texts);
  return {
    ...host,
    read(file) {
      const before = known.get(file);
      if (before !== undefined) return before;
      const text = host.read(file);
      known.set(file, text);
      return text;
    },
    exists(file) {
      const before = known.get(file);
      return before === undefined ? host.exists(file) : before !== null;
    },
  };
}

/** The same files, some with another text; null for one that is gone. */
export function withTexts(host: SourceHost, texts: ReadonlyMap<string, string | null>): SourceHost {
  return {
    read: (file) => (texts.has(file) ? (texts.get(file) ?? null) : host.read(file)),
    exists: (file) => (texts.has(file) ? texts.get(file) !== null : (host.exists?.(file) ?? host.read(file) !== null)),
    kit: (name) => host.kit?.(name) ?? null,
  };
}
