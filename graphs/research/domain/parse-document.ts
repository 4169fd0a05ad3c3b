/** A stretch of prose under one heading. Lines count from 1 and include both ends. */
export type Passage = { heading: string; line: number; endLine: number; text: string; code: string };
export type ParsedDocument = { title: string; passages: Passage[] };

/** A sentence with the lines it stands on. */
export type Sentence = { text: string; line: number; endLine: number };

type Heading = { kind: "heading"; level: number; text: string };
type Block = { kind: "prose" | "item" | "table" | "code"; line: number; endLine: number; lines: string[] };

const PASSAGE_LENGTH = 700;
const HEADING = /^(#{1,6})\s+(.+?)\s*#*$/;
const FENCE = /^\s*(```|~~~)/;
const ITEM = /^\s*(?:[-*+]|\d+[.)])\s+/;

/**
 * Reads Markdown or plain text into passages of a few sentences each.
 * The title is that of the front matter, or the first heading of level one, or else the fallback.
 */
export function parseDocument(text: string, fallbackTitle: string): ParsedDocument {
  const lines = text.split(/\r?\n/);
  const front = readFrontMatter(lines);
  const passages: Passage[] = [];
  let heading = "";
  let title = front.title;
  let open: Passage | null = null;
  for (const part of readBlocks(lines, front.length)) {
    if (part.kind === "heading") {
      heading = part.text;
      if (part.level === 1) title ??= part.text;
      open = null;
      continue;
    }
    if (open === null || open.text.length + open.code.length > PASSAGE_LENGTH) {
      open = { heading, line: part.line, endLine: part.endLine, text: "", code: "" };
      passages.push(open);
    }
    open.endLine = part.endLine;
    const content = part.lines.join("\n");
    if (part.kind === "code") open.code += `${content}\n`;
    else open.text += `${content}\n`;
  }
  return { title: title ?? fallbackTitle, passages };
}

/** The sentences of a stretch of lines that can be quoted: prose and list items, no code, tables or bare links. */
export function readSentences(lines: string[], firstLine: number): Sentence[] {
  return readBlocks(lines, 0).flatMap((block) => {
    if (block.kind === "heading" || block.kind === "code" || block.kind === "table") return [];
    return splitBlock(block, firstLine - 1);
  });
}

/** Headings and blocks in order. */
function readBlocks(lines: string[], from: number): (Heading | Block)[] {
  const blocks: (Heading | Block)[] = [];
  let open: Block | null = null;
  let fence: string | null = null;
  let comment = false;
  for (const [index, raw] of lines.entries()) {
    if (index < from) continue;
    const line = raw.replace(/^\s*>\s?/, "");
    const mark = FENCE.exec(line)?.[1] ?? null;
    if (fence !== null || mark !== null) {
      if (fence === null) {
        open = { kind: "code", line: index + 1, endLine: index + 1, lines: [] };
        blocks.push(open);
        fence = mark;
      } else if (mark === fence) fence = null;
      else open?.lines.push(line);
      if (open !== null) open.endLine = index + 1;
      if (fence === null) open = null;
      continue;
    }
    if (comment || line.trimStart().startsWith("<!--")) {
      comment = !line.includes("-->");
      open = null;
      continue;
    }
    const [, marks, heading] = HEADING.exec(line) ?? [];
    if (marks !== undefined && heading !== undefined) {
      blocks.push({ kind: "heading", level: marks.length, text: plainText(heading) });
      open = null;
      continue;
    }
    if (isSkipped(line)) {
      open = null;
      continue;
    }
    const kind = line.trimStart().startsWith("|") ? "table" : ITEM.test(line) ? "item" : "prose";
    if (open === null || kind === "item" || (kind === "table") !== (open.kind === "table")) {
      open = { kind, line: index + 1, endLine: index + 1, lines: [] };
      blocks.push(open);
    }
    open.lines.push(line);
    open.endLine = index + 1;
  }
  return blocks;
}

/** Blank lines, rules, HTML, badges, admonition marks and lone links hold nothing to quote. */
function isSkipped(line: string): boolean {
  const text = line.trim();
  return (
    text === "" ||
    /^(-{3,}|={3,}|\*{3,}|_{3,})$/.test(text) ||
    /^<\/?[a-z!][^>]*>?/i.test(text) ||
    /^\[![A-Z]+\]$/.test(text) ||
    /^\[[^\]]+\]:\s/.test(text) ||
    plainText(text) === ""
  );
}

function splitBlock(block: Block, offset: number): Sentence[] {
  const starts: number[] = [];
  let text = "";
  for (const line of block.lines) {
    starts.push(text.length);
    text += `${lineText(line)} `;
  }
  const lineAt = (position: number) =>
    block.line +
    offset +
    Math.max(
      0,
      starts.findLastIndex((start) => start <= position),
    );
  const sentences: Sentence[] = [];
  let from = 0;
  for (const piece of cutSentences(text)) {
    const at = text.indexOf(piece, from);
    from = at + piece.length;
    if (!/[\p{L}\p{N}]/u.test(piece)) continue;
    sentences.push({ text: piece, line: lineAt(at), endLine: lineAt(from - 1) });
  }
  return sentences;
}

const SENTENCE_END = /(?<=[.!?][)"'*_`]*)\s+(?=[\p{Lu}`"'([*_])/u;
const ABBREVIATION = /\b(?:e\.g|i\.e|etc|vs|cf|approx|incl|resp|Mr|Dr|St|No)\.$/;

function cutSentences(text: string): string[] {
  const sentences: string[] = [];
  for (const piece of text.trim().split(SENTENCE_END)) {
    const before = sentences.at(-1);
    if (before !== undefined && ABBREVIATION.test(before)) sentences[sentences.length - 1] = `${before} ${piece}`;
    else if (piece !== "") sentences.push(piece);
  }
  return sentences;
}

/** The words of a line: without the marks of quotations and lists before them, and with one space for any run of spaces. */
export function lineText(line: string): string {
  return line
    .replace(/^[\s>]*(?:(?:[-*+]|\d+[.)])\s+)?/, "")
    .replace(/\s+/g, " ")
    .trim();
}

/** Markdown without its marks: the text of links, no images, no HTML; `code` keeps its backticks. */
export function plainText(markdown: string): string {
  return (
    markdown
      .replace(/!\[[^\]]*\]\([^)]*\)/g, "")
      .replace(/!\[[^\]]*\]\[[^\]]*\]/g, "")
      .replace(/\[([^\]]*)\]\([^)]*\)/g, "$1")
      .replace(/\[([^\]]+)\]\[[^\]]*\]/g, "$1")
      // In a code span a tag is what the text speaks of.
      .replace(/(`[^`]*`)|<\/?[a-z][^>]*>/gi, (_tag, code: string | undefined) => code ?? "")
      .replace(/\*\*|__|~~/g, "")
      .replace(/(^|[\s(])[*_](\S(?:[^*_]*\S)?)[*_](?=[\s).,;:!?]|$)/g, "$1$2")
      .replace(/\\([\\`*_[\](){}#+.!|<>-])/g, "$1")
      .replace(/\s+/g, " ")
      .trim()
  );
}

function readFrontMatter(lines: string[]): { title: string | null; length: number } {
  if (lines[0]?.trim() !== "---") return { title: null, length: 0 };
  const end = lines.findIndex((line, index) => index > 0 && line.trim() === "---");
  if (end < 0) return { title: null, length: 0 };
  const title = lines
    .slice(1, end)
    .map((line) => /^title:\s*["']?(.+?)["']?\s*$/.exec(line)?.[1])
    .find((found) => found !== undefined);
  return { title: title ?? null, length: end + 1 };
}
