/**
 * Texts with places for values of the state. In the code: `` (state) => `Refund ${state.amount}` ``; in a form:
 * `Refund {state.amount}`. Any other expression keeps its dollar sign: `${format(state.day)}`. A brace that means itself
 * is written `\{` where it would be taken for a place.
 */

/** An arrow function of one parameter. `head` is what stands before its body. */
export type Arrow = { head: string; parameter: string; body: string };

const NAME = String.raw`[\p{ID_Start}_$][\p{ID_Continue}$]*`;
const BARE = new RegExp(String.raw`^\s*(?:async\s+)?(${NAME})\s*=>\s*`, "u");
const PARAMETER = new RegExp(String.raw`^\(\s*(${NAME})\s*(?:[:?][\s\S]*)?\)$`, "u");

/** The parts of an arrow function of one named parameter whose body is an expression; null for any other code. */
export function readArrow(code: string): Arrow | null {
  const found = bareHead(code) ?? wrappedHead(code);
  if (found === null) return null;
  const body = code.slice(found.head.length).trim();
  if (body === "" || body.startsWith("{")) return null;
  const isWrapped = body.startsWith("(") && closingOf(body, 0) === body.length - 1;
  return { ...found, body: isWrapped ? body.slice(1, -1).trim() : body };
}

function bareHead(code: string): Omit<Arrow, "body"> | null {
  const match = BARE.exec(code);
  return match?.[1] === undefined ? null : { head: match[0], parameter: match[1] };
}

