import type { Json, JsonObject } from "../schema/json";
import { resolveReference } from "./clean-schema";
import { isObject } from "./words";

/**
 * One value that a person can fill in. `list`: of texts, numbers or options; `json`: anything that has no better way.
 */
export type FieldKind = "text" | "long_text" | "number" | "integer" | "boolean" | "choice" | "date" | "date_time" | "list" | "group" | "json";

export type RequestField = {
  /** JSON pointer into the value; `""` for the value itself. */
  path: string;
  /** The last part of the path; `""` for the value itself. */
  name: string;
  label: string;
  help: string | null;
  kind: FieldKind;
  required: boolean;
  /** Emptied, it is null rather than left out. */
  nullable: boolean;
  /** Of a `choice`, or of the items of a `list`. */
  options: Json[];
  /** What the items of a `list` are. */
  item: "text" | "number" | "choice";
  /** Of a `group`. */
  fields: RequestField[];
  /** As it was proposed, or the schema's default; undefined where there is none. */
  start: Json | undefined;
};

const DEEPEST = 4;
/** More are shown as one JSON value. */
const MOST_FIELDS = 40;
const MOST_OPTIONS = 2000;
const LONG_TEXT = 80;
const MOST_ITEMS = 50;

type Part = { schema: JsonObject; nullable: boolean };
type Place = { path: string; name: string; required: boolean; depth: number };

function without(schema: JsonObject, names: readonly string[]): JsonObject {
  return Object.fromEntries(Object.entries(schema).filter(([name]) => !names.includes(name)));
}

/** A part of a schema as it is after its references and the `null` beside its type. */
function resolvePart(root: JsonObject, given: Json | undefined): Part {
  let schema: JsonObject = isObject(given) ? given : {};
  let nullable = false;
  for (let turn = 0; turn < 20; turn++) {
    const reference = schema.$ref;
    if (typeof reference === "string") {
      schema = { ...resolveReference(root, reference), ...without(schema, ["$ref"]) };
      continue;
    }
    const forms = Array.isArray(schema.anyOf) ? schema.anyOf : Array.isArray(schema.oneOf) ? schema.oneOf : null;
    const others = forms?.filter((form) => !(isObject(form) && form.type === "null")) ?? [];
    const [only] = others;
    if (forms !== null && others.length === 1 && isObject(only)) {
      nullable ||= others.length < forms.length;
      schema = { ...without(schema, ["anyOf", "oneOf"]), ...only };
      continue;
    }
    if (Array.isArray(schema.type)) {
      const types = schema.type.filter((type) => type !== "null");
      nullable ||= types.length < schema.type.length;
      const [type] = types;
      if (types.length === 1 && type !== undefined) schema = { ...schema, type };
    }
    break;
  }
  return { schema, nullable };
}

/** The values that a part allows, where it names them. */
function optionsOf(schema: JsonObject): Json[] {
  if (Array.isArray(schema.enum)) return schema.enum.filter((value) => value !== null);
  if (schema.const !== undefined) return [schema.const];
  const forms = Array.isArray(schema.anyOf) ? schema.anyOf : Array.isArray(schema.oneOf) ? schema.oneOf : [];
  const constants = forms.flatMap((form) => (isObject(form) && form.const !== undefined ? [form.const] : []));
  return constants.length === forms.length ? constants : [];
}

function kindBySchema(schema: JsonObject): FieldKind | null {
  const options = optionsOf(schema);
  if (options.length > 0) return options.length <= MOST_OPTIONS ? "choice" : "text";
  switch (schema.type) {
    case "string":
      return schema.format === "date" ? "date" : schema.format === "date-time" ? "date_time" : "text";
    case "number":
    case "integer":
    case "boolean":
      return schema.type;
    case "array":
      return "list";
    case "object":
      return "group";
    default:
      return isObject(schema.properties) ? "group" : null;
  }
}

function kindByValue(value: Json | undefined): FieldKind {
  if (typeof value === "string") return value.length > LONG_TEXT || value.includes("\n") ? "long_text" : "text";
  if (typeof value === "number" || typeof value === "boolean") return typeof value === "number" ? "number" : "boolean";
  if (Array.isArray(value) && value.length > 0) return "list";
  return isObject(value) && Object.keys(value).length > 0 ? "group" : "json";
}

/** A field of the kind can show the value without changing it. */
function canShow(kind: FieldKind, value: Json, schema: JsonObject): boolean {
  switch (kind) {
    case "text":
    case "long_text":
      return typeof value === "string";
    case "number":
    case "integer":
      return typeof value === "number";
    case "boolean":
      return typeof value === "boolean";
    case "choice":
      return optionsOf(schema).includes(value);
    case "date":
      return typeof value === "string" && /^\d{4}-\d{2}-\d{2}$/.test(value);
    case "date_time":
      return typeof value === "string" && !Number.isNaN(Date.parse(value));
    case "list":
      return Array.isArray(value);
    case "group":
      return isObject(value);
    case "json":
      return true;
  }
}

