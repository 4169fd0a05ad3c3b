import type { Json, JsonObject } from "../schema/json";
import { EMPTY_VIEW, type RequestChoice, type RequestView } from "./request-view";
import { capitalise, isObject, styleOf } from "./words";

const TITLES = ["title", "question", "action"];
const BODIES = ["description", "message", "instruction", "instructions", "prompt", "text", "reason"];
const DOCUMENTS = ["draft", "report", "content", "body", "preview", "summary", "plan"];
const CHOICES = ["choices", "options", "actions"];
const SCHEMAS = ["response_schema", "responseSchema", "answer_schema", "answerSchema", "schema"];
/** A longer one is a text. */
const LONGEST_TITLE = 300;
/** More are data, not buttons. */
const MOST_CHOICES = 1000;

/** A choice of `choices`, `options` or `actions`: a plain value, or an object with value and label. */
function readChoice(item: Json): RequestChoice | null {
  if (typeof item === "string" || typeof item === "number" || typeof item === "boolean") {
    const word = String(item);
    return { value: item, label: capitalise(word), style: styleOf(word, undefined), comment: "none" };
  }
  if (!isObject(item)) return null;
  const value = item.value ?? item.id ?? item.name ?? item.key ?? item.label;
  if (typeof value !== "string" && typeof value !== "number" && typeof value !== "boolean") return null;
  const word = String(value);
  const label = typeof item.label === "string" ? item.label : typeof item.title === "string" ? item.title : capitalise(word);
  const comment = item.comment === "required" || item.comment === "optional" ? item.comment : "none";
  return { value, label, style: styleOf(word, item.style), comment };
}

/** All of a list or none: a list in which something else stands is no list of choices. */
function readChoices(list: Json | undefined): RequestChoice[] {
  if (!Array.isArray(list) || list.length > MOST_CHOICES) return [];
  const choices = list.map(readChoice);
  return choices.every((choice) => choice !== null) ? choices : [];
}

/** It reads like a JSON schema; whether it is a good one is another question. */
function looksLikeSchema(value: Json | undefined): value is JsonObject {
  if (!isObject(value)) return false;
  const { type, properties, anyOf, oneOf, allOf, $ref } = value;
  return (
    typeof type === "string" ||
    Array.isArray(type) ||
    isObject(properties) ||
    typeof $ref === "string" ||
    [anyOf, oneOf, allOf, value.enum].some((list) => Array.isArray(list)) ||
    value.const !== undefined
  );
}

/** What a payload that is an object asks, with the schema for its answer where it brings one. */
export function readObject(value: JsonObject): { view: RequestView; schema: Json | null } {
  const rest = new Map(Object.entries(value));
  const isKitApproval = rest.get("type") === "approval";
  rest.delete("type");
  if (isObject(value.approval)) rest.delete("approval");
  for (const name of [...TITLES, ...BODIES]) if (value[name] === "") rest.delete(name);
  const takeText = (names: readonly string[], longest = Infinity) => {
    for (const name of names) {
      const text = rest.get(name);
      if (typeof text !== "string" || text === "" || text.length > longest) continue;
      rest.delete(name);
      return { name, text };
    }
    return null;
  };
  const schemaName = SCHEMAS.find((name) => (name === "schema" ? looksLikeSchema(rest.get(name)) : isObject(rest.get(name))));
  const schema = schemaName === undefined ? null : (rest.get(schemaName) ?? null);
  if (schemaName !== undefined) rest.delete(schemaName);

  const title = takeText(TITLES, LONGEST_TITLE);
  const texts: RequestView["texts"] = [];
  for (let body = takeText(BODIES); body !== null; body = takeText(BODIES)) texts.push({ label: null, text: body.text });
  for (let document = takeText(DOCUMENTS); document !== null; document = takeText(DOCUMENTS))
    texts.push({ label: document.name, text: document.text });

  const listName = CHOICES.find((name) => readChoices(rest.get(name)).length > 0);
  const choices = listName === undefined ? [] : readChoices(rest.get(listName));
  if (listName !== undefined) rest.delete(listName);
  const { edit } = value;
  const editable = choices.length > 0 && isObject(edit) && Object.keys(edit).length > 0 ? edit : null;
  if (editable !== null) rest.delete("edit");

  const isApproval = isKitApproval && choices.length > 0 && choices.every((choice) => typeof choice.value === "string");
  const kind = isApproval ? "approval" : choices.length > 0 ? "choice" : title !== null || texts.length > 0 ? "question" : "other";
  return { view: { ...EMPTY_VIEW, kind, title: title?.text ?? null, texts, rest: Object.fromEntries(rest), choices, editable }, schema };
}
