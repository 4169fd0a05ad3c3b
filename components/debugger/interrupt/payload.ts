import type { Json, JsonObject } from "@/lib/schema/json";

/** One thing that can be answered with a button. `needs`: what has to be typed or edited before it is sent. */
export type Choice = {
  key: string;
  label: string;
  style: "primary" | "default" | "danger";
  needs: { kind: "nothing" } | { kind: "comment"; required: boolean; label: string } | { kind: "edit"; label: string; start: Json };
  /** The answer, given what was typed (`""` for nothing) or edited. */
  toAnswer: (typed: string, edited: Json) => Json;
};

/** One of several actions that are asked about at once; each needs a decision of its own. */
export type Action = { name: string; description: string | null; args: Json; choices: Choice[] };

/** An interrupt's payload as a person reads it. */
export type PayloadView = {
  title: string | null;
  /** Markdown, in order. `label` is the field's name where it is not the obvious main text. */
  texts: { label: string | null; text: string }[];
  /** Fields with no better way to be shown. */
  rest: JsonObject;
  choices: Choice[];
  /** Set in place of `choices`: the answer is made of one decision for each, in this order. */
  actions?: Action[];
};

const TITLES = ["title", "question", "action"];
const BODIES = ["description", "message", "instruction", "instructions", "prompt", "text", "reason"];
const DOCUMENTS = ["draft", "report", "content", "body", "preview", "summary", "plan"];
const CHOICES = ["choices", "options", "actions"];
const CHOICE_WORDS: Record<string, Choice["style"]> = {
  approve: "primary",
  accept: "primary",
  yes: "primary",
  ok: "primary",
  reject: "danger",
  refuse: "danger",
  deny: "danger",
  no: "danger",
};

function isObject(value: Json | undefined): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function capitalise(word: string): string {
  const text = word.replaceAll("_", " ");
  return text.charAt(0).toUpperCase() + text.slice(1);
}

const nothing = { kind: "nothing" } as const;

function styleOf(word: string, given: Json | undefined): Choice["style"] {
  if (given === "primary" || given === "danger" || given === "default") return given;
  return CHOICE_WORDS[word.toLowerCase()] ?? "default";
}

/** A choice of `choices`, `options` or `actions`: a plain value, or an object with value and label. */
function readChoice(item: Json, index: number): Choice[] {
  if (typeof item === "string" || typeof item === "number" || typeof item === "boolean") {
    const word = String(item);
    return [{ key: `${index}`, label: capitalise(word), style: styleOf(word, undefined), needs: nothing, toAnswer: () => item }];
  }
  if (!isObject(item)) return [];
  const value = item.value ?? item.id ?? item.name ?? item.key ?? item.label;
  if (value === undefined || value === null) return [];
  const word = typeof value === "string" ? value : JSON.stringify(value);
  const label = typeof item.label === "string" ? item.label : typeof item.title === "string" ? item.title : capitalise(word);
  const { comment } = item;
  const style = styleOf(word, item.style);
  if (comment === "required" || comment === "optional") {
    return [
      {
        key: `${index}`,
        label,
        style,
        needs: { kind: "comment", required: comment === "required", label: "Comment" },
        toAnswer: (typed) => (typed.trim() === "" ? value : { choice: value, comment: typed.trim() }),
      },
    ];
  }
  return [{ key: `${index}`, label, style, needs: nothing, toAnswer: () => value }];
}

function nameOf(request: JsonObject): string {
  return typeof request.name === "string" ? request.name : "action";
}

/** What may be decided about one action; an answer is the decision alone. */
function decisionsOn(request: JsonObject, allowed: readonly Json[], isSnake: boolean): Choice[] {
  const choices: Choice[] = [];
  if (allowed.includes("approve"))
    choices.push({ key: "approve", label: "Approve", style: "primary", needs: nothing, toAnswer: () => ({ type: "approve" }) });
  if (allowed.includes("edit")) {
    choices.push({
      key: "edit",
      label: "Edit",
      style: "default",
      needs: { kind: "edit", label: "The action as it is to be done", start: { name: request.name ?? "", args: request.args ?? {} } },
      toAnswer: (_typed, action) => ({ type: "edit", [isSnake ? "edited_action" : "editedAction"]: action }),
    });
  }
  if (allowed.includes("reject")) {
    choices.push({
      key: "reject",
      label: "Reject",
      style: "danger",
      needs: { kind: "comment", required: false, label: "Why not" },
      toAnswer: (typed): Json => (typed.trim() === "" ? { type: "reject" } : { type: "reject", message: typed.trim() }),
    });
  }
  return choices;
}

function allowedFor(request: JsonObject, configs: Json | undefined): readonly Json[] {
  const list = Array.isArray(configs) ? configs.filter(isObject) : [];
  const config = list.find((item) => (item.actionName ?? item.action_name) === request.name);
  const listed = config?.allowedDecisions ?? config?.allowed_decisions;
  return Array.isArray(listed) ? listed : ["approve", "edit", "reject"];
}