/** What the items of a list are; null where they have no field of their own. */
function itemOf(root: JsonObject, schema: JsonObject, value: Json | undefined): Pick<RequestField, "item" | "options"> | null {
  const items = Array.isArray(value) ? value : [];
  if (items.length > MOST_ITEMS || schema.prefixItems !== undefined) return null;
  if (schema.items !== undefined) {
    const { schema: inner, nullable } = resolvePart(root, schema.items);
    const kind = nullable ? null : kindBySchema(inner);
    const options = optionsOf(inner);
    if (kind === "choice" && items.every((item) => options.includes(item))) return { item: "choice", options };
    if ((kind === "number" || kind === "integer") && items.every((item) => typeof item === "number")) return { item: "number", options: [] };
    if (kind === "text" && items.every((item) => typeof item === "string")) return { item: "text", options: [] };
    return null;
  }
  if (items.length === 0) return null;
  if (items.every((item) => typeof item === "string" && item.length <= 10 * LONG_TEXT && !item.includes("\n"))) return { item: "text", options: [] };
  return items.every((item) => typeof item === "number") ? { item: "number", options: [] } : null;
}

function innerFields(root: JsonObject, schema: JsonObject, value: Json | undefined, place: Place): RequestField[] | null {
  const properties = isObject(schema.properties) ? schema.properties : {};
  const values = isObject(value) ? value : {};
  const names = [...new Set([...Object.keys(properties), ...Object.keys(values)])];
  if (names.length === 0 || names.length > MOST_FIELDS || place.depth >= DEEPEST) return null;
  const required = new Set(Array.isArray(schema.required) ? schema.required : []);
  return names.map((name) => {
    const path = `${place.path}/${name.replaceAll("~", "~0").replaceAll("/", "~1")}`;
    const inner = Object.hasOwn(properties, name) ? properties[name] : undefined;
    const own = Object.hasOwn(values, name) ? values[name] : undefined;
    return makeField(root, inner, own, { path, name, required: required.has(name), depth: place.depth + 1 });
  });
}

function makeField(root: JsonObject, given: Json | undefined, value: Json | undefined, place: Place): RequestField {
  const { schema, nullable } = resolvePart(root, given);
  const start = value === undefined ? schema.default : value;
  const field: RequestField = {
    path: place.path,
    name: place.name,
    label: typeof schema.title === "string" && schema.title !== "" ? schema.title.slice(0, 200) : place.name,
    help: typeof schema.description === "string" && schema.description !== "" ? schema.description.slice(0, 1000) : null,
    kind: "json",
    required: place.required,
    nullable,
    options: [],
    item: "text",
    fields: [],
    start,
  };
  const bySchema = kindBySchema(schema);
  const isEmpty = start === undefined || (start === null && nullable);
  const kind = isEmpty ? (bySchema ?? "json") : bySchema !== null && canShow(bySchema, start, schema) ? bySchema : kindByValue(start);
  if (kind === "group") {
    const fields = nullable ? null : innerFields(root, schema, start, place);
    return fields === null ? field : { ...field, kind, fields };
  }
  if (kind === "list") {
    const item = itemOf(root, schema, start);
    return item === null ? field : { ...field, kind, ...item };
  }
  if (kind === "choice") return { ...field, kind, options: optionsOf(schema) };
  if (kind === "text" && isProse(schema, start)) return { ...field, kind: "long_text" };
  // Null where the schema does not say that it may be is no empty text.
  return start === null && !nullable ? field : { ...field, kind };
}

/** A text that wants more than one line: by what it is now, else because nothing says that it is short. */
function isProse(schema: JsonObject, start: Json | undefined): boolean {
  if (typeof start === "string" && start !== "") return kindByValue(start) === "long_text";
  return schema.format === undefined && schema.pattern === undefined && !(typeof schema.maxLength === "number" && schema.maxLength <= LONG_TEXT);
}

/**
 * The fields of a value that is to be edited or filled in, from its schema (as `readSchema` gives it) and from the value
 * itself. What has no field of its own, or is too deep or too wide, is one field with JSON.
 */
export function fieldsOf(schema: JsonObject | null, value: Json | undefined): RequestField {
  return makeField(schema ?? {}, schema ?? {}, value, { path: "", name: "", required: true, depth: 0 });
}

/** All fields that hold a value, those of groups too, in order. */
export function leavesOf(field: RequestField): RequestField[] {
  return field.kind === "group" ? field.fields.flatMap(leavesOf) : [field];
}
