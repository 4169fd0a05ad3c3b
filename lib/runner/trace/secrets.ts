import { existsSync } from "node:fs";
import { isAbsolute } from "node:path";
import type { Json } from "../../schema/json";

/** Parts of a variable's name by which its value is taken for a secret. */
const SECRET_NAME = /KEY|TOKEN|SECRET|PASSWORD|PASSWD|PASSPHRASE|CREDENTIAL|AUTH/i;
/** Names with such a part whose values everybody may see. */
const HARMLESS_NAME = /^(SSH_AUTH_SOCK|XAUTHORITY|GPG_AGENT_INFO)$/i;
/** Shorter values are words that occur anywhere. */
const SHORTEST = 8;

type Secret = { name: string; value: string };

/** Replaces secrets by `[redacted NAME]`. */
export type Redactor = {
  /** JSON text with every secret inside its strings replaced; it stays valid JSON. */
  json: (text: string) => string;
  text: (text: string) => string;
  /** Where to end a text that is cut at `end`, so that no secret is cut through: there, or where such a one begins. */
  endBefore: (text: string, end: number) => number;
};

/** For a process without secrets. */
const NO_SECRETS: Redactor = { json: (text) => text, text: (text) => text, endBefore: (_text, end) => end };

function passwordOf(value: string): string | null {
  if (!value.includes("://") || !URL.canParse(value)) return null;
  const { username, password } = new URL(value);
  return password === "" || password === username ? null : password;
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** Where secrets are kept, not a secret: `GOOGLE_APPLICATION_CREDENTIALS` is the path of a file. */
function isPlace(value: string): boolean {
  return isAbsolute(value) && existsSync(value);
}

/** Secrets among environment variables: by their names, and the passwords inside of addresses. */
export function findSecrets(env: Readonly<Record<string, string | undefined>>): Secret[] {
  return Object.entries(env).flatMap(([name, value]): Secret[] => {
    if (value === undefined || HARMLESS_NAME.test(name)) return [];
    const password = passwordOf(value);
    const values = password === null ? [] : [password, decoded(password)];
    if (SECRET_NAME.test(name) && !isPlace(value)) values.push(value.trim());
    return [...new Set(values)].filter((text) => text.length >= SHORTEST).map((text) => ({ name, value: text }));
  });
}

function escaped(text: string): string {
  return JSON.stringify(text).slice(1, -1);
}

/** As it stands, within JSON, within JSON in a string of JSON, and in an address. */
function spellings(value: string): string[] {
  return [...new Set([value, escaped(value), escaped(escaped(value)), encodeURIComponent(value)])];
}

function isObject(value: Json): value is { [key: string]: Json } {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Makes the replacing once, so that texts without a secret cost one search each. */
export function createRedactor(secrets: readonly Secret[]): Redactor {
  const names = new Map(secrets.flatMap(({ name, value }) => spellings(value).map((text) => [text, name.replace(/\W/g, "_")])));
  if (names.size === 0) return NO_SECRETS;
  // The longest first: a secret may begin with another.
  const longestFirst = [...names.keys()].sort((a, b) => b.length - a.length);
  const pattern = new RegExp(longestFirst.map((text) => text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")).join("|"), "g");
  const needles = longestFirst.filter((text, index) => !longestFirst.some((other, place) => place > index && text.includes(other)));

  const replace = (text: string) => text.replace(pattern, (found) => `[redacted ${names.get(found) ?? "secret"}]`);
  const hasSecret = (text: string) => needles.some((needle) => text.includes(needle));
  const clean = (value: Json): Json => {
    if (typeof value === "string") return replace(value);
    if (typeof value === "number") return hasSecret(String(value)) ? replace(String(value)) : value;
    if (Array.isArray(value)) return value.map(clean);
    if (!isObject(value)) return value;
    return Object.fromEntries(Object.entries(value).map(([key, item]) => [replace(key), clean(item)]));
  };
  return {
    // Replaced within the parsed value: a secret may be a number, or run across what JSON writes differently.
    json: (text) => (hasSecret(text) ? JSON.stringify(clean(JSON.parse(text) as Json)) : text),
    text: (text) => (hasSecret(text) ? replace(text) : text),
    endBefore(text, end) {
      const longest = longestFirst[0]?.length ?? 0;
      const from = Math.max(0, end - longest);
      const cut = [...text.slice(from, end + longest).matchAll(pattern)].find(
        ({ 0: found, index }) => from + index < end && from + index + found.length > end,
      );
      return cut === undefined ? end : from + cut.index;
    },
  };
}
