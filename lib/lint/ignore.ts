import type { Problem } from "../schema/problem";

/** `// retrograph-ignore parallel-writes, dead-end "a" "b": reason`. */
const COMMENT = /(?:\/\/|\/\*|\*)\s*retrograph-ignore\s+([a-z-]+(?:\s*,\s*[a-z-]+)*)((?:\s+"(?:[^"\\]|\\.)*")*)\s*(?::|$|\*\/)/;

type Ignore = { codes: string[]; names: string[] };

/** What the comments of a text silence, by the number of the line that they count for, from 1. */
export function ignoresOf(text: string): Map<number, Ignore[]> {
  const ignores = new Map<number, Ignore[]>();
  if (!text.includes("retrograph-ignore")) return ignores;
  const pending: Ignore[] = [];
  text.split(/\r\n|\r|\n/).forEach((line, index) => {
    const match = COMMENT.exec(line);
    const isCommentAlone = /^\s*(\/\/|\/?\*)/.test(line);
    const own: Ignore[] = match === null ? [] : [{ codes: (match[1] ?? "").split(/\s*,\s*/), names: namesIn(match[2] ?? "") }];
    if (isCommentAlone) {
      pending.push(...own);
      return;
    }
    // Comments above count for the first line of code below them; one at a line's end counts for that line.
    const here = [...pending.splice(0), ...own];
    if (here.length > 0) ignores.set(index + 1, here);
  });
  return ignores;
}

function namesIn(quoted: string): string[] {
  return [...quoted.matchAll(/"(?:[^"\\]|\\.)*"/g)].map(([text]) => {
    const value: unknown = JSON.parse(text.replace(/\\(?!["\\/bfnrtu])/g, "\\\\"));
    return String(value);
  });
}

/** The names that a problem is about, by which a comment can mean one of several on a line. */
function namesOf(problem: Problem): Set<string> {
  return new Set(
    problem.targets.flatMap((target) => {
      if (target.kind === "node" || target.kind === "field") return [target.node];
      if (target.kind === "edge") return [target.source, target.target];
      if (target.kind === "branch") return [target.source, target.label ?? ""];
      return target.kind === "channel" ? [target.channel] : [];
    }),
  );
}

/** Whether a comment in the line of the problem's place, or above it, silences it. A comment that names things means problems about all of them. */
export function isIgnored(problem: Problem, ignores: ReadonlyMap<number, Ignore[]>): boolean {
  const names = namesOf(problem);
  return (ignores.get(problem.place.line) ?? []).some(
    (ignore) => ignore.codes.includes(problem.code) && ignore.names.every((name) => names.has(name)),
  );
}
