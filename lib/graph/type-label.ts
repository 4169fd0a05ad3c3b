/** `z.name(arguments)` and what is called on it: `.name(arguments)`. */
type Call = { name: string; type: string | null; args: string[]; start: number };

/** Zod methods that change the type of what a schema takes; all others narrow it or say something about it. */
const WRAPPERS: Record<string, (type: string) => string> = {
  optional: (type) => `${type} | undefined`,
  nullable: (type) => `${type} | null`,
  nullish: (type) => `${type} | null | undefined`,
  array: (type) => toList(type),
  partial: (type) => `Partial<${type}>`,
};

const PLAIN: Record<string, string> = {
  string: "string",
  number: "number",
  int: "number",
  boolean: "boolean",
  bigint: "bigint",
  date: "Date",
  any: "any",
  unknown: "unknown",
  never: "never",
  null: "null",
  undefined: "undefined",
  void: "void",
  email: "string",
  url: "string",
  uuid: "string",
  json: "unknown",
};

/** The TypeScript type that a zod schema stands for, in words that fit a table. What it cannot read it gives as it is. */
export function toTypeLabel(text: string): string {
  const trimmed = text.trim();
  return /^z\s*\./.test(trimmed) ? (fromZod(trimmed) ?? trimmed) : trimmed;
}

/** Calls at the end of a schema that say nothing about its type. */
const SUFFIXES = new Set(["default", "prefault", "catch", "describe", "meta", "register"]);

/** A channel's type as its code says it, without the default and the descriptions that zod has in the same expression. */
export function toTypeText(text: string): string {
  let rest = text.trim();
  for (;;) {
    const calls = /^z\s*\./.test(rest) || /^\w+\s*\./.test(rest) ? readCalls(rest.replace(/^\w+\s*/, "")) : null;
    const last = calls?.at(-1);
    if (last === undefined || !SUFFIXES.has(last.name) || calls === null) return rest;
    const next = rest.slice(0, last.start + (rest.length - rest.replace(/^\w+\s*/, "").length)).trimEnd();
    if (next === "" || next.length >= rest.length) return rest;
    rest = next;
  }
}

function fromZod(text: string): string | null {
  const calls = readCalls(text.replace(/^z\s*/, ""));
  const [first, ...rest] = calls ?? [];
  if (first === undefined) return null;
  const type = toType(first);
  return type === null ? null : rest.reduce((label, { name }) => WRAPPERS[name]?.(label) ?? label, type);
}

function toType({ name, type, args }: Call): string | null {
  const [first, second] = args;
  if (name === "custom") return type ?? "unknown";
  if (Object.hasOwn(PLAIN, name)) return PLAIN[name] ?? null;
  if (name === "coerce") return null;
  if (first === undefined) return null;
  switch (name) {
    case "array":
      return toList(toTypeLabel(first));
    case "set":
      return `Set<${toTypeLabel(first)}>`;
    case "literal":
      return /^\[/.test(first) ? items(first).join(" | ") : first;
    case "enum":
      return /^\[/.test(first) ? items(first).join(" | ") : first;
    case "union":
      return items(first).map(toTypeLabel).join(" | ");
    case "tuple":
      return `[${items(first).map(toTypeLabel).join(", ")}]`;
    case "optional":
    case "nullable":
      return WRAPPERS[name]?.(toTypeLabel(first)) ?? null;
    case "object":
    case "strictObject":
    case "looseObject":
      return toObject(first);
    case "record":
      return second === undefined ? `Record<string, ${toTypeLabel(first)}>` : `Record<${toTypeLabel(first)}, ${toTypeLabel(second)}>`;
    case "map":
      return second === undefined ? null : `Map<${toTypeLabel(first)}, ${toTypeLabel(second)}>`;
    default:
      return null;
  }
}

function toObject(text: string): string | null {
  if (!/^\{[\s\S]*\}$/.test(text)) return null;
  const members = split(text.slice(1, -1)).map((entry) => {
    const match = /^\s*(?:\/\*[\s\S]*?\*\/\s*)*("[^"]*"|'[^']*'|[\w$]+)\s*:\s*([\s\S]+)$/.exec(entry);
    if (match?.[1] === undefined || match[2] === undefined) return entry.trim();
    const label = toTypeLabel(match[2]);
    return label.endsWith(" | undefined") ? `${match[1]}?: ${label.slice(0, -" | undefined".length)}` : `${match[1]}: ${label}`;
  });
  return members.length === 0 ? "{}" : `{ ${members.join("; ")} }`;
}

function toList(type: string): string {
  return /^[\w$.]+$|^[\w$.]+<[^|&]*>$|\[\]$/.test(type) && !/[|&]/.test(type) ? `${type}[]` : `(${type})[]`;
}

const items = (text: string): string[] => split(text.trim().replace(/^\[|\]$/g, ""));

/** Splits at commas that stand in no brackets or strings. */
function split(text: string): string[] {
  const parts: string[] = [];
  let start = 0;
  walk(text, (at, depth) => {
    if (depth !== 0 || text[at] !== ",") return;
    parts.push(text.slice(start, at).trim());
    start = at + 1;
  });
  return [...parts, text.slice(start).trim()].filter((part) => part !== "");
}

/** Visits every character outside of strings with the depth of the brackets around it; gives the depth at the end. */
function walk(text: string, visit: (at: number, depth: number) => void): number {
  let depth = 0;
  let quote: string | null = null;
  for (let at = 0; at < text.length; at += 1) {
    const character = text[at] ?? "";
    if (quote !== null) {
      if (character === "\\") at += 1;
      else if (character === quote) quote = null;
      continue;
    }
    if (character === '"' || character === "'" || character === "`") quote = character;
    if (")]}".includes(character)) depth -= 1;
    visit(at, depth);
    if ("([{".includes(character)) depth += 1;
  }
  return quote === null ? depth : -1;
}

/** `.array(z.string()).min(1)` as its calls; null where it is something else. */
function readCalls(text: string): Call[] | null {
  const calls: Call[] = [];
  let rest = text.trimEnd();
  const length = rest.length;
  while (rest !== "") {
    const head = /^\.\s*(\w+)\s*(?:<([^()]*)>)?\s*\(/.exec(rest);
    if (head?.[1] === undefined) return null;
    const end = closing(rest, head[0].length - 1);
    if (end === -1) return null;
    calls.push({ name: head[1], type: head[2] ?? null, args: split(rest.slice(head[0].length, end)), start: length - rest.length });
    rest = rest.slice(end + 1).trimStart();
  }
  return calls;
}

function closing(text: string, open: number): number {
  let found = -1;
  walk(text.slice(open), (at, depth) => {
    if (found === -1 && at > 0 && depth === 0 && text[open + at] === ")") found = open + at;
  });
  return found;
}
