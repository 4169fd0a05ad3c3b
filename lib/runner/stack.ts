import { isAbsolute, relative } from "node:path";
import { fileURLToPath } from "node:url";

/** A place in a file of the project. Lines and columns count from 1. */
export type Place = { file: string; line: number; column: number | null };

const FRAME_PLACE = /(file:\/\/[^\s)]+|\/[^\s():]+|[A-Za-z]:\\[^\s():]+):(\d+)(?::(\d+))?/;

/** Path inside the project, or null for a file outside of it or of a dependency. */
function insideProject(projectDir: string, location: string): string | null {
  let path: string;
  try {
    path = location.startsWith("file://") ? fileURLToPath(location.replace(/[?#].*$/, "")) : location;
  } catch {
    return null;
  }
  const inside = relative(projectDir, path).replaceAll("\\", "/");
  if (inside === "" || inside.startsWith("..") || isAbsolute(inside) || inside.includes("node_modules/")) return null;
  return inside;
}

/** The first place of a line or a stack that lies in the project's own code. */
export function findPlace(projectDir: string, text: string): Place | null {
  for (const line of text.split("\n")) {
    const match = FRAME_PLACE.exec(line);
    const file = match?.[1] === undefined ? null : insideProject(projectDir, match[1]);
    if (match !== null && file !== null) {
      return { file, line: Number(match[2]), column: match[3] === undefined ? null : Number(match[3]) };
    }
  }
  return null;
}

/**
 * A stack for people: only frames of the project's own code, with paths relative to its folder. Frames of dependencies,
 * of Node and of the runner go; the message stays. Null when there is no stack.
 */
export function cleanStack(projectDir: string, error: Error): string | null {
  const { stack } = error;
  if (typeof stack !== "string") return null;
  const lines = stack.split("\n");
  const first = lines.findIndex((line) => /^\s+at /.test(line));
  if (first === -1) return stack;
  const frames = lines.slice(first).flatMap((line) => {
    if (!/^\s+at /.test(line)) return [];
    const match = FRAME_PLACE.exec(line);
    const file = match?.[1] === undefined ? null : insideProject(projectDir, match[1]);
    if (match?.[0] === undefined || match[1] === undefined || file === null || file.startsWith("lib/runner/")) return [];
    return [line.replace(match[1], file)];
  });
  return [...lines.slice(0, first), ...frames].join("\n");
}
