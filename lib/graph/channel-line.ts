import { toTypeLabel } from "./type-label";

export type LineReducer = "last" | "append" | "messages";
export type ChannelLine = { ok: true; name: string; type: string; reducer: LineReducer; default: string | null } | { ok: false; problem: string };

const NAME = /^\s*("(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|[\p{ID_Start}$_][\p{ID_Continue}$-]*)\s*/u;

/**
 * Reads a channel written in one line: `notes: string[]`, `notes: string[] append`, `count: number = 0`, `messages`.
 * `append` and `messages` at the end of the type choose the reducer; without one, `chosen` is taken.
 */
export function readChannelLine(line: string, chosen: LineReducer = "last"): ChannelLine {
  const match = NAME.exec(line);
  if (match?.[1] === undefined) return { ok: false, problem: "Begin with a name, e.g. notes: string[]" };
  const name = unquote(match[1]);
  const rest = line.slice(match[0].length);
  if (rest === "") {
    if (name === "messages") return { ok: true, name, type: "messages", reducer: "messages", default: null };
    return { ok: false, problem: `What does ${name} hold? Write its type behind a colon, e.g. ${name}: string` };
  }
  const [colon] = rest;
  if (colon !== ":" && colon !== "=") return { ok: false, problem: `Write a colon and a type behind ${name}, e.g. ${name}: string` };
  const { type, initial } = splitDefault(colon === ":" ? rest.slice(1) : rest);
  const word = /(?:^|\s)(append|last|messages)$/.exec(type)?.[1];
  const said = word === "append" || word === "last" || word === "messages" ? word : null;
  const bare = said === null ? type : type.slice(0, type.length - said.length).trim();
  const isMessages = bare === "" ? said === "messages" : bare === "messages";
  if (isMessages) return { ok: true, name, type: "messages", reducer: "messages", default: null };
  const known = bare !== "" ? bare : guess(initial);
  if (known === null) return { ok: false, problem: `What does ${name} hold? Write its type, e.g. ${name}: string` };
  const reducer = said ?? chosen;
  if (reducer === "append" && !mayBeList(known)) return { ok: false, problem: `Append joins lists: make it ${name}: ${known}[] append` };
  return { ok: true, name, type: known, reducer, default: initial };
}

function unquote(text: string): string {
  return /^["']/.test(text) ? text.slice(1, -1).replace(/\\(.)/g, "$1") : text;
}

/** Splits `string = ""` at the equals sign that begins the default, not at one of `=>`. */
function splitDefault(text: string): { type: string; initial: string | null } {
  let depth = 0;
  let quote: string | null = null;
  for (let at = 0; at < text.length; at += 1) {
    const character = text[at] ?? "";
    if (quote !== null) {
      if (character === "\\") at += 1;
      else if (character === quote) quote = null;
    } else if ("\"'`".includes(character)) quote = character;
    else if ("([{<".includes(character)) depth += 1;
    else if (")]}>".includes(character) && text[at - 1] !== "=") depth -= 1;
    else if (character === "=" && depth === 0 && text[at + 1] !== ">") {
      const initial = text.slice(at + 1).trim();
      return { type: text.slice(0, at).trim(), initial: initial === "" ? null : initial };
    }
  }
  return { type: text.trim(), initial: null };
}

/** The type of a default that is written out. */
function guess(initial: string | null): string | null {
  if (initial === null) return null;
  if (/^["'`]/.test(initial)) return "string";
  if (/^-?\d[\d_]*(\.\d+)?$/.test(initial)) return "number";
  return /^(true|false)$/.test(initial) ? "boolean" : null;
}

function mayBeList(type: string): boolean {
  const label = toTypeLabel(type);
  if (/\[\]$|\]$/.test(label) || /^(Readonly)?Array</.test(label)) return true;
  return /^[A-Z]\w*$/.test(label) && !["Date", "Record", "Map", "Set"].includes(label);
}
