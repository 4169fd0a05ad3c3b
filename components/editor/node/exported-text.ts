import type { TextChange } from "@/lib/schema/edit";

/** A text that a file exports: `isCode` where it is no plain string. Offsets are those of the expression. */
export type ExportedText = { value: string; start: number; end: number; isCode: boolean };

/** `export const title = "…"`; null where the file has none. */
export function exportedText(text: string, name: string): ExportedText | null {
  const head = new RegExp(String.raw`^export const ${name}(?:\s*:\s*string)?\s*=\s*`, "m").exec(text);
  if (head === null) return null;
  const start = head.index + head[0].length;
  const literal = /^(?:"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*')(?=\s*(?:;|\r?\n|$))/.exec(text.slice(start))?.[0];
  if (literal === undefined) return { value: "", start, end: start, isCode: true };
  return { value: unquoted(literal), start, end: start + literal.length, isCode: false };
}

const ESCAPES: Record<string, string> = { n: "\n", t: "\t", r: "\r" };

function unquoted(literal: string): string {
  return literal
    .slice(1, -1)
    .replace(/\\(?:u([0-9a-fA-F]{4})|([\s\S]))/g, (_, hex: string | undefined, char: string | undefined) =>
      hex === undefined ? (ESCAPES[char ?? ""] ?? char ?? "") : String.fromCharCode(Number.parseInt(hex, 16)),
    );
}

/** The change that makes a file export this text; null where code makes it, or nothing changes. */
export function setExportedText(text: string, name: string, value: string): TextChange | null {
  const found = exportedText(text, name);
  if (found === null) {
    if (value.trim() === "") return null;
    const eol = text.includes("\r\n") ? "\r\n" : "\n";
    const at = endOfImports(text);
    return { start: at, end: at, text: `${at === 0 ? "" : eol}export const ${name} = ${JSON.stringify(value)};${eol}${at === 0 ? eol : ""}` };
  }
  if (found.isCode || found.value === value) return null;
  const quote = text[found.start] === "'" ? "'" : '"';
  const json = JSON.stringify(value).slice(1, -1);
  return { start: found.start, end: found.end, text: quote === '"' ? `"${json}"` : `'${json.replaceAll('\\"', '"').replaceAll("'", "\\'")}'` };
}

/** Behind the last line of the imports at the file's beginning, its line break included. */
function endOfImports(text: string): number {
  let end = 0;
  for (const match of text.matchAll(/^import\b[\s\S]*?(?:from\s*)?["'][^"'\n]+["'];?[ \t]*\r?\n/gm)) end = match.index + match[0].length;
  return end;
}
