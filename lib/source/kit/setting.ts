import type { Json } from "../../schema/json";
import type { KitKind } from "../../schema/kit";
import { propertyKey, quoted } from "../edit/names";
import type { TextStyle } from "../edit/text";
import { fieldKindOf } from "./catalogue";
import { hasPlaces, plainText, readArrow, writeArrow, writeTemplate } from "./forms/template";

/** A value as the text is to write it: literals, code, and what is made of both. */
export type Setting =
  | { type: "value"; value: string | number | boolean | null }
  | { type: "code"; text: string }
  /** A text with places for values of the state: a template, or a plain string where it has none. */
  | { type: "template"; text: string }
  /** The body of a function of the state. */
  | { type: "expression"; text: string }
  | { type: "object"; entries: [string, Setting][] }
  | { type: "list"; items: Setting[] };

/** How a setting of a kit node is to be written, by the field that its path belongs to. */
export function toSetting(kind: KitKind, path: string, value: Json): Setting {
  if (Array.isArray(value)) return { type: "list", items: value.map((item, index) => toSetting(kind, `${path}.${index}`, item)) };
  if (typeof value === "object" && value !== null) {
    return { type: "object", entries: Object.entries(value).map(([name, part]) => [name, toSetting(kind, `${path}.${name}`, part)]) };
  }
  const field = fieldKindOf(kind, path);
  if (typeof value === "string" && (field === "template" || field === "long")) return { type: "template", text: value };
  if (typeof value === "string" && field === "expression") return { type: "expression", text: value };
  return { type: "value", value };
}

/** Code as a setting: what is to be a function of the state may be written as its body alone. */
export function toCodeSetting(kind: KitKind, path: string, text: string): Setting {
  const isBody = fieldKindOf(kind, path) === "expression" && readArrow(text) === null && !/^\s*(async\s+)?(function\b|\([^()]*\)\s*=>)/.test(text);
  return isBody ? { type: "expression", text } : { type: "code", text };
}

export type SettingContext = {
  style: TextStyle;
  /** What stands before the body of a function of the state: `(state: typeof State.State) => `. */
  head: string;
  /** Of the line that the setting begins in. */
  indentation: string;
};

const MAX_LINE = 120;

/**
 * The code of a setting. `before` is what stands before it in its line: what fits is written in one line.
 * @param old the code that it takes the place of: a function of the state keeps the name of its parameter.
 */
export function writeSetting(setting: Setting, context: SettingContext, before = "", old: string | null = null): string {
  const line = inOneLine(setting, context, old);
  const isLong = context.indentation.length + before.length + line.length + 1 > MAX_LINE || line.includes("\n");
  return isLong && (setting.type === "object" || setting.type === "list") ? inLines(setting, context) : line;
}

function inOneLine(setting: Setting, context: SettingContext, old: string | null = null): string {
  const arrow = old === null ? null : readArrow(old);
  const head = arrow?.head ?? context.head;
  const parameter = arrow?.parameter ?? "state";
  switch (setting.type) {
    case "value":
      return typeof setting.value === "string" ? quoted(setting.value, context.style) : JSON.stringify(setting.value);
    case "code":
      return setting.text.trim();
    case "template":
      if (hasPlaces(setting.text, parameter)) return writeArrow(head, writeTemplate(setting.text, parameter));
      return setting.text.includes("\n") ? writeTemplate(setting.text) : quoted(plainText(setting.text), context.style);
    case "expression":
      return writeArrow(head, setting.text);
    case "list":
      return `[${setting.items.map((item) => inOneLine(item, context)).join(", ")}]`;
    case "object":
      return setting.entries.length === 0
        ? "{}"
        : `{ ${setting.entries.map(([name, part]) => writeEntry(name, part, inOneLine(part, context), context)).join(", ")} }`;
  }
}

function writeEntry(name: string, setting: Setting, text: string, { style }: SettingContext): string {
  const key = propertyKey(name, style);
  return setting.type === "code" && text === key ? key : `${key}: ${text}`;
}

/** Each part in a line of its own. */
export function inLines(setting: Extract<Setting, { type: "object" | "list" }>, context: SettingContext): string {
  const { style, indentation } = context;
  const inner = { ...context, indentation: indentation + style.indent };
  const parts =
    setting.type === "list"
      ? setting.items.map((item) => writeSetting(item, inner))
      : setting.entries.map(([name, part]) => writeEntry(name, part, writeSetting(part, inner, `${propertyKey(name, style)}: `), context));
  const [open, close] = setting.type === "list" ? ["[", "]"] : ["{", "}"];
  const lines = parts.map((part, index) => inner.indentation + part + (index < parts.length - 1 || style.trailingCommas ? "," : ""));
  return [open, ...lines, indentation + close].join(style.eol);
}