function wrappedHead(code: string): Omit<Arrow, "body"> | null {
  const open = /^\s*(?:async\s+)?(?=\()/.exec(code)?.[0].length ?? -1;
  const close = open < 0 ? -1 : closingOf(code, open);
  const parameter = close < 0 ? undefined : PARAMETER.exec(code.slice(open, close + 1))?.[1];
  const arrow = /^\s*(?::[^=]*)?=>\s*/.exec(code.slice(close + 1))?.[0];
  const isOne = parameter !== undefined && !hasComma(code.slice(open + 1, close));
  return parameter === undefined || arrow === undefined || !isOne ? null : { head: code.slice(0, close + 1) + arrow, parameter };
}

/** A comma that stands in no brackets parts two parameters; one in angle brackets is taken for such as well. */
function hasComma(parameters: string): boolean {
  for (let at = 0; at < parameters.length; at += 1) {
    const char = parameters[at] ?? "";
    if (char === ",") return true;
    if (PAIRS[char] === undefined) continue;
    const close = closingOf(parameters, at);
    if (close < 0) return true;
    at = close;
  }
  return false;
}

/** The code of an arrow function with this body; an object is put in parentheses. */
export function writeArrow(head: string, body: string): string {
  const text = body.trim();
  return `${head}${text.startsWith("{") ? `(${text})` : text}`;
}

/** The form's text of `` (state) => `…` ``; null for code that is no such template. */
export function readTemplate(code: string): string | null {
  const arrow = readArrow(code);
  if (arrow === null || !arrow.body.startsWith("`")) return null;
  const { body, parameter } = arrow;
  let text = "";
  for (let at = 1; at < body.length; at += 1) {
    const char = body[at] ?? "";
    if (char === "`") return at === body.length - 1 ? text : null;
    if (char === "\\") {
      const next = body[at + 1] ?? "";
      text += next === "{" ? literalBrace(text, body, at + 1, parameter) : (ESCAPED[next] ?? next);
      at += 1;
    } else if (char === "$" && body[at + 1] === "{") {
      const end = closingOf(body, at + 1);
      if (end < 0) return null;
      const expression = body.slice(at + 2, end).trim();
      const isPlain = startsWithName(expression, parameter) && !/[$\\]$/.test(text);
      text += isPlain ? `{${expression}}` : `\${${expression}}`;
      at = end;
    } else text += char === "{" ? literalBrace(text, body, at, parameter) : char;
  }
  return null;
}

/** A brace that means itself, escaped where a form would take it for a place. */
function literalBrace(before: string, text: string, at: number, parameter: string): string {
  return /[$\\]$/.test(before) || isPlace(text, at, parameter) ? "\\{" : "{";
}

const ESCAPED: Record<string, string> = { n: "\n", t: "\t", r: "\r" };

/** True where a form's text has a place for a value, so that it cannot be a plain string. */
export function hasPlaces(text: string, parameter = "state"): boolean {
  return splitPlaces(text, parameter).some(({ isPlace }) => isPlace);
}

/** The template literal, backticks included, of a form's text. */
export function writeTemplate(text: string, parameter = "state"): string {
  const parts = splitPlaces(text, parameter).map(({ isPlace, text: part }) => (isPlace ? `\${${part}}` : escapeLiteral(part)));
  return `\`${parts.join("")}\``;
}

function escapeLiteral(text: string): string {
  return text.replace(/[\\`]|\$(?=\{)/g, "\\$&").replaceAll("\r", "\\r");
}

/** A piece of a form's text: words, or the expression of a place. `start` and `end` are its offsets, braces included. */
export type TemplatePart = { isPlace: boolean; text: string; start: number; end: number };

/** A form's text in its pieces. `{state.x}` stands for the state, whatever the code calls it. */
export function splitPlaces(text: string, parameter = "state"): TemplatePart[] {
  const parts: TemplatePart[] = [];
  let words = "";
  let from = 0;
  const flush = (end: number) => {
    if (end > from) parts.push({ isPlace: false, text: words, start: from, end });
    words = "";
  };
  for (let at = 0; at < text.length; at += 1) {
    if (text[at] === "\\" && text[at + 1] === "{") {
      words += "{";
      at += 1;
      continue;
    }
    const place = placeAt(text, at, parameter);
    if (place === null) {
      words += text[at] ?? "";
      continue;
    }
    flush(at);
    parts.push({ isPlace: true, text: place.expression, start: at, end: place.end });
    from = place.end;
    at = place.end - 1;
  }
  flush(text.length);
  return parts;
}

function placeAt(text: string, at: number, parameter: string): { expression: string; end: number } | null {
  const isAny = text[at] === "$" && text[at + 1] === "{";
  if (!isAny && !(text[at] === "{" && (isPlace(text, at, parameter) || isPlace(text, at, "state")))) return null;
  const open = isAny ? at + 1 : at;
  const close = closingOf(text, open);
  const expression = close < 0 ? "" : text.slice(open + 1, close).trim();
  if (expression === "") return null;
  const named = !isAny && parameter !== "state" ? expression.replace(/^state(?![\p{ID_Continue}$])/u, parameter) : expression;
  return { expression: named, end: close + 1 };
}

function isPlace(text: string, brace: number, parameter: string): boolean {
  return startsWithName(text.slice(brace + 1).trimStart(), parameter);
}

function startsWithName(text: string, name: string): boolean {
  return text.startsWith(name) && /^[.?[}]|^$/.test(text.slice(name.length).trimStart());
}

const PAIRS: Record<string, string> = { "(": ")", "[": "]", "{": "}" };

/** Where the bracket at an offset is closed, strings inside skipped; -1 where it is not. */
function closingOf(text: string, open: number): number {
  const expected: string[] = [];
  for (let at = open; at < text.length; at += 1) {
    const char = text[at] ?? "";
    if (char === '"' || char === "'" || char === "`") {
      at = endOfString(text, at);
      if (at < 0) return -1;
      continue;
    }
    const closing = PAIRS[char];
    if (closing !== undefined) expected.push(closing);
    else if (char === ")" || char === "]" || char === "}") {
      if (expected.pop() !== char) return -1;
      if (expected.length === 0) return at;
    }
  }
  return -1;
}

function endOfString(text: string, start: number): number {
  const quote = text[start];
  for (let at = start + 1; at < text.length; at += 1) {
    if (text[at] === "\\") at += 1;
    else if (text[at] === quote) return at;
    else if (quote === "`" && text[at] === "$" && text[at + 1] === "{") {
      const end = closingOf(text, at + 1);
      if (end < 0) return -1;
      at = end;
    }
  }
  return -1;
}

/** A plain string as a form's text: what looks like a place is escaped. */
export function escapePlaces(text: string, parameter = "state"): string {
  return text.replace(/\{/g, (_, at: number) => literalBrace(text.slice(0, at), text, at, parameter));
}

/** The plain string of a form's text without places. */
export function plainText(text: string, parameter = "state"): string {
  return splitPlaces(text, parameter)
    .map((part) => part.text)
    .join("");
}