/** LangChain's human-in-the-loop middleware: a list of actions, each with what may be decided. */
function readHitl(value: JsonObject): PayloadView | null {
  const requests = value.actionRequests ?? value.action_requests;
  if (!Array.isArray(requests) || requests.length === 0 || !requests.every(isObject)) return null;
  const isSnake = value.action_requests !== undefined;
  const actions = requests.map((request): Action => ({
    name: nameOf(request),
    description: typeof request.description === "string" ? request.description : null,
    args: request.args ?? {},
    choices: decisionsOn(request, allowedFor(request, value.reviewConfigs ?? value.review_configs), isSnake),
  }));
  const title = `May it run ${actions.map(({ name }) => name).join(", ")}?`;
  const [only] = actions;
  if (only === undefined || actions.length > 1) return { title, texts: [], rest: {}, choices: [], actions };
  return {
    title,
    texts: only.description === null ? [] : [{ label: null, text: only.description }],
    rest: { [only.name]: only.args },
    choices: only.choices.map((choice) => ({ ...choice, toAnswer: (typed, edited) => ({ decisions: [choice.toAnswer(typed, edited)] }) })),
  };
}

/** The agent inbox's request: one action with what is allowed; the answer is a list with one response. */
function readAgentInbox(value: JsonObject): PayloadView | null {
  const request = value.action_request;
  const { config } = value;
  if (!isObject(request) || !isObject(config)) return null;
  const choices: Choice[] = [];
  if (config.allow_accept === true)
    choices.push({ key: "accept", label: "Accept", style: "primary", needs: nothing, toAnswer: () => [{ type: "accept", args: null }] });
  if (config.allow_edit === true) {
    choices.push({
      key: "edit",
      label: "Edit",
      style: "default",
      needs: { kind: "edit", label: "Arguments", start: request.args ?? {} },
      toAnswer: (_typed, args) => [{ type: "edit", args: { action: request.action ?? "", args } }],
    });
  }
  if (config.allow_respond === true) {
    choices.push({
      key: "respond",
      label: "Respond",
      style: "default",
      needs: { kind: "comment", required: true, label: "Response" },
      toAnswer: (typed) => [{ type: "response", args: typed.trim() }],
    });
  }
  if (config.allow_ignore === true)
    choices.push({ key: "ignore", label: "Ignore", style: "danger", needs: nothing, toAnswer: () => [{ type: "ignore", args: null }] });
  return {
    title: typeof request.action === "string" ? request.action : null,
    texts: typeof value.description === "string" ? [{ label: null, text: value.description }] : [],
    rest: { arguments: request.args ?? {} },
    choices,
  };
}

/** An approval that lets values be corrected: its first choice, with the values as they are to be. */
function editedChoice(first: Json | undefined, editable: Json | undefined): Choice[] {
  if (!isObject(first) || typeof first.value !== "string" || !isObject(editable) || Object.keys(editable).length === 0) return [];
  const { value } = first;
  const label = typeof first.label === "string" ? first.label : capitalise(value);
  return [
    {
      key: "edited",
      label: `Edit, then ${label.charAt(0).toLowerCase()}${label.slice(1)}`,
      style: "default",
      needs: { kind: "edit", label: "The values as they are to be", start: editable },
      toAnswer: (_typed, changes) => ({ choice: value, changes }),
    },
  ];
}

function readObject(value: JsonObject): PayloadView {
  const rest: JsonObject = { ...value };
  delete rest.type;
  const take = (names: string[]) => {
    for (const name of names) {
      const text = rest[name];
      if (typeof text !== "string" || text === "") continue;
      delete rest[name];
      return { name, text };
    }
    return null;
  };
  const title = take(TITLES);
  const texts: PayloadView["texts"] = [];
  for (let body = take(BODIES); body; body = take(BODIES)) texts.push({ label: null, text: body.text });
  for (let document = take(DOCUMENTS); document; document = take(DOCUMENTS)) texts.push({ label: document.name, text: document.text });
  const listName = CHOICES.find((name) => Array.isArray(rest[name]));
  const list = listName === undefined ? undefined : rest[listName];
  const plain = Array.isArray(list) ? list.flatMap(readChoice) : [];
  const choices = [...plain.slice(0, 1), ...(Array.isArray(list) ? editedChoice(list[0], rest.edit) : []), ...plain.slice(1)];
  if (choices.length > plain.length) delete rest.edit;
  if (listName !== undefined && choices.length > 0) delete rest[listName];
  return { title: title?.text ?? null, texts, rest, choices };
}

/** Reads what a workflow asks: its own choices, LangChain's human-in-the-loop requests, the agent inbox's, or anything else. */
export function readPayload(value: Json): PayloadView {
  if (typeof value === "string") return { title: null, texts: [{ label: null, text: value }], rest: {}, choices: [] };
  // The agent inbox sends a list with one request.
  const only = Array.isArray(value) && value.length === 1 ? value[0] : value;
  if (!isObject(only)) return { title: null, texts: [], rest: value === null ? {} : { value }, choices: [] };
  return readHitl(only) ?? readAgentInbox(only) ?? readObject(only);
}

/** What was typed as a free answer: JSON where it is JSON, else the text itself. */
export function parseFreeAnswer(text: string): Json {
  const trimmed = text.trim();
  try {
    return JSON.parse(trimmed) as Json;
  } catch {
    return text;
  }
}
