import { isJsonObject } from "@/lib/graph/diff-equal";
import type { Json } from "@/lib/schema/json";
import { messageText, readMessage } from "./read-message";
import { readSpecial } from "./special";

/** Longer lists are shown in groups of this many, so that opening one never makes a million rows. */
export const GROUP_SIZE = 1000;

export type JsonRow = {
  /** Unique within the tree; also what is remembered as open. */
  path: string;
  depth: number;
  /** Property name, index, or range of a group; null for the root. */
  label: string | null;
  value: Json;
  kind: "leaf" | "object" | "array" | "group" | "special";
  openable: boolean;
  open: boolean;
  /** Index of the item of the root list that the row belongs to; null where the root is no list. */
  rootIndex: number | null;
  /** It is that item itself, not a part of it. */
  isItem: boolean;
};

type Child = { label: string | null; value: Json; kind?: "group"; start?: number };

/** Most children of one object that are shown. */
const MAX_PROPERTIES = 5000;

/** The visible rows of a JSON tree: only what is open is walked, so the cost is that of what is seen. */
export function flattenJson(value: Json, isOpen: (path: string, depth: number) => boolean): JsonRow[] {
  const rows: JsonRow[] = [];
  const addRow = (child: Child, path: string, depth: number, rootIndex: number | null, holdsItems: boolean, isItem = false) => {
    const kind = child.kind ?? kindOf(child.value);
    const openable = kind !== "leaf" && childrenOf(child.value, kind, 0, true).length > 0;
    const open = openable && isOpen(path, depth);
    rows.push({
      path,
      depth,
      label: child.label,
      value: child.value,
      kind: openable || kind === "special" ? kind : "leaf",
      openable,
      open,
      rootIndex,
      isItem,
    });
    if (open) addRows(childrenOf(child.value, kind, child.start ?? 0, false), path, depth + 1, rootIndex, holdsItems && kind === "group");
  };
  const addRows = (children: Child[], prefix: string, depth: number, rootIndex: number | null, areItems: boolean) => {
    for (const child of children) {
      const isItem = areItems && child.kind !== "group";
      addRow(child, `${prefix}/${child.label ?? ""}`, depth, isItem ? Number(child.label) : rootIndex, areItems, isItem);
    }
  };
  const kind = kindOf(value);
  if (kind === "leaf" || kind === "special" || !hasChildren(value)) addRow({ label: null, value }, "", 0, null, false);
  else addRows(childrenOf(value, kind, 0, false), "", 0, null, Array.isArray(value));
  return rows;
}

function hasChildren(value: Json): boolean {
  return childrenOf(value, kindOf(value), 0, true).length > 0;
}

/** Whether a value has anything to open. */
export function isContainer(value: Json): boolean {
  return typeof value === "object" && value !== null;
}

function kindOf(value: Json): "leaf" | "object" | "array" | "special" {
  if (Array.isArray(value)) return "array";
  if (!isJsonObject(value)) return "leaf";
  return readSpecial(value) === null ? "object" : "special";
}

/** With `probe` only as much as tells whether there is any. */
function childrenOf(value: Json, kind: JsonRow["kind"], start: number, probe: boolean): Child[] {
  if (kind === "special") {
    const inner = readSpecial(value)?.inner;
    if (inner === undefined) return [];
    return isContainer(inner) ? childrenOf(inner, kindOf(inner), 0, probe) : [{ label: "value", value: inner }];
  }
  if (Array.isArray(value)) {
    if (probe) return value.length === 0 ? [] : [{ label: "0", value: null }];
    return kind !== "group" && value.length > GROUP_SIZE
      ? groupsOf(value)
      : value.map((item, index) => ({ label: String(start + index), value: item }));
  }
  if (!isJsonObject(value)) return [];
  const keys = Object.keys(value);
  if (probe) return keys.length === 0 ? [] : [{ label: keys[0] ?? "", value: null }];
  const shown = keys.slice(0, MAX_PROPERTIES).map((label): Child => ({ label, value: value[label] ?? null }));
  if (keys.length > MAX_PROPERTIES) shown.push({ label: "…", value: `${keys.length - MAX_PROPERTIES} more properties` });
  return shown;
}

/** The group that an item of the root list is in; null for a list without groups. */
export function groupPath(list: readonly Json[], index: number): string | null {
  if (list.length <= GROUP_SIZE) return null;
  const start = Math.floor(index / GROUP_SIZE) * GROUP_SIZE;
  return `/${groupLabel(start, Math.min(list.length - start, GROUP_SIZE))}`;
}

function groupLabel(start: number, length: number): string {
  return `${start} … ${start + length - 1}`;
}

function groupsOf(list: Json[]): Child[] {
  const groups: Child[] = [];
  for (let start = 0; start < list.length; start += GROUP_SIZE) {
    const part = list.slice(start, start + GROUP_SIZE);
    groups.push({ label: groupLabel(start, part.length), value: part, kind: "group", start });
  }
  return groups;
}

/** A closed value in one line, at most about `room` characters. */
export function previewOf(value: Json, room = 120): string {
  const special = readSpecial(value);
  if (special !== null) return special.summary;
  if (Array.isArray(value)) return value.length === 0 ? "[]" : `[${value.length} ${value.length === 1 ? "item" : "items"}]`;
  if (!isJsonObject(value)) return typeof value === "string" ? cut(value.replace(/\s+/g, " "), room) : JSON.stringify(value);
  const message = readMessage(value);
  if (message !== null) return cut(`${message.roleName}: ${messageText(message)}`, room);
  const keys = Object.keys(value);
  if (keys.length === 0) return "{}";
  let text = "";
  for (const key of keys) {
    const inner = value[key] ?? null;
    const shown = isContainer(inner) ? (Array.isArray(inner) ? `[${inner.length}]` : "{…}") : previewOf(inner, 40);
    text += `${text === "" ? "" : ", "}${key}: ${shown}`;
    if (text.length > room) break;
  }
  return cut(text, room);
}

function cut(text: string, room: number): string {
  return text.length > room ? `${text.slice(0, room - 1)}…` : text;
}
