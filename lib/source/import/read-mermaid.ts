import { createDrawing, type Drawing, type ReadDrawing } from "./drawing";
import { MermaidScanner, type Link, type NodeMention } from "./mermaid-scanner";
import { toPlainLabel } from "./mermaid-text";

const HEADER = /(?:graph|flowchart(?:-elk)?)(?:[ \t]+(?:TB|TD|BT|RL|LR|[<>^v]))?[ \t]*(?=[;\n\r]|$)/y;
const IGNORED = /(?:classDef|class|style|linkStyle|click|direction|accTitle|accDescr)\b/y;
/** A text with more lines than this that are not understood is something else. */
const MAX_SKIPPED = 20;

/** Where the flowchart itself begins: behind empty lines, comments and one front matter. */
function skipPreamble(text: string): { at: number; title: string | null } {
  let at = 0;
  let title: string | null = null;
  let mayHaveFrontMatter = true;
  for (;;) {
    while (/\s/.test(text[at] ?? "")) at += 1;
    if (text.startsWith("%%", at)) at = endOfLine(text, at);
    else if (mayHaveFrontMatter && text.startsWith("---", at)) {
      const end = text.indexOf("\n---", at);
      if (end === -1) return { at, title };
      title = /^title:[ \t]*(\S.*)$/m.exec(text.slice(at, end))?.[1]?.trim() ?? null;
      at = endOfLine(text, end + 1);
      mayHaveFrontMatter = false;
    } else return { at, title };
  }
}

function endOfLine(text: string, at: number): number {
  const end = text.indexOf("\n", at);
  return end === -1 ? text.length : end;
}

function readHeader(text: string): { end: number; title: string | null } | null {
  const { at, title } = skipPreamble(text);
  HEADER.lastIndex = at;
  const header = HEADER.exec(text);
  return header === null ? null : { end: at + header[0].length, title };
}

/** True for a text that begins as a Mermaid flowchart does, its front matter and comments apart. */
export function isMermaid(text: string): boolean {
  return readHeader(text) !== null;
}

/** Reads a Mermaid flowchart. Lines that are not understood are named in the notes. */
export function readMermaid(text: string): ReadDrawing {
  const header = readHeader(text);
  if (header === null)
    return { error: "This is no Mermaid flowchart: it has to begin with `flowchart` or `graph` and a direction, e.g. `flowchart TD`." };
  const reader = new MermaidReader(text, header.end, header.title);
  reader.read();
  if (reader.drawing.nodes.size === 0) return { error: reader.notes[0] ?? "The flowchart has no nodes." };
  if (reader.notes.length >= MAX_SKIPPED) return { error: `This is no flowchart that can be read. ${reader.notes[0] ?? ""}` };
  return { drawing: reader.drawing, notes: reader.notes };
}

class MermaidReader {
  readonly drawing: Drawing;
  readonly notes: string[] = [];
  readonly #scanner: MermaidScanner;
  readonly #open: string[] = [];

  constructor(text: string, from: number, title: string | null) {
    // Spaces in place of the header keep the line numbers.
    this.#scanner = new MermaidScanner(text.slice(0, from).replace(/[^\n]/g, " ") + text.slice(from));
    this.drawing = createDrawing(title);
  }

  read(): void {
    const scanner = this.#scanner;
    for (scanner.skipGaps(); !scanner.isAtEnd && this.notes.length < MAX_SKIPPED; scanner.skipGaps()) {
      if (scanner.take(/subgraph\b/y) !== null) this.#openGroup(scanner.restOfLine(true));
      else if (scanner.take(/end\b(?=[ \t]*(?:[;\r\n%]|$))/y) !== null) this.#open.pop();
      else if (scanner.take(/accDescr[ \t]*\{/y) !== null) scanner.skipBlock();
      else if (scanner.take(IGNORED) !== null) scanner.restOfLine(true);
      else this.#chain();
    }
  }

  #openGroup(rest: string): void {
    const match = /^([^\s[]+)\s*\[(.*)\]$/s.exec(rest);
    const title = toPlainLabel(match?.[2] ?? rest);
    const id = match?.[1] ?? (title === "" ? `group ${this.drawing.groups.size + 1}` : title);
    if (!this.drawing.groups.has(id)) this.drawing.groups.set(id, { id, title: title === "" ? null : title, parent: this.#open.at(-1) ?? null });
    this.#open.push(id);
  }

  /** `A & B --> C -->|no| D` */
  #chain(): void {
    const start = this.#scanner.position;
    let sources = this.#nodes();
    if (sources === null) return this.#skip(start);
    for (;;) {
      const link = this.#scanner.link();
      if (link === null) break;
      const targets = this.#nodes();
      if (targets === null) return this.#skip(start);
      for (const source of sources) for (const target of targets) this.#connect(source, target, link);
      sources = targets;
    }
    this.#scanner.skipSpaces();
    if (this.#scanner.take(/(?=[;\n]|%%|$)/y) === null) this.#skip(start);
  }

  #skip(start: number): void {
    const rest = this.#scanner.restOfLine();
    this.notes.push(`Line ${this.#scanner.lineAt(start)} was not understood and left out${rest === "" ? "" : `, from "${rest.slice(0, 60)}"`}.`);
  }

  #nodes(): string[] | null {
    const ids: string[] = [];
    do {
      const mention = this.#scanner.node();
      if (mention === null) return null;
      this.#mention(mention);
      ids.push(mention.id);
      this.#scanner.skipSpaces();
    } while (this.#scanner.take(/&/y) !== null);
    return ids;
  }

  #mention({ id, label, isDecision }: NodeMention): void {
    if (this.drawing.groups.has(id)) return;
    const known = this.drawing.nodes.get(id);
    const parent = known?.parent ?? this.#open.at(-1) ?? null;
    this.drawing.nodes.set(id, { id, label: label ?? known?.label ?? null, isDecision: isDecision || (known?.isDecision ?? false), parent });
  }

  #connect(source: string, target: string, link: Link): void {
    if (link.isInvisible) return;
    const edge = { label: link.label, isConditional: link.isDotted, router: null };
    this.drawing.edges.push({ source, target, ...edge });
    if (link.isBackToo) this.drawing.edges.push({ source: target, target: source, ...edge });
  }
}
