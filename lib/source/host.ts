/**
 * Where texts come from. Files are named relative to the project's folder, with `/`; `read` gives null for what is not
 * there. In memory for tests, from the disk for programs.
 */
export type SourceHost = {
  read(file: string): string | null;
  exists?(file: string): boolean;
  /** The text of a file of Retrograph's own `lib/kit` by its name without extension, to be copied into a project that lacks it. */
  kit?(name: string): string | null;
};

/** A host over texts by file name. */
export function memoryHost(files: Readonly<Record<string, string>>): SourceHost {
  return { read: (file) => (Object.hasOwn(files, file) ? (files[file] ?? null) : null) };
}
