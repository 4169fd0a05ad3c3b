import { toPlainLabel } from "./mermaid-text";

/** A node where a statement names it. `label` is null where it says no more than the id. */
export type NodeMention = { id: string; label: string | null; isDecision: boolean };
export type Link = { label: string | null; isDotted: boolean; isBackToo: boolean; isInvisible: boolean };

/** Longest first: `((` also begins with `(`. */
const SHAPES: readonly { open: string; close: readonly string[] }[] = [
  { open: "(((", close: [")))"] },
  { open: "((", close: ["))"] },
  { open: "([", close: ["])"] },
  { open: "(", close: [")"] },
  { open: "[[", close: ["]]"] },
  { open: "[(", close: [")]"] },
  { open: "[/", close: ["/]", "\\]"] },
  { open: "[\\", close: ["\\]", "/]"] },
  { open: "[", close: ["]"] },
  { open: "{{", close: ["}}"] },
  { open: "{", close: ["}"] },
  { open: ">", close: ["]"] },
];
const DECISION_SHAPES = new Set(["diam", "diamond", "decision", "question"]);

const WORD = /[\p{L}\p{N}_$]/u;
const WHOLE_LINK = /[<xo]?(?:--+[>xo-]|==+[>xo=]|-\.+-[>xo]?)/y;
const OPENING = /[<xo]?(--|==|-\.)/y;
const CLOSING = { "--": /--+[>xo-]/, "==": /==+[>xo=]/, "-.": /\.+-[>xo]?/ };
const EDGE_ID = /[\w-]+@(?=[<xo]?[-=~])/y;

/** Walks through a flowchart's text. Every method moves behind what it has read, or stays and gives null. */
export class MermaidScanner {
  readonly #text: string;
  #at = 0;

  constructor(text: string) {
    this.#text = text;
  }

  get isAtEnd(): boolean {
    return this.#at >= this.#text.length;
  }

  get position(): number {
    return this.#at;
  }

  lineAt(position: number): number {
    return this.#text.slice(0, position).split("\n").length;
  }

  skipSpaces(): void {
    while (/[ \t\r]/.test(this.#text[this.#at] ?? "")) this.#at += 1;
  }

  /** Over what lies between two statements: line breaks, semicolons and comments. */
  skipGaps(): void {
    for (;;) {
      while (/[\s;]/.test(this.#text[this.#at] ?? "")) this.#at += 1;
      if (!this.#text.startsWith("%%", this.#at)) return;
      this.restOfLine();
    }
  }

  /** Up to the end of the line, or to a semicolon outside of quotes where `toSemicolon` is set. */
  restOfLine(toSemicolon = false): string {
    const start = this.#at;
    let isQuoted = false;
    for (; this.#at < this.#text.length; this.#at += 1) {
      const character = this.#text[this.#at];
      if (character === "\n" || (toSemicolon && !isQuoted && character === ";")) break;
      if (character === '"') isQuoted = !isQuoted;
    }
    return this.#text.slice(start, this.#at).trim();
  }

  /** Over braces `{ … }` that may go over several lines. */
  skipBlock(): void {
    const end = this.#text.indexOf("}", this.#at);
    this.#at = end === -1 ? this.#text.length : end + 1;
  }

  take(pattern: RegExp): RegExpExecArray | null {
    pattern.lastIndex = this.#at;
    const match = pattern.exec(this.#text);
    if (match !== null) this.#at += match[0].length;
    return match;
  }

  /** A node's id with what follows it: its shape with the label, its class. */
  node(): NodeMention | null {
    this.skipSpaces();
    const id = this.#id();
    if (id === null) return null;
    const start = this.#at;
    const shape = this.#attributes() ?? this.#shape();
    if (shape === null && this.#at !== start) return null;
    this.take(/:::[\w-]+/y);
    const label = shape === null || shape.label === id ? null : shape.label;
    return { id, label, isDecision: shape?.isDecision ?? false };
  }

  #id(): string | null {
    const start = this.#at;
    for (;;) {
      const character = this.#text.slice(this.#at, this.#at + 2);
      const [first = "", second = ""] = [...character];
      const joins = (first === "-" || first === "." || first === "/" || (first === ":" && second !== ":")) && this.#at > start && WORD.test(second);
      if (first === "" || !(WORD.test(first) || joins)) break;
      this.#at += first.length;
    }
    return this.#at === start ? null : this.#text.slice(start, this.#at);
  }

  /** `@{ shape: diam, label: "Is it?" }` */
  #attributes(): { label: string | null; isDecision: boolean } | null {
    const match = this.take(/@\{((?:[^}"]|"[^"]*")*)\}/y);
    if (match === null) return null;
    const body = match[1] ?? "";
    const label = /\blabel\s*:\s*(?:"([^"]*)"|([^,]+))/.exec(body);
    const shape = /\bshape\s*:\s*"?([\w-]+)/.exec(body)?.[1] ?? "";
    const text = toPlainLabel(label?.[1] ?? label?.[2] ?? "");
    return { label: text === "" ? null : text, isDecision: DECISION_SHAPES.has(shape) };
  }

  #shape(): { label: string | null; isDecision: boolean } | null {
    const shape = SHAPES.find(({ open }) => this.#text.startsWith(open, this.#at));
    if (shape === undefined) return null;
    const start = this.#at + shape.open.length;
    // Brackets within quotes belong to the text.
    const quoted = /^\s*"[^"]*"\s*/.exec(this.#text.slice(start, start + 5000));
    const from = start + (quoted?.[0].length ?? 0);
    const ends = shape.close.map((close) => ({ close, at: this.#text.indexOf(close, from) })).filter(({ at }) => at !== -1);
    const end = ends.sort((a, b) => a.at - b.at)[0];
    if (end === undefined) {
      this.#at = start;
      return null;
    }
    this.#at = end.at + end.close.length;
    const label = toPlainLabel(this.#text.slice(start, end.at));
    return { label: label === "" ? null : label, isDecision: shape.open === "{" };
  }

  /** An arrow with the label that stands in or behind it. */
  link(): Link | null {
    this.skipSpaces();
    const before = this.#at;
    this.take(EDGE_ID);
    if (this.take(/~~~+/y) !== null) return { label: null, isDotted: false, isBackToo: false, isInvisible: true };
    const whole = this.take(WHOLE_LINK);
    if (whole !== null) {
      const arrow = whole[0];
      this.skipSpaces();
      const label = this.take(/\|([^|]*)\|/y)?.[1];
      return { ...toLook(arrow), label: label === undefined ? null : toPlainLabel(label) || null };
    }
    const opening = this.take(OPENING);
    const kind = opening?.[1];
    if (opening !== null && (kind === "--" || kind === "==" || kind === "-.")) {
      const line = this.#text.indexOf("\n", this.#at);
      const rest = this.#text.slice(this.#at, line === -1 ? undefined : line);
      const end = CLOSING[kind].exec(rest);
      if (end !== null) {
        const label = toPlainLabel(rest.slice(0, end.index));
        this.#at += end.index + end[0].length;
        return { ...toLook(opening[0]), label: label === "" ? null : label };
      }
    }
    this.#at = before;
    return null;
  }
}

function toLook(arrow: string): Omit<Link, "label"> {
  return { isDotted: arrow.includes("."), isBackToo: arrow.startsWith("<"), isInvisible: false };
}
